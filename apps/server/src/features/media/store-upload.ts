/** Stores an incoming stream as a complete file whose kind is detected from its content. */
import { type UploadPurpose } from '@apogee/contracts/limits.ts'
import { quizFileMaxBytes, readQuizFile } from '@apogee/contracts/assessments/quiz-file.ts'
import { readFile, stat } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { PictureRefused, type Pictures } from '#server/adapters/pictures/port.ts'
import {
  FileTooLarge,
  StorageFull,
  type FileStorage,
  type StoredFile,
} from '#server/adapters/storage/port.ts'
import { refuse } from '#server/policy/refusal.ts'
import { isWhole } from './file-integrity.ts'
import { nameFits, purposeRules } from './media.rules.ts'
import type { MediaRow } from './media.store.ts'
import { asWebVtt, isWebVtt } from './webvtt.ts'

export interface StoredUpload extends StoredFile {
  contentType: string
  /** Of a picture, in pixels. */
  size: Pick<MediaRow, 'width' | 'height'> | null
}

interface Incoming {
  purpose: UploadPurpose
  originalName: string
  content: Readable
  /** Instead of the purpose's own. */
  maxBytes?: number
  /** Of a picture that we have written ourselves: it is stored as it is. */
  knownSize?: Pick<MediaRow, 'width' | 'height'> | undefined
}

/** The detected type of a whole local file. Refuses FILE_EMPTY, the purpose's unsupported kind, and FILE_UNREADABLE. */
export async function inspectUpload(
  path: string,
  { purpose, originalName }: Pick<Incoming, 'purpose' | 'originalName'>,
): Promise<string> {
  if ((await stat(path)).size === 0) refuse('FILE_EMPTY')
  const contentType = await contentTypeOf(purpose, path)
  if (!nameFits(purpose, contentType, originalName)) refuse(purposeRules[purpose].unsupported)
  if (!(await isWhole(path, contentType))) refuse('FILE_UNREADABLE')
  return contentType
}

/** Refuses FILE_EMPTY, FILE_TOO_LARGE, the purpose's unsupported kind, PICTURE_TOO_LARGE, FILE_UNREADABLE and STORAGE_FULL. */
export async function storeUpload(
  { storage, pictures }: { storage: FileStorage; pictures: Pick<Pictures, 'rewrite'> },
  incoming: Incoming,
): Promise<StoredUpload> {
  const { purpose, content } = incoming
  const rule = purposeRules[purpose]
  let contentType = ''
  const inspect = async (path: string) => {
    contentType = await inspectUpload(path, incoming)
  }
  try {
    const { maxBytes = rule.maxBytes, knownSize = null } = incoming
    const source = purpose === 'captions' ? await asCaptions(content, maxBytes) : content
    const kept = await storage.keep(source, { maxBytes, inspect })
    const isPicture = contentType.startsWith('image/')
    if (rule.longestSide === undefined || !isPicture || knownSize)
      return { ...kept, contentType, size: knownSize }
    try {
      const { longestSide } = rule
      const { bytes, ...size } = await storage.withLocalCopy(kept.key, (path) =>
        pictures.rewrite(path, longestSide),
      )
      const rewritten = await storage.keep(Readable.from([bytes]), { maxBytes: 4 * rule.maxBytes })
      return { ...rewritten, contentType, size }
    } finally {
      await storage.remove(kept.key)
    }
  } catch (error) {
    if (error instanceof FileTooLarge && purpose === 'quiz') {
      refuse('QUIZ_INVALID', {
        issues: [{ path: 'file', message: `must be at most ${quizFileMaxBytes / 1024} kB` }],
      })
    }
    if (error instanceof PictureRefused) {
      refuse(error.problem === 'too many pixels' ? 'PICTURE_TOO_LARGE' : 'FILE_UNREADABLE')
    }
    if (error instanceof FileTooLarge) {
      refuse('FILE_TOO_LARGE', { sentence: `File size exceeds ${rule.maxBytes / 1_048_576}MB limit` })
    }
    if (error instanceof StorageFull) refuse('STORAGE_FULL')
    throw error
  }
}

/** Throws FileTooLarge. */
async function asCaptions(content: Readable, maxBytes: number): Promise<Readable> {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of content as AsyncIterable<Buffer>) {
    bytes += chunk.length
    if (bytes > maxBytes) throw new FileTooLarge()
    chunks.push(chunk)
  }
  return Readable.from([asWebVtt(Buffer.concat(chunks))])
}

async function contentTypeOf(purpose: UploadPurpose, path: string): Promise<string> {
  if (purpose === 'captions') return isWebVtt(await readFile(path)) ? 'text/vtt' : ''
  if (purpose === 'quiz') return quizTypeOf(await readFile(path))
  const { fileTypeFromFile } = await fileTypes()
  const found = usualType((await fileTypeFromFile(path))?.mime)
  if (found !== '' || purposeRules[purpose].kinds['text/plain'] === undefined) return found
  return isText(await readFile(path)) ? 'text/plain' : ''
}

/** UTF-8 without control marks that no text has. */
function isText(bytes: Uint8Array): boolean {
  try {
    return !new TextDecoder('utf-8', { fatal: true }).decode(bytes).includes('\0')
  } catch {
    return false
  }
}

/** Loaded by the first upload: it takes 60 modules and some 20 ms. */
const fileTypes = () => import('file-type')

/** Bytes at the start of a file that tell its type. */
export const headBytes = 4100

/** The type that a file's first bytes show; '' for a type without a signature, such as text. */
export async function typeOfHead(head: Uint8Array): Promise<string> {
  const { fileTypeFromBuffer } = await fileTypes()
  return usualType((await fileTypeFromBuffer(head))?.mime)
}

/** The same container with another vendor's brand is the container. */
const usualType = (found = ''): string => (found === 'video/x-m4v' ? 'video/mp4' : found)

/** Refuses QUIZ_INVALID with problem and place; bytes that are not text are not JSON either. */
function quizTypeOf(bytes: Uint8Array): string {
  const read = readQuizFile(new TextDecoder().decode(bytes))
  if ('problems' in read) {
    refuse('QUIZ_INVALID', {
      issues: read.problems.map(({ path, message }) => ({ path: path || 'file', message })),
    })
  }
  return 'application/json'
}
