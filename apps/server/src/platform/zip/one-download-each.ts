import type { WrittenZip } from './write-zip.ts'

/** Writes one archive at a time for each person in this process, because an archive reads many files. */
export class OneDownloadEach {
  readonly #running = new Set<number>()

  isRunning(userId: number): boolean {
    return this.#running.has(userId)
  }

  /** Writes an archive. The person's download counts as running until its stream is closed. */
  async start<Written extends { zip: WrittenZip }>(
    userId: number,
    write: () => Promise<Written>,
  ): Promise<Written> {
    this.#running.add(userId)
    try {
      const written = await write()
      written.zip.stream.once('close', () => this.#running.delete(userId))
      return written
    } catch (error) {
      this.#running.delete(userId)
      throw error
    }
  }
}
