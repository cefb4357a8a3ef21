import { cuesOf, searchForm, transcriptOf, type TranscriptLine } from '@apogee/domain/transcript.ts'
import { buffer } from 'node:stream/consumers'
import type { FileStorage } from '#server/adapters/storage/port.ts'
import type { MediaAccess } from '#server/policy/media-access.ts'

export interface SearchedLine extends TranscriptLine {
  /** What searches compare. */
  form: string
}

type CaptionFile = Pick<MediaAccess, 'storageKey' | 'sizeBytes'>

/** Bytes of caption files whose lines a process keeps; the lines take about half as much again. */
const keptBytes = 16 * 1024 * 1024

/** The lines of caption files. A stored file never changes, so its lines are kept until there are too many. */
export class Transcripts {
  readonly #storage: Pick<FileStorage, 'open'>
  readonly #mostBytes: number
  /** By storage key, the latest used last. */
  readonly #kept = new Map<string, { bytes: number; lines: Promise<SearchedLine[]> }>()
  #bytes = 0

  constructor(storage: Pick<FileStorage, 'open'>, mostBytes = keptBytes) {
    this.#storage = storage
    this.#mostBytes = mostBytes
  }

  /** Throws FileMissing. */
  linesOf(file: CaptionFile): Promise<SearchedLine[]> {
    const known = this.#kept.get(file.storageKey)
    if (known) {
      this.#kept.delete(file.storageKey)
      this.#kept.set(file.storageKey, known)
      return known.lines
    }
    const lines = this.#read(file)
    this.#keep(file, lines)
    return lines
  }

  async #read({ storageKey }: CaptionFile): Promise<SearchedLine[]> {
    try {
      const bytes = await buffer(await this.#storage.open(storageKey))
      return transcriptOf(cuesOf(bytes.toString('utf8'))).map((line) => ({
        ...line,
        form: searchForm(line.text),
      }))
    } catch (error) {
      this.#forget(storageKey)
      throw error
    }
  }

  #keep({ storageKey, sizeBytes }: CaptionFile, lines: Promise<SearchedLine[]>): void {
    this.#kept.set(storageKey, { bytes: sizeBytes, lines })
    this.#bytes += sizeBytes
    for (const key of this.#kept.keys()) {
      if (this.#bytes <= this.#mostBytes) return
      this.#forget(key)
    }
  }

  #forget(storageKey: string): void {
    this.#bytes -= this.#kept.get(storageKey)?.bytes ?? 0
    this.#kept.delete(storageKey)
  }
}
