import { cuesOf, transcriptOf } from '@apogee/domain/text/transcript.ts'
import { buffer } from 'node:stream/consumers'
import type { FileStorage } from '#server/adapters/storage/port.ts'
import { LruCache } from '#server/platform/resources/lru-cache.ts'
import { searchableLine, type SearchableLine } from '#server/platform/searchable-line.ts'
import type { MediaAccess } from '#server/policy/files/media-access.ts'

type CaptionFile = Pick<MediaAccess, 'storageKey' | 'sizeBytes'>

/** The total size in bytes of the caption files whose lines a process caches. The lines take about half as much memory again. */
const keptBytes = 16 * 1024 * 1024

/** Caches the lines of caption files. A stored file never changes, so its lines stay cached until the cache is full. */
export class Transcripts {
  readonly #storage: Pick<FileStorage, 'open'>
  readonly #kept: LruCache<SearchableLine[]>

  constructor(storage: Pick<FileStorage, 'open'>, mostBytes = keptBytes) {
    this.#storage = storage
    this.#kept = new LruCache(mostBytes)
  }

  /** Throws FileMissing. */
  linesOf({ storageKey, sizeBytes }: CaptionFile): Promise<SearchableLine[]> {
    return this.#kept.get(storageKey) ?? this.#kept.keep(storageKey, sizeBytes, () => this.#read(storageKey))
  }

  async #read(storageKey: string): Promise<SearchableLine[]> {
    const bytes = await buffer(await this.#storage.open(storageKey))
    return transcriptOf(cuesOf(bytes.toString('utf8'))).map(({ start, text }) =>
      searchableLine({ seconds: start }, text),
    )
  }
}
