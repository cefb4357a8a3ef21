/** Short-lived local files of an adapter: running uploads, copies for tools. */
import { createHash, randomBytes } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { Transform, type Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { FileTooLarge, StorageFull, type KeepOptions, type StoredFile } from './port.ts'

export interface TemporaryFiles {
  /** Writes the whole stream to a file, has it inspected, and removes it after `use`, unless `use` moved it. */
  receive<T>(
    source: Readable,
    options: KeepOptions,
    use: (path: string, file: Omit<StoredFile, 'key'>) => Promise<T>,
  ): Promise<T>
  /** Removes files of that age; returns their number. */
  sweep(olderThanMs: number): Promise<number>
}

export const createTemporaryFiles = (directory: string): TemporaryFiles => ({
  async receive(source, { maxBytes, inspect }, use) {
    const path = join(directory, randomBytes(16).toString('hex'))
    try {
      await mkdir(directory, { recursive: true, mode: 0o700 })
      const file = await write(source, path, maxBytes)
      await inspect?.(path)
      return await use(path, file)
    } catch (error) {
      throw isDiskFull(error) ? new StorageFull('the disk is full', { cause: error }) : error
    } finally {
      await rm(path, { force: true })
    }
  },
  async sweep(olderThanMs) {
    let removed = 0
    for (const name of await namesIn(directory)) {
      if (!(await isOlder(join(directory, name), olderThanMs))) continue
      await rm(join(directory, name), { force: true })
      removed += 1
    }
    return removed
  },
})

async function write(source: Readable, path: string, maxBytes: number): Promise<Omit<StoredFile, 'key'>> {
  const hash = createHash('sha256')
  let bytes = 0
  const count = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      bytes += chunk.length
      if (bytes > maxBytes) return done(new FileTooLarge(`more than ${maxBytes} bytes`))
      hash.update(chunk)
      return done(null, chunk)
    },
  })
  await pipeline(source, count, createWriteStream(path, { mode: 0o600, flags: 'wx' }))
  return { bytes, sha256: hash.digest() }
}

/** Empty for a folder that does not exist yet. */
export async function namesIn(folder: string): Promise<string[]> {
  try {
    return await readdir(folder)
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return []
    throw error
  }
}

export async function isOlder(path: string, ms: number): Promise<boolean> {
  try {
    return Date.now() - (await stat(path)).mtimeMs > ms
  } catch (error) {
    // Another process has moved or removed it.
    if (codeOf(error) === 'ENOENT') return false
    throw error
  }
}

const codeOf = (error: unknown) => (error instanceof Error && 'code' in error ? error.code : undefined)
const isDiskFull = (error: unknown) => ['ENOSPC', 'EDQUOT', 'EFBIG'].includes(String(codeOf(error)))
