/** Rules for upload purposes, and for writing, signing and parsing file URLs. All functions are pure. */
import { visibleOrEmpty } from '@apogee/domain/text/visible-text.ts'
import { cutText } from '@apogee/domain/text/cut-text.ts'
import {
  captionsMaxBytes,
  courseArchiveMaxBytes,
  handInLimits,
  packageMaxBytes,
  partedVideoMaxBytes,
  postPictureLimits,
  textPictureLimits,
  uploadMaxBytes,
  type UploadPurpose,
} from '@apogee/contracts/limits.ts'
import { sellerDocumentLimits } from '@apogee/contracts/businesses/seller-kinds.ts'
import { certificateRuleLimits } from '@apogee/contracts/achievements/achievements.forms.ts'
import { textFileLimits } from '@apogee/contracts/courses/lesson-document.ts'
import { quizFileMaxBytes } from '@apogee/contracts/assessments/quiz-file.ts'
import type { ErrorCode } from '@apogee/contracts/refusals.ts'

const megabyte = 1_048_576
const gigabyte = 1024 * megabyte
const hourMs = 3_600_000

interface PurposeRule {
  maxBytes: number
  /** Maps a detected content type to the allowed extensions. */
  kinds: Readonly<Record<string, readonly string[]>>
  unsupported: ErrorCode
  /**
   * The longest side of a picture in pixels. Pictures of this purpose are re-encoded; an absent side means that files are kept
   * unchanged.
   */
  longestSide?: number
}

const videos = { 'video/mp4': ['mp4', 'm4v'], 'video/webm': ['webm'] }

const pictures = {
  'image/png': ['png'],
  'image/jpeg': ['jpg', 'jpeg', 'jpe', 'jfif'],
  'image/webp': ['webp'],
}

/**
 * People send these files to each other and save them. Types that a program would execute or a browser would show as a page are
 * excluded.
 */
const sentFiles = {
  ...pictures,
  'image/gif': ['gif'],
  'image/heic': ['heic', 'heif'],
  'application/pdf': ['pdf'],
  'application/zip': ['zip'],
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': ['docx'],
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': ['xlsx'],
  'application/vnd.openxmlformats-officedocument.presentationml.presentation': ['pptx'],
  'application/vnd.oasis.opendocument.text': ['odt'],
  'application/vnd.oasis.opendocument.spreadsheet': ['ods'],
  'application/vnd.oasis.opendocument.presentation': ['odp'],
  'audio/mpeg': ['mp3'],
  'audio/x-m4a': ['m4a'],
  'video/mp4': ['mp4', 'm4v'],
  'text/plain': ['txt', 'md', 'csv', 'sql', 'py', 'js', 'ts', 'json', 'java', 'c', 'cpp', 'r'],
}

export const purposeRules: Readonly<Record<UploadPurpose, PurposeRule>> = {
  lesson: {
    maxBytes: uploadMaxBytes,
    kinds: { ...videos, 'application/pdf': ['pdf'] },
    unsupported: 'FILE_TYPE_UNSUPPORTED',
  },
  cover: {
    maxBytes: 10 * megabyte,
    kinds: pictures,
    unsupported: 'IMAGE_TYPE_UNSUPPORTED',
    longestSide: 1920,
  },
  avatar: {
    maxBytes: 10 * megabyte,
    kinds: pictures,
    unsupported: 'IMAGE_TYPE_UNSUPPORTED',
    longestSide: 512,
  },
  discussion: {
    maxBytes: postPictureLimits.bytes,
    kinds: pictures,
    unsupported: 'IMAGE_TYPE_UNSUPPORTED',
    longestSide: postPictureLimits.longestSide,
  },
  'text-picture': {
    maxBytes: textPictureLimits.bytes,
    kinds: pictures,
    unsupported: 'IMAGE_TYPE_UNSUPPORTED',
    longestSide: textPictureLimits.longestSide,
  },
  quiz: {
    maxBytes: quizFileMaxBytes,
    kinds: { 'application/json': ['json'] },
    unsupported: 'QUIZ_TYPE_UNSUPPORTED',
  },
  /** The limit applies to archives that are uploaded whole. Larger archives are uploaded in parts. */
  archive: {
    maxBytes: uploadMaxBytes,
    // A Common Cartridge is a zip file with its own extension.
    kinds: { 'application/zip': ['zip', 'imscc'] },
    unsupported: 'ARCHIVE_TYPE_UNSUPPORTED',
  },
  package: {
    maxBytes: uploadMaxBytes,
    kinds: { 'application/zip': ['zip'] },
    unsupported: 'PACKAGE_TYPE_UNSUPPORTED',
  },
  'hand-in': {
    maxBytes: handInLimits.bytes,
    kinds: sentFiles,
    unsupported: 'HAND_IN_TYPE_UNSUPPORTED',
  },
  'text-file': {
    maxBytes: textFileLimits.bytes,
    kinds: sentFiles,
    unsupported: 'HAND_IN_TYPE_UNSUPPORTED',
  },
  'text-video': {
    maxBytes: uploadMaxBytes,
    kinds: videos,
    unsupported: 'VIDEO_TYPE_UNSUPPORTED',
  },
  /** Signatures are printed at most 60 mm wide. */
  signature: {
    maxBytes: certificateRuleLimits.signature,
    kinds: pictures,
    unsupported: 'IMAGE_TYPE_UNSUPPORTED',
    longestSide: 960,
  },
  'seller-document': {
    maxBytes: sellerDocumentLimits.bytes,
    kinds: { 'application/pdf': ['pdf'], 'image/jpeg': pictures['image/jpeg'], 'image/png': ['png'] },
    unsupported: 'SELLER_DOCUMENT_TYPE_UNSUPPORTED',
    longestSide: 4096,
  },
  /** SubRip is stored as WebVTT. */
  captions: {
    maxBytes: captionsMaxBytes,
    kinds: { 'text/vtt': ['vtt', 'srt'] },
    unsupported: 'CAPTIONS_TYPE_UNSUPPORTED',
  },
}

