import { Readable } from 'node:stream'
import type { Media } from '#server/features/media/media.service.ts'
import type { UnpackedFiles } from '#server/platform/zip/unpacked-files.ts'
import type { PackedFile } from './scorm.store.ts'

type StoredPart = PackedFile & { storageKey: string }

/** The limit on bytes that are unpacked and discarded before a range. Unpacking this amount takes a few milliseconds. */
const mostSkippedBytes = 1_000_000

const unpacking = () => import('#server/platform/zip/unpack-entry.ts')
const unpackedFiles = () => import('#server/platform/zip/unpacked-files.ts')

export class PackageContents {
  readonly #openStored: Media['openFile']
  readonly #folder: string
  #unpacked: Promise<UnpackedFiles> | null = null

  constructor(openStored: Media['openFile'], folder: string) {
    this.#openStored = openStored
    this.#folder = folder
  }

  whole(file: StoredPart): Promise<Readable> {
    return this.#read(file, { start: 0, end: file.bytes - 1 })
  }

  /**
   * Reads a range of a file. An uncompressed file is read from the beginning of the range. A compressed file can only be unpacked
   * from its start, so a range far from the start unpacks the file once for all later ranges (docs/decisions/scorm.md). Returns
   * null if no space is left for the unpacked file. `reader` aborts when the client disconnects.
   */
  async range(
    file: StoredPart,
    range: { start: number; end: number },
    reader: AbortSignal,
  ): Promise<Readable | null> {
    if (!file.isDeflated || range.start <= mostSkippedBytes) return this.#read(file, range)
    this.#unpacked ??= unpackedFiles().then(
      ({ UnpackedFiles }) => new UnpackedFiles({ directory: this.#folder }),
    )
    const unpacked = await this.#unpacked
    const entry = { bytes: file.bytes, unpack: () => this.whole(file) }
    return unpacked.open(`${file.storageKey} ${file.start}`, entry, { range, reader })
  }

  async close(): Promise<void> {
    const unpacked = await this.#unpacked
    unpacked?.close()
  }

  async #read(file: StoredPart, range: { start: number; end: number }): Promise<Readable> {
    if (file.bytes === 0) return Readable.from([])
    const { storageKey, start, packedBytes, bytes } = file
    if (!file.isDeflated)
      return this.#openStored(storageKey, { start: start + range.start, end: start + range.end })
    const { unpackEntry } = await unpacking()
    const packed = await this.#openStored(storageKey, { start, end: start + packedBytes - 1 })
    return unpackEntry(packed, { bytes, range })
  }
}
