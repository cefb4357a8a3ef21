/** Streams a file or a part of it. The stream holds only one chunk at a time, however long its reader waits. */
import type { FileHandle } from 'node:fs/promises'
import { ServerResponse } from 'node:http'
import { Readable } from 'node:stream'

/**
 * Each chunk of an answer waits for a thread that reads and for the client. Chunks of four times Node's own size are three times as
 * fast.
 */
const sentBytes = 256 * 1024
/**
 * This is Node's own size. Code that unpacks or changes the file holds two chunks for each waiting reader, so these chunks stay
 * small.
 */
const readBytes = 64 * 1024

export interface ByteSpan {
  /** `start` and `end` are the first and the last byte, counted from 0. */
  start: number
  end: number
}

/** Reads one chunk at a time, whereas a stream of `node:fs` reads a second chunk before its reader has taken the first. */
export class FileRange extends Readable {
  readonly #file: FileHandle
  readonly #close: () => Promise<void> | void
  readonly #end: number
  #at: number

  /** Streams the whole file if there is no range. `close` is called once, when the stream ends for any reason. */
  constructor(file: FileHandle, range: ByteSpan | undefined, close: () => Promise<void> | void) {
    super({ highWaterMark: 0 })
    this.#file = file
    this.#close = close
    this.#at = range?.start ?? 0
    this.#end = range?.end ?? Infinity
  }

  /**
   * Sends all chunks of an answer from the same memory, which is refilled when the system has taken the chunk. Separate chunks are
   * garbage-collected only when 64 MB of them wait.
   */
  override pipe<T extends NodeJS.WritableStream>(target: T, options?: { end?: boolean }): T {
    if (!(target instanceof ServerResponse)) return super.pipe(target, options)
    this.#sendTo(target).catch((error: Error) => this.destroy(error))
    return target
  }

  override _read(): void {
    this.#next(Buffer.allocUnsafeSlow(this.#nextBytes(readBytes))).then(
      (chunk) => this.push(chunk),
      (error: Error) => this.destroy(error),
    )
  }

  override _destroy(error: Error | null, done: (error?: Error | null) => void): void {
    void this.#closeFile(error, done)
  }

  async #sendTo(answer: ServerResponse): Promise<void> {
    const memory = Buffer.allocUnsafeSlow(this.#nextBytes(sentBytes))
    for (;;) {
      const chunk = await this.#next(memory)
      // The reader has disconnected.
      if (this.destroyed || answer.destroyed) return void this.destroy()
      if (!chunk) break
      await taken(answer, chunk)
    }
    answer.end()
    this.push(null)
    return void this.resume()
  }

  #nextBytes(most: number): number {
    return Math.max(0, Math.min(most, this.#end + 1 - this.#at))
  }

  /** Reads the next chunk. Returns null at the end. */
  async #next(memory: Buffer): Promise<Buffer | null> {
    const length = this.#nextBytes(memory.length)
    if (length === 0) return null
    const { bytesRead } = await this.#file.read(memory, 0, length, this.#at)
    if (bytesRead === 0 && this.#end < Infinity) throw new Error('a range ends behind its file')
    this.#at += bytesRead
    return bytesRead === 0 ? null : memory.subarray(0, bytesRead)
  }

  async #closeFile(failure: Error | null, done: (error?: Error | null) => void): Promise<void> {
    try {
      await this.#close()
      done(failure)
    } catch (error) {
      done(failure ?? (error instanceof Error ? error : new Error(String(error))))
    }
  }
}

/** Resolves when the system has taken the chunk, or when the answer has ended. */
const taken = (answer: ServerResponse, chunk: Buffer): Promise<void> =>
  new Promise((resolve) => {
    const settle = () => {
      answer.off('close', settle)
      resolve()
    }
    answer.once('close', settle)
    answer.write(chunk, settle)
  })
