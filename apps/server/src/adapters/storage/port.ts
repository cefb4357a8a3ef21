import type { Readable } from 'node:stream'
import type { DiskSpace } from '#server/platform/disk-space.ts'

export interface StoredFile {
  /** Made by the server and opaque; the only way to address the file. */
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
/** A storage in the network does not answer, or refuses what it should do: trying again may help. */
export class StorageUnavailable extends Error {}
/** A part that has another length than its name says. */
export class PartIncomplete extends Error {}
export class FileMissing extends Error {
  /** As of a file system, so that both kinds of storage are answered alike. */
  readonly code = 'ENOENT'
}

/** Headers of a file that is read from the storage itself. */
export interface SentHeaders {
  contentType: string
  contentDisposition: string
  cacheControl: string
}

/**
 * Storage of uploaded files: a folder, or a network service. A file is stored completely or not at all. No method
 * returns a path; a tool that needs a file gets a local copy while it works.
 */
export interface FileStorage {
  /**
   * Stores a stream. Throws FileTooLarge beyond `maxBytes` and StorageFull when there is no room; then, and when the
   * stream is interrupted,
   * nothing is left behind. `inspect` gets a local copy of the whole file before it is stored, and may
   * throw to refuse it.
   */
  keep(source: Readable, options: KeepOptions): Promise<StoredFile>
  /** Throws FileMissing when there is no such file. */
  open(key: string, range?: ByteRange): Promise<Readable>
  /**
   * The address under which the operator's reverse proxy serves this file internally (`MEDIA_ACCEL_LOCATION`). Null: only this
   * process reads it.
   */
  proxyAddress(key: string): string | null
  /**
   * An address from which a browser reads this file without us, for anybody who has it and for at most an hour. Null: only
   * this process reads it.
   */
  browserAddress(key: string, headers: SentHeaders): Promise<string | null>
  /** The origin of those addresses, for the pages' policy; null: there are none. */
  readonly browserOrigin: string | null
  /** Null: all uploads pass through this process. */
  readonly browserUploads: BrowserUploads | null
  /**
   * Calls `work` with the path of a local copy, for tools that read parts of a file, such as the media probe.
   * The path is valid until `work` settles, and the copy must not be changed. Throws FileMissing when there is no such file.
   */
  withLocalCopy<T>(key: string, work: (path: string) => Promise<T>): Promise<T>
  /** Idempotent. */
  remove(key: string): Promise<void>
  /** Removes temporary files of crashes that are older than `olderThanMs`; returns their number. */
  sweep(olderThanMs: number): Promise<number>
  /**
   * Marks the storage with the identity of the database that its files belong to, unless it has a mark, and returns the mark that
   * is there then. Idempotent and safe to run concurrently.
   */
  claim(identity: string): Promise<OwnerMark>
  /** A short text that is kept outside of the database, such as what the database must still have; null: there is none. */
  readNote(name: NoteName): Promise<string | null>
  /** Replaces the whole text. */
  writeNote(name: NoteName, text: string): Promise<void>
  /** All keys older than `olderThanMs`, for comparison with the database. */
  keys(olderThanMs: number): AsyncIterable<string>
  /**
   * Whether this machine's folder is writable and has room for more than a few files, for the readiness check. An outage of a
   * service in the network is no matter of one process: it makes none unready.
   */
  isWritable(): Promise<boolean>
  /** The room that is left, for metrics; null for a service without a limit. */
  space(): Promise<DiskSpace | null>
}

/** Names in the storage, below `notes/`: no key of a file has that form. */
export type NoteName = 'security-log-head'

export interface OwnerMark {
  identity: string
  /** The storage in words, such as its folder. */
  storage: string
  /** What to remove when the files shall belong to another database. */
  mark: string
}

/** The name of the mark in every storage. No key of a file has its form. */
export const ownerMarkName = 'database-id'

/** An upload that a browser sends to the storage in parts. */
export interface PartedUpload {
  /** Of the file that its parts become. */
  key: string
  /** The storage's own. */
  id: string
}

export interface UploadPart {
  /** From 1. */
  number: number
  bytes: number
}

/** Uploads in parts, which browsers send to the storage itself or to this process. */
export interface BrowserUploads {
  /** Where browsers send them, for the pages' policy; null: to this process. */
  readonly origin: string | null
  begin(): Promise<PartedUpload>
  /** For one PUT of exactly these bytes as this part of this upload, for at most 15 minutes. Null: see `receive`. */
  addressOf(upload: PartedUpload, part: UploadPart): Promise<string | null>
  /**
   * Where `addressOf` answers null: stores a part completely or not at all. Throws PartIncomplete for another length, StorageFull,
   * and FileMissing after the end of the upload. Frees the memory of each chunk: nothing else may read the chunks of `source`.
   */
  receive?(upload: PartedUpload, part: UploadPart, source: Readable): Promise<void>
  /** What has arrived. Throws FileMissing after the end of the upload. */
  parts(upload: PartedUpload): Promise<UploadPart[]>
  /**
   * Makes a file of the parts and ends the upload, after which no address of a part works. Throws FileMissing after the end.
   */
  join(upload: PartedUpload): Promise<void>
  /** As `keep` does: reads the joined file, has it inspected, and answers its size and digest. Throws FileMissing. */
  inspect(key: string, options: KeepOptions): Promise<FileFacts>
  /** Removes the parts and ends the upload. Idempotent. */
  abandon(upload: PartedUpload): Promise<void>
  /** Abandons unfinished uploads that were begun more than `olderThanMs` ago; returns their number. */
  sweep(olderThanMs: number): Promise<number>
}

/** A storage that files can be moved to. */
export interface MovableStorage extends FileStorage {
  /** Stores a copy under the key that the file has elsewhere. Throws when size or digest are others; then nothing is stored. */
  copyIn(key: string, source: Readable, file: FileFacts): Promise<void>
  /** Size and digest of a stored file; null: there is none. The digest is null where only reading the file would tell. */
  describe(key: string): Promise<(Omit<FileFacts, 'sha256'> & { sha256: Buffer | null }) | null>
}

export type FileFacts = Omit<StoredFile, 'key'>

export interface KeepOptions {
  maxBytes: number
  inspect?: (path: string) => Promise<void>
}