/** The quota in bytes for each person. Students upload only avatars, pictures in discussions and files of answers. */
export const quotaBytes = { student: 500 * megabyte, teacher: 50 * gigabyte } as const

/** Returns the lower-case extension of a name, or an empty string. */
export function extensionOf(name: string): string {
  return /\.([^.\s]{1,12})$/.exec(name)?.[1]?.toLowerCase() ?? ''
}

/** Returns whether a file of this name may have this purpose. A name without extension passes. */
export function nameMayFit(purpose: UploadPurpose, name: string): boolean {
  const extension = extensionOf(name)
  return extension === '' || Object.values(purposeRules[purpose].kinds).flat().includes(extension)
}

/** Returns whether the extension of a name matches the content's type. A name without an extension matches every allowed type. */
export function nameFits(purpose: UploadPurpose, contentType: string, name: string): boolean {
  const extension = extensionOf(name)
  const allowed = purposeRules[purpose].kinds[contentType]
  return allowed !== undefined && (extension === '' || allowed.includes(extension))
}

/** Browsers also use these names for the same types. */
const alsoNamed: ReadonlySet<string> = new Set(['video/x-m4v', 'application/x-zip-compressed'])

/** Returns whether a browser's name of the type allows an upload. The name may be absent, and the content decides in the end. */
export function typeMayFit(purpose: UploadPurpose, declared: string): boolean {
  // Browsers declare texts, programs and Office documents by many names.
  if (purposeRules[purpose].kinds === sentFiles) return true
  const plain = declared.split(';')[0]?.trim().toLowerCase() ?? ''
  return plain === '' || alsoNamed.has(plain) || purposeRules[purpose].kinds[plain] !== undefined
}

/**
 * Returns the maximum bytes of an upload in parts. The name's extension, else the content type from the browser, tells whether it
 * is a video.
 */
export function partedMaxBytes(purpose: PartedPurpose, name: string, contentType: string): number {
  if (purpose === 'archive') return courseArchiveMaxBytes
  if (purpose === 'package') return packageMaxBytes
  const extension = extensionOf(name)
  const isVideo =
    extension === '' ? contentType.startsWith('video/') : ['mp4', 'm4v', 'webm'].includes(extension)
  return isVideo ? partedVideoMaxBytes : uploadMaxBytes
}

/** The purposes that allow uploads in parts. */
export type PartedPurpose = 'lesson' | 'archive' | 'package' | 'text-video'
export const mayComeInParts = (purpose: UploadPurpose): purpose is PartedPurpose =>
  purpose === 'lesson' || purpose === 'archive' || purpose === 'package' || purpose === 'text-video'

/** The size of the parts that a browser sends to the storage. S3 requires at least 5 MB for each part except the last. */
export const uploadPartBytes = 8 * megabyte

/** A part contains the bytes from `start` up to, but without, `end`. */
export interface PartRange {
  number: number
  start: number
  end: number
}

export function partsOfUpload(size: number): PartRange[] {
  return Array.from({ length: Math.ceil(size / uploadPartBytes) }, (_, place) => ({
    number: place + 1,
    start: place * uploadPartBytes,
    end: Math.min(size, (place + 1) * uploadPartBytes),
  }))
}

const nameMaxLength = 200

