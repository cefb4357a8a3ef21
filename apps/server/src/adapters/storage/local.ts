import { createHash, randomBytes } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { access, constants, mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { Transform, type Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { FileTooLarge, StorageFull, type FileStorage } from './port.ts'

const keyPattern = /^[a-f0-9]{2}\/[a-f0-9]{32}$/

/** Files in a folder of this machine: `incoming/` while they arrive, `files/ab/abc…` once they are whole. */
export function createLocalStorage(directory: string): FileStorage {
  const incoming = join(directory, 'incoming')
  const files = join(directory, 'files')

  function pathOf(key: string): string {
    if (!keyPattern.test(key)) throw new Error('not a storage key')
    return join(files, key)
  }

  return {
    pathOf,
    async keep(source, { maxBytes, inspect }) {
      const temporary = join(incoming, randomBytes(16).toString('hex'))
      try {
        await mkdir(incoming, { recursive: true, mode: 0o700 })
        const { bytes, sha256 } = await receive(source, temporary, maxBytes)
        await inspect?.(temporary)
        await syncToDisk(temporary)
        const name = randomBytes(16).toString('hex')
        const key = `${name.slice(0, 2)}/${name}`
        const folder = join(files, name.slice(0, 2))
        const isNewFolder = (await mkdir(folder, { recursive: true, mode: 0o700 })) !== undefined
        await rename(temporary, pathOf(key))
        await syncToDisk(folder)
        if (isNewFolder) await syncToDisk(files)
        return { key, bytes, sha256 }
      } catch (error) {
        await rm(temporary, { force: true })
        throw isDiskFull(error) ? new StorageFull('the disk is full', { cause: error }) : error
      }
    },
    async open(key, range) {
      const stream = createReadStream(pathOf(key), range)
      await new Promise((resolve, reject) => stream.once('open', resolve).once('error', reject))
      return stream
    },
    size: async (key) => (await stat(pathOf(key))).size,
    remove: (key) => rm(pathOf(key), { force: true }),
    async sweep(olderThanMs) {
      let removed = 0
      for (const name of await namesIn(incoming)) {
        if (!(await isOlder(join(incoming, name), olderThanMs))) continue
        await rm(join(incoming, name), { force: true })
        removed += 1
      }
      return removed
    },
    async *keys(olderThanMs) {
      for (const folder of await namesIn(files)) {
        for (const name of await namesIn(join(files, folder))) {
          if (await isOlder(join(files, folder, name), olderThanMs)) yield `${folder}/${name}`
        }
      }
    },
    async isWritable() {
      try {
        await mkdir(files, { recursive: true, mode: 0o700 })
        await access(files, constants.W_OK)
        return true
      } catch {
        return false
      }
    },
  }
}

async function receive(
  source: Readable,
  path: string,
  maxBytes: number,
): Promise<{ bytes: number; sha256: Buffer }> {
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

async function syncToDisk(path: string): Promise<void> {
  const handle = await open(path, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

async function namesIn(folder: string): Promise<string[]> {
  try {
    return await readdir(folder)
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return []
    throw error
  }
}

async function isOlder(path: string, ms: number): Promise<boolean> {
  try {
    return Date.now() - (await stat(path)).mtimeMs > ms
  } catch (error) {
    // Moved to its place or removed by another process meanwhile.
    if (codeOf(error) === 'ENOENT') return false
    throw error
  }
}

const codeOf = (error: unknown) => (error instanceof Error && 'code' in error ? error.code : undefined)
const isDiskFull = (error: unknown) => ['ENOSPC', 'EDQUOT', 'EFBIG'].includes(String(codeOf(error)))
