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

/**
 * Where uploaded files live: a folder, or a service in the network. A file is there completely or not at all. No method
 * answers a path; a tool that needs a file gets a local copy for as long as it works.
 */
export interface FileStorage {
  /**
   * Stores a stream. Throws FileTooLarge beyond `maxBytes` and StorageFull when there is no room; nothing stays behind
   * then, nor when the stream breaks off. `inspect` gets a local copy of the whole file before it is stored, and may
   * throw to refuse it.
   */
  keep(source: Readable, options: KeepOptions): Promise<StoredFile>
  /** Throws when there is no such file. */
  open(key: string, range?: ByteRange): Promise<Readable>
  /**
   * Calls `work` with the path of a copy on this machine, for tools that read parts of a file, such as the media probe.
   * The path is valid until `work` settles, and the copy must not be changed. Throws when there is no such file.
   */
  withLocalCopy<T>(key: string, work: (path: string) => Promise<T>): Promise<T>
  /** Idempotent. */
  remove(key: string): Promise<void>
  /** Removes temporary files left by a crash, older than `olderThanMs`; answers how many. */
  sweep(olderThanMs: number): Promise<number>
  /** All keys older than `olderThanMs`, for comparing with the rows that name them. */
  keys(olderThanMs: number): AsyncIterable<string>
  /** Whether it can be written to, for readiness. */
  isWritable(): Promise<boolean>
}

export interface KeepOptions {
  maxBytes: number
  inspect?: (path: string) => Promise<void>
}
