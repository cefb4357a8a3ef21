/** Stores multipart uploads on a disk. Each part is a file until the parts are joined. */
import { randomBytes } from 'node:crypto'
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { FileMissing, FileTooLarge, PartIncomplete, type BrowserUploads, type UploadPart } from './port.ts'
import { newStorageKey } from './storage-keys.ts'
import {
  codeOf,
  freeMemoryOf,
  isOlder,
  namesIn,
  sha256Of,
  writeWhole,
  type TemporaryFiles,
} from './temporary-files.ts'

interface LocalUploadDependencies {
  /** The directory contains one folder for each upload. */
  directory: string
  incoming: TemporaryFiles
  pathOf: (key: string) => string
  /** Moves a temporary file to its key unless the key exists, because an accepted file is never replaced. */
  placeNew: (temporary: string, key: string) => Promise<void>
  needRoom: (bytes: number) => Promise<void>
}

const idPattern = /^[a-f0-9]{32}$/
const partName = /^\d{1,5}$/

export function createLocalUploads({
  directory,
  incoming,
  pathOf,
  placeNew,
  needRoom,
}: LocalUploadDependencies): BrowserUploads {
  const folderOf = ({ id }: { id: string }): string => {
    if (!idPattern.test(id)) throw new Error('not an upload')
    return join(directory, id)
  }
  return {
    origin: null,
    async begin() {
      await needRoom(0)
      const upload = { key: newStorageKey(), id: randomBytes(16).toString('hex') }
      await mkdir(folderOf(upload), { recursive: true, mode: 0o700 })
      return upload
    },
    addressOf: async () => null,
    async receive(upload, part, source) {
      await needRoom(part.bytes)
      await receivePart(folderOf(upload), part, source)
    },
    parts: (upload) => partsIn(folderOf(upload)),
    async join(upload) {
      const folder = folderOf(upload)
      const parts = await partsIn(folder)
      const paths = parts.map(({ number }) => join(folder, String(number)))
      await incoming.join(paths, (temporary) => placeNew(temporary, upload.key))
      await rm(folder, { recursive: true, force: true })
    },
    async inspect(key, { maxBytes, inspect }) {
      const path = pathOf(key)
      const bytes = await sizeOf(path)
      if (bytes > maxBytes) throw new FileTooLarge(`more than ${maxBytes} bytes`)
      await inspect?.(path)
      return { bytes, sha256: await sha256Of(path) }
    },
    async abandon(upload) {
      await rm(folderOf(upload), { recursive: true, force: true })
    },
    async sweep(olderThanMs) {
      let removed = 0
      for (const name of await namesIn(directory)) {
        if (!(await isOlder(join(directory, name), olderThanMs))) continue
        await rm(join(directory, name), { recursive: true, force: true })
        removed += 1
      }
      return removed
    },
  }
}

/**
 * Writes the part to a temporary file and renames it. A part is stored completely or not at all, and sending it again replaces it.
 */
async function receivePart(folder: string, { number, bytes }: UploadPart, source: Readable): Promise<void> {
  const temporary = join(folder, `${number}.${randomBytes(8).toString('hex')}`)
  try {
    await writeExactly(temporary, bytes, source)
    await rename(temporary, join(folder, String(number)))
  } catch (error) {
    // The folder of an upload is removed when the upload ends.
    throw codeOf(error) === 'ENOENT' ? new FileMissing('no such upload', { cause: error }) : error
  } finally {
    await rm(temporary, { force: true })
  }
}

/**
 * Writes the stream to a file. Nothing else may read a chunk of the stream, because the chunk's memory is freed as soon as it is
 * written.
 */
async function writeExactly(path: string, bytes: number, source: Readable): Promise<void> {
  await using file = await open(path, 'wx', 0o600)
  let arrived = 0
  for await (const chunk of source as AsyncIterable<Buffer>) {
    arrived += chunk.length
    if (arrived > bytes) throw new PartIncomplete(`more than ${bytes} bytes`)
    await writeWhole(file, chunk)
    freeMemoryOf(chunk)
  }
  if (arrived < bytes) throw new PartIncomplete(`${arrived} of ${bytes} bytes`)
  await file.sync()
}

async function partsIn(folder: string): Promise<UploadPart[]> {
  try {
    const names = (await readdir(folder)).filter((name) => partName.test(name))
    const parts = names.map(async (name) => ({
      number: Number(name),
      bytes: (await stat(join(folder, name))).size,
    }))
    return (await Promise.all(parts)).toSorted((one, other) => one.number - other.number)
  } catch (error) {
    throw codeOf(error) === 'ENOENT' ? new FileMissing('no such upload', { cause: error }) : error
  }
}

async function sizeOf(path: string): Promise<number> {
  try {
    return (await stat(path)).size
  } catch (error) {
    throw codeOf(error) === 'ENOENT' ? new FileMissing('no such file', { cause: error }) : error
  }
}
