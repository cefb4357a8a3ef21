/** Stores an incoming stream as a complete file whose kind is detected from its content. */
import { quizFileMaxBytes } from '@apogee/contracts/assessments/quiz-file.ts'
import { Readable } from 'node:stream'
import { PictureRefused, type Pictures } from '#server/adapters/pictures/port.ts'
import {
  FileTooLarge,
  StorageFull,
  type FileStorage,
  type StoredFile,
} from '#server/adapters/storage/port.ts'
import { refuse } from '#server/policy/refusal.ts'
import {
  Inspection,
  type InspectedFile,
  type InspectedType,
  type InspectionDependencies,
} from './inspect-upload.ts'
import { purposeRules } from '../media.rules.ts'
import type { MediaRow } from '../media.store.ts'
import { readCaptions } from '../captions/webvtt.ts'

export interface StoredUpload extends StoredFile {
  contentType: InspectedType
  /** The width and height of a picture in pixels. Null for other files. */
  size: Pick<MediaRow, 'width' | 'height'> | null
}

interface Incoming extends InspectedFile {
  content: Readable
  /** Replaces the maximum bytes of the purpose. */
  maxBytes?: number
  /** The size of a picture that the platform wrote itself. Such a picture is stored unchanged. */
  knownSize?: Pick<MediaRow, 'width' | 'height'> | undefined
}

/** Inspects and stores the file. Refuses like the inspection, and with FILE_TOO_LARGE, PICTURE_TOO_LARGE and STORAGE_FULL. */
export async function storeUpload(
  deps: InspectionDependencies & { storage: FileStorage; pictures: Pick<Pictures, 'rewrite'> },
  incoming: Incoming,
): Promise<StoredUpload> {
  const { purpose, content } = incoming
  const { storage, pictures } = deps
  const rule = purposeRules[purpose]
  const inspection = new Inspection(deps, incoming)
  try {
    const { maxBytes = rule.maxBytes, knownSize = null } = incoming
    const source = purpose === 'captions' ? await asCaptions(content, maxBytes) : content
    const kept = await storage.keep(source, { maxBytes, inspect: inspection.run })
    const { contentType } = inspection
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

/** Converts a caption file to WebVTT. Refuses CAPTIONS_TYPE_UNSUPPORTED with the line and the reason. Throws FileTooLarge. */
async function asCaptions(content: Readable, maxBytes: number): Promise<Readable> {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of content as AsyncIterable<Buffer>) {
    bytes += chunk.length
    if (bytes > maxBytes) throw new FileTooLarge()
    chunks.push(chunk)
  }
  if (bytes === 0) return Readable.from([])
  const read = await readCaptions(Buffer.concat(chunks))
  if ('webVtt' in read) return Readable.from([Buffer.from(read.webVtt)])
  return refuse('CAPTIONS_TYPE_UNSUPPORTED', read.reason === '' ? {} : { sentence: read.reason })
}
