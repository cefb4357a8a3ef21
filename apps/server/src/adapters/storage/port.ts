import type { Readable } from 'node:stream'
import type { DiskSpace } from '#server/platform/resources/disk-space.ts'

export interface StoredFile {
  /** The server generates the key. It is opaque, and files are addressed by nothing else. */
  key: string
  bytes: number
  sha256: Buffer
}

/** Both ends of the range are inclusive. */
export interface ByteRange {
  start: number
  end: number
}

export class FileTooLarge extends Error {}
export class StorageFull extends Error {}
/** A network storage did not answer, or refused a valid request. A retry may succeed. */
export class StorageUnavailable extends Error {}
/** The received part has another length than was declared. */
export class PartIncomplete extends Error {}
export class FileMissing extends Error {
  /** The code equals that of a missing file in a file system, so that callers handle both kinds of storage alike. */
  readonly code = 'ENOENT'
}

/** The storage sends these headers with a file that is read directly from it. */
export interface SentHeaders {
  contentType: string
  contentDisposition: string
  cacheControl: string
}

/**
 * Stores uploaded files in a folder or a network service. A file is stored completely or not at all. No method returns a path; a
 * tool that needs a file gets a local copy while it works.
 */
export interface FileStorage {
  /**
   * Stores a stream. Throws FileTooLarge beyond `maxBytes`, and StorageFull when the storage has no room. A failed or interrupted
   * upload leaves nothing behind. `inspect` receives a local copy of the whole file before the file is stored, and may throw to
   * refuse it.
   */
  keep(source: Readable, options: KeepOptions): Promise<StoredFile>
  /** Throws FileMissing when the file does not exist. */
  open(key: string, range?: ByteRange): Promise<Readable>
  /**
   * Returns the address under which the operator's reverse proxy serves this file internally (`MEDIA_ACCEL_LOCATION`). Null means
   * that only this process reads the file.
   */
  proxyAddress(key: string): string | null
  /**
   * Returns an address at which a browser reads this file directly. Whoever has the address can use it for at most an hour. Null
   * means that only this process reads the file.
   */
  browserAddress(key: string, headers: SentHeaders): Promise<string | null>
  /**
   * Browser addresses begin with this origin, which the pages' content security policy lists. It is null if the storage has no
   * browser addresses.
   */
  readonly browserOrigin: string | null
  /** Null means that all uploads pass through this process. */
  readonly browserUploads: BrowserUploads | null
  /**
   * Calls `work` with the path of a local copy, for tools that read parts of a file, such as the media probe.
   * The path is valid until `work` settles, and the copy must not be changed. Throws FileMissing when there is no such file.
   */
  withLocalCopy<T>(key: string, work: (path: string) => Promise<T>): Promise<T>
  /** Removes a file. Removing a file that does not exist succeeds. */
  remove(key: string): Promise<void>
  /** Removes temporary files of crashes that are older than `olderThanMs`, and returns their number. */
  sweep(olderThanMs: number): Promise<number>
  /**
   * Marks the storage with the identity of the database that its files belong to, unless it has a mark, and returns the resulting
   * mark. Idempotent and safe to run concurrently.
   */
  claim(identity: string): Promise<OwnerMark>
  /**
   * Reads a short text that is stored outside of the database, such as a record of what the database must still contain. Null means
   * that it does not exist.
   */
  readNote(name: NoteName): Promise<string | null>
  writeNote(name: NoteName, text: string): Promise<void>
  /** Lists all keys older than `olderThanMs`, for comparison with the database. */
  keys(olderThanMs: number): AsyncIterable<string>
  /**
   * Returns whether this machine's folder is writable and has room for more than a few files. The readiness check uses it. An
   * outage of a network service makes no process unready.
   */
  isWritable(): Promise<boolean>
  /** Returns the free space for metrics. Returns null for a service without a limit. */
  space(): Promise<DiskSpace | null>
}

/** A note is stored under its name below `notes/`. No key of a file has this form. */
export type NoteName = 'security-log-head'

export interface OwnerMark {
  identity: string
  /** The text tells the operator which storage it is, such as its folder. */
  storage: string
  /** An operator removes this mark to assign the files to another database. */
  mark: string
}

/** The mark has this name in every storage. No key of a file has its form. */
export const ownerMarkName = 'database-id'

/** Describes an upload that a browser sends to the storage in parts. */
export interface PartedUpload {
  /** The joined file gets this key. */
  key: string
  /** The storage assigns this id. */
  id: string
}

export interface UploadPart {
  /** The first part has number 1. */
  number: number
  bytes: number
}

/** Manages uploads in parts, which browsers send to the storage itself or to this process. */
export interface BrowserUploads {
  /**
   * Browsers send parts to this origin; the pages' content security policy lists it. Null means that they send parts to this
   * process.
   */
  readonly origin: string | null
  begin(): Promise<PartedUpload>
  /**
   * Returns an address for one PUT of exactly these bytes as this part of the upload. The address is valid for at most 15 minutes.
   * Null means that the part must be sent through `receive`.
   */
  addressOf(upload: PartedUpload, part: UploadPart): Promise<string | null>
  /**
   * Stores a part, completely or not at all. It exists where `addressOf` returns null. Throws PartIncomplete for another length,
   * StorageFull, and FileMissing after the end of the upload. It frees the memory of each chunk, so nothing else may read the
   * chunks of `source`.
   */
  receive?(upload: PartedUpload, part: UploadPart, source: Readable): Promise<void>
  /** Returns the parts that have arrived. Throws FileMissing after the end of the upload. */
  parts(upload: PartedUpload): Promise<UploadPart[]>
  /**
   * Joins the parts into a file and ends the upload. No address of a part works afterwards. Throws FileMissing after the end of the
   * upload.
   */
  join(upload: PartedUpload): Promise<void>
  /**
   * Reads and inspects the joined file as `keep` does, and returns its size and digest. Throws FileMissing when the file does not
   * exist.
   */
  inspect(key: string, options: KeepOptions): Promise<FileFacts>
  /** Removes the parts and ends the upload. Abandoning an upload that has ended succeeds. */
  abandon(upload: PartedUpload): Promise<void>
  /** Abandons unfinished uploads that began more than `olderThanMs` ago, and returns their number. */
  sweep(olderThanMs: number): Promise<number>
}

export interface MovableStorage extends FileStorage {
  /**
   * Stores a copy of a file under the key that the file has in another storage. Throws and stores nothing when size or digest
   * differ.
   */
  copyIn(key: string, source: Readable, file: FileFacts): Promise<void>
  /**
   * Returns the size and digest of a stored file, or null when the file does not exist. The digest is null when it could only be
   * computed by reading the file.
   */
  describe(key: string): Promise<(Omit<FileFacts, 'sha256'> & { sha256: Buffer | null }) | null>
}

export type FileFacts = Omit<StoredFile, 'key'>

export interface KeepOptions {
  maxBytes: number
  inspect?: (path: string) => Promise<void>
}
