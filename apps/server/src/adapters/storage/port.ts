import type { Readable } from 'node:stream'

export interface StoredFile {
  /** Server-made, opaque; the only way to the file. */
  key: string
  bytes: number
  sha256: Buffer
}

/** A byte range, both ends included. */
export interface ByteRange {
  start: number
  end: number
}

export class FileTooLarge extends Error {}
export class StorageFull extends Error {}

/** Where uploaded files live. A file is there completely or not at all. */
export interface FileStorage {
  /**
   * Streams into a temporary file, counting as it goes; then fsync, rename, fsync of the folder.
   * Throws FileTooLarge beyond `maxBytes` and StorageFull when the disk is; nothing stays behind then, nor when the
   * stream breaks off. `inspect` sees the finished temporary file's path before it is kept, and may throw to refuse it.
   */
  keep(
    source: Readable,
    options: { maxBytes: number; inspect?: (path: string) => Promise<void> },
  ): Promise<StoredFile>
  /** Throws when there is no such file. */
  open(key: string, range?: ByteRange): Promise<Readable>
  size(key: string): Promise<number>
  /** A local path for tools that read parts of a file, such as the media probe. */
  pathOf(key: string): string
  remove(key: string): Promise<void>
  /** Removes temporary files left by a crash, older than `olderThanMs`; answers how many. */
  sweep(olderThanMs: number): Promise<number>
  /** All keys older than `olderThanMs`, for comparing with the rows that name them. */
  keys(olderThanMs: number): AsyncIterable<string>
  /** Whether it can be written to, for readiness. */
  isWritable(): Promise<boolean>
}