/**
 * Returns the last part of a client's path without control and direction characters, at most 200 characters. The name is composed,
 * because macOS sends decomposed names. A shortened name keeps its extension.
 */
export function cleanName(name: string | undefined): string {
  const last = (name ?? '').split(/[/\\]/).at(-1) ?? ''
  // oxlint-disable-next-line no-control-regex
  const plain = last.replace(
    /[\u0000-\u001f\u007f-\u009f\u200b\u200e\u200f\u2028-\u202e\u2060-\u2069\ufeff]/g,
    '',
  )
  const composed = visibleOrEmpty(plain.trim().normalize('NFC'))
  if (composed.length <= nameMaxLength) return composed
  const extension = extensionOf(composed)
  const ending = extension === '' ? '' : `.${extension}`
  return cutText(composed.slice(0, composed.length - ending.length), nameMaxLength - ending.length) + ending
}

/** Caption files are stored as WebVTT, so the extension `.srt` becomes `.vtt`. */
export const captionsName = (name: string): string => name.replace(/\.srt$/i, '.vtt')

/** 'Week 1 – Sets.mp4' becomes 'Week 1 – Sets'. */
export function titleFromName(name: string): string {
  const extension = extensionOf(name)
  return (extension ? name.slice(0, -(extension.length + 1)) : name).trim()
}

/** Returns whether every signed-in person may upload files for this purpose. */
export const isPersonalPurpose = (purpose: UploadPurpose) =>
  purpose === 'avatar' || purpose === 'discussion' || purpose === 'hand-in'

export const isPublicPurpose = (purpose: string) => purpose === 'cover' || purpose === 'avatar'

/** The maximum lifetime of signed URLs. They expire at a full hour, so that a file has the same URL for up to an hour. */
const signedUrlHours = 4

/** Returns the expiry of a URL signed at `now`, in seconds since 1970. */
export function expiryAt(now: Date): number {
  return (Math.floor(now.getTime() / hourMs) + signedUrlHours) * (hourMs / 1000)
}

export const signaturePurpose = 'media url'
export const signedText = (publicId: string, userId: number, expiry: number) =>
  `${publicId}\n${userId}\n${expiry}`

const publicIdPattern = /^[A-Za-z0-9_-]{22}$/
export const isPublicId = (text: string) => publicIdPattern.test(text)

/**
 * Returns the public id in a URL that `POST /upload` returned. The URL is a path, or the same path at one of the product's own
 * origins. The query is ignored. Returns null for other hosts, schemes and paths.
 */
export function publicIdOf(url: string, isOwnOrigin: (origin: string) => boolean): string | null {
  const isPath = url.startsWith('/media/')
  if (!isPath && !/^https?:\/\//i.test(url)) return null
  const base = 'http://own.invalid'
  if (!URL.canParse(url, base)) return null
  const parsed = new URL(url, base)
  if (parsed.username !== '' || parsed.password !== '') return null
  if (!isPath && !isOwnOrigin(parsed.origin)) return null
  const id = /^\/media\/([^/]+)$/.exec(parsed.pathname)?.[1]
  return id !== undefined && isPublicId(id) ? id : null
}

/** The requested bytes with both ends inclusive. 'whole' means the full file. 'outside' means that the answer is status 416. */
export type RangeVerdict = { start: number; end: number } | 'whole' | 'outside'

/**
 * Accepts one range only. Several ranges, other units and unparsable ranges are ignored (RFC 9110 §14.2), so that a request for
 * 10,000 ranges costs as much as a request for the file.
 */
export function rangeOf(header: string | undefined, size: number): RangeVerdict {
  const found = /^bytes=(\d{0,16})-(\d{0,16})$/i.exec(header?.trim() ?? '')
  if (!found) return 'whole'
  const [, first = '', last = ''] = found
  if (first === '') {
    if (last === '') return 'whole'
    const length = Math.min(Number(last), size)
    return length === 0 ? 'outside' : { start: size - length, end: size - 1 }
  }
  const start = Number(first)
  const end = last === '' ? size - 1 : Math.min(Number(last), size - 1)
  if (last !== '' && Number(last) < start) return 'whole'
  return start >= size ? 'outside' : { start, end }
}

/** Follows RFC 6266: an ASCII name for old clients, and the real name in UTF-8. */
export function dispositionFor(
  kind: 'inline' | 'attachment',
  { name, fallback }: { name: string; fallback: string },
): string {
  const given = name === '' ? fallback : name
  const plain = given.replace(/[^\x20-\x7e]|["\\%]/gu, '_')
  const encoded = encodeURIComponent(given.toWellFormed()).replace(
    /['()*]/g,
    (mark) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return `${kind}; filename="${plain}"; filename*=UTF-8''${encoded}`
}
