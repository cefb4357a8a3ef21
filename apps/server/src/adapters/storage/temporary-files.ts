/** Manages short-lived local files of an adapter (running uploads and copies for tools) and the space for them. */
import { createHash, randomBytes } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { access, constants, mkdir, open, readdir, rm, stat, type FileHandle } from 'node:fs/promises'
import { join } from 'node:path'
import { Transform, type Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { diskSpaceOf, isFull, leastFreeBytes, keptFree } from '#server/platform/resources/disk-space.ts'
import { FileTooLarge, StorageFull, type FileFacts, type KeepOptions } from './port.ts'

export interface TemporaryFiles {
  /** Writes the whole stream to a file and inspects the file. The file is removed after `use`, unless `use` moved it. */
  receive<T>(
    source: Readable,
    options: KeepOptions,
    use: (path: string, file: FileFacts) => Promise<T>,
  ): Promise<T>
  /** Concatenates these files into a new one. The new file is removed after `use`, unless `use` moved it. */
  join(paths: readonly string[], use: (path: string) => Promise<void>): Promise<void>
  /** Removes files older than `olderThanMs`, and returns their number. */
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
  async join(paths, use) {
    const path = join(directory, randomBytes(16).toString('hex'))
    try {
      await mkdir(directory, { recursive: true, mode: 0o700 })
      await using target = await open(path, 'wx', 0o600)
      for (const one of paths) {
        await readInto(one, (chunk) => writeWhole(target, chunk))
      }
      await use(path)
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

async function write(source: Readable, path: string, maxBytes: number): Promise<FileFacts> {
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

/** Repeats the write, because one call may write fewer bytes than requested. */
export async function writeWhole(file: FileHandle, chunk: Buffer): Promise<void> {
  let written = 0
  while (written < chunk.length) written += (await file.write(chunk, written)).bytesWritten
}

/**
 * Frees the memory of a chunk that nothing else reads, and leaves the chunk empty. V8 counts a chunk as an object of a few bytes,
 * and collects the 64 kB behind it only when many such objects have filled its young generation. Memory that the chunk shares
 * stays.
 */
export function freeMemoryOf(chunk: Buffer): void {
  const { buffer } = chunk
  if (buffer instanceof ArrayBuffer && buffer.byteLength === chunk.byteLength) buffer.transfer(0)
}

const chunkBytes = 256 * 1024

/**
 * Reads a file through one buffer, which is refilled after each `take`. A stream allocates a new buffer for each chunk; while 2 GB
 * pass, uncollected buffers add up to 80 MB.
 */
async function readInto(path: string, take: (chunk: Buffer) => Promise<void> | void): Promise<void> {
  await using file = await open(path, 'r')
  const buffer = Buffer.allocUnsafeSlow(chunkBytes)
  for (;;) {
    const { bytesRead } = await file.read(buffer, 0, chunkBytes)
    if (bytesRead === 0) return
    await take(buffer.subarray(0, bytesRead))
  }
}

export async function sha256Of(path: string): Promise<Buffer> {
  const hash = createHash('sha256')
  await readInto(path, (chunk) => void hash.update(chunk))
  return hash.digest()
}

/** Returns an empty list when the folder does not exist. */
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
    // The file is missing, because another process has moved or removed it.
    if (codeOf(error) === 'ENOENT') return false
    throw error
  }
}

/** Uploads are refused when fewer bytes than the first limit are free. With fewer than the second limit, nothing works. */
export interface SpaceLimits {
  uploadBytes: number
  anythingBytes: number
}
export const usualSpace: SpaceLimits = { uploadBytes: 1_000_000_000, anythingBytes: leastFreeBytes }

interface NeededRoom {
  /** Tests replace this function to set the space of the disk. */
  spaceOf?: typeof diskSpaceOf
  /**
   * A file of this size will be stored, and the required space must remain free afterwards. The field is absent for temporary
   * files.
   */
  bytes?: number
}

/**
 * Creates the folder.
 * @throws StorageFull when the database and other programs may need the remaining space.
 */
export async function needRoomForUpload(
  directory: string,
  { uploadBytes }: SpaceLimits,
  { spaceOf = diskSpaceOf, bytes }: NeededRoom = {},
): Promise<void> {
  await mkdir(directory, { recursive: true, mode: 0o700 })
  const space = await spaceOf(directory)
  const isBelow = bytes !== undefined && space.freeBytes - bytes < keptFree(space)
  if (isBelow || space.freeBytes < uploadBytes)
    throw new StorageFull(`the disk of ${directory} is nearly full`)
}

export async function isWritableFolder(directory: string, { anythingBytes }: SpaceLimits): Promise<boolean> {
  try {
    await mkdir(directory, { recursive: true, mode: 0o700 })
    await access(directory, constants.W_OK)
    return !isFull(await diskSpaceOf(directory), anythingBytes)
  } catch {
    return false
  }
}

/** @throws when the received bytes differ from those of the file. */
export function checkFacts(found: FileFacts, expected: FileFacts): void {
  if (found.bytes !== expected.bytes)
    throw new Error(`${found.bytes} bytes arrived instead of ${expected.bytes}`)
  if (!found.sha256.equals(expected.sha256)) throw new Error('its bytes are others: the SHA-256 differs')
}

export const codeOf = (error: unknown) => (error instanceof Error && 'code' in error ? error.code : undefined)
const isDiskFull = (error: unknown) => ['ENOSPC', 'EDQUOT', 'EFBIG'].includes(String(codeOf(error)))

export async function syncToDisk(path: string): Promise<void> {
  const handle = await open(path, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
