/**
 * Caches unpacked entries of archives on the local disk for readers that request many ranges of one entry. The files have no names,
 * so no incomplete file remains, and none outlives its archive for long.
 */
import { mkdir, type FileHandle } from 'node:fs/promises'
import { addAbortSignal, type Readable } from 'node:stream'
import { createBoundedQueue } from '../resources/bounded-queue.ts'
import { diskSpaceOf, keptFree } from '../resources/disk-space.ts'
import { FileRange, type ByteSpan } from '../resources/file-range.ts'
import { openNamelessFile } from '../resources/nameless-file.ts'

export interface UnpackedOptions {
  directory: string
  /** All files together may have this many bytes. */
  mostBytes?: number
  spaceOf?: typeof diskSpaceOf
}

export interface UnpackedEntry {
  bytes: number
  /** Starts to unpack the whole entry. The stream must fail unless it has exactly `bytes`. */
  unpack: () => Promise<Readable>
}

export interface WantedRange {
  range: ByteSpan
  /** The signal aborts when the reader leaves. */
  reader: AbortSignal
}

interface Kept {
  bytes: number
  /** Resolves to null if there is not enough space. */
  making: Promise<FileHandle | null>
  /** This is null until the file is complete. */
  file: FileHandle | null
  /** This many readers wait for the file or read it. */
  readers: number
  stop: AbortController
  idle?: NodeJS.Timeout
}

const usualMostBytes = 1_000_000_000
/** A file is removed this long after its last reader left, so it does not outlive its archive for long. */
const idleMs = 10 * 60_000
const unpacking = {
  name: 'unpacking files of packages',
  concurrency: 2,
  mostWaiting: 100,
  longestWaitMs: 30_000,
}

export class UnpackedFiles {
  readonly #directory: string
  readonly #mostBytes: number
  readonly #spaceOf: typeof diskSpaceOf
  readonly #queue = createBoundedQueue(unpacking)
  /** The files are in the order of their last use, the newest last. */
  readonly #kept = new Map<string, Kept>()
  #bytes = 0

  constructor({ directory, mostBytes = usualMostBytes, spaceOf = diskSpaceOf }: UnpackedOptions) {
    this.#directory = directory
    this.#mostBytes = mostBytes
    this.#spaceOf = spaceOf
  }

  /** Returns the disk space in bytes that the files take, or will take when they are complete. */
  get bytes(): number {
    return this.#bytes
  }

  /**
   * Unpacks the entry unless it is cached. Concurrent readers share the work, which is cancelled when all of them leave. Returns
   * null if there is not enough space. Rejects as `unpack` does.
   * @throws QueueFull
   */
  async open(key: string, entry: UnpackedEntry, { range, reader }: WantedRange): Promise<Readable | null> {
    reader.throwIfAborted()
    const kept = this.#kept.get(key) ?? this.#begin(key, entry)
    this.#kept.delete(key)
    this.#kept.set(key, kept)
    kept.readers += 1
    clearTimeout(kept.idle)
    const release = () => this.#release(key, kept)
    try {
      const file = await unlessAborted(kept.making, reader)
      if (file) return new FileRange(file, range, release)
      release()
      return null
    } catch (error) {
      release()
      throw error
    }
  }

  /** Removes all files, each when its last reader has left. */
  close(): void {
    for (const [key, kept] of this.#kept) void this.#forget(key, kept)
  }

  #begin(key: string, { bytes, unpack }: UnpackedEntry): Kept {
    const stop = new AbortController()
    const kept: Kept = {
      bytes,
      file: null,
      readers: 0,
      stop,
      making: this.#queue.run(async () => {
        kept.file = await this.#make(bytes, unpack, stop.signal)
        return kept.file
      }),
    }
    const drop = () => this.#drop(key, kept)
    kept.making.then((file) => file ?? drop(), drop)
    return kept
  }

  /**
   * Unpacks an entry into a file.
   * @throws when `signal` aborts before the promise resolves.
   */
  async #make(bytes: number, unpack: UnpackedEntry['unpack'], signal: AbortSignal) {
    signal.throwIfAborted()
    if (!(await this.#takeRoom(bytes))) return null
    let file: FileHandle | undefined
    try {
      file = await openNamelessFile(this.#directory)
      const unpacked: AsyncIterable<Buffer> = addAbortSignal(signal, await unpack())
      for await (const chunk of unpacked) await file.writeFile(chunk)
      signal.throwIfAborted()
      return file
    } catch (error) {
      await file?.close()
      this.#bytes -= bytes
      if (isDiskFull(error)) return null
      throw error
    }
  }

  /** Frees space by removing unused files, the least recently used first. */
  async #takeRoom(bytes: number): Promise<boolean> {
    await mkdir(this.#directory, { recursive: true, mode: 0o700 })
    for (;;) {
      const space = await this.#spaceOf(this.#directory)
      const isEnough = space.freeBytes - bytes >= keptFree(space) && this.#bytes + bytes <= this.#mostBytes
      if (isEnough) {
        this.#bytes += bytes
        return true
      }
      const oldest = [...this.#kept].find(([, { file, readers }]) => file !== null && readers === 0)
      if (!oldest) return false
      await this.#forget(...oldest)
    }
  }

  #release(key: string, kept: Kept): void {
    kept.readers -= 1
    if (kept.readers > 0) return
    if (!kept.file || this.#kept.get(key) !== kept) void this.#forget(key, kept)
    else kept.idle = setTimeout(() => void this.#forget(key, kept), idleMs).unref()
  }

  #drop(key: string, kept: Kept): void {
    if (this.#kept.get(key) === kept) this.#kept.delete(key)
  }

  /** The last reader of a file closes it. */
  async #forget(key: string, kept: Kept): Promise<void> {
    this.#drop(key, kept)
    clearTimeout(kept.idle)
    if (kept.readers > 0) return
    kept.stop.abort()
    const { file } = kept
    if (!file) return
    kept.file = null
    await file.close()
    this.#bytes -= kept.bytes
  }
}

/** Rejects when `signal` aborts before the work settles. */
async function unlessAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>()
  const leave = () => reject(signal.reason)
  signal.addEventListener('abort', leave, { once: true })
  try {
    return await Promise.race([work, promise])
  } finally {
    signal.removeEventListener('abort', leave)
  }
}

const isDiskFull = (error: unknown) =>
  error instanceof Error && 'code' in error && ['ENOSPC', 'EDQUOT'].includes(String(error.code))
