import { createReadStream } from 'node:fs'
import { access, constants, mkdir, open, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { diskSpaceOf, isFull, leastFreeBytes } from '#server/platform/disk-space.ts'
import { StorageFull, type FileStorage } from './port.ts'
import { checkedKey, newStorageKey } from './storage-keys.ts'
import { createTemporaryFiles, isOlder, namesIn } from './temporary-files.ts'

/** Each chunk waits for a thread that reads and for the client to take it: four times Node's own size is three times as fast. */
const chunkBytes = 256 * 1024

interface LocalOptions {
  accelLocation?: string | null
  /** For tests. */
  spaceFor?: typeof usualSpace
}

/** Free bytes of the disk below which it refuses uploads, and below which nothing works. */
const usualSpace = { uploadBytes: 1_000_000_000, anythingBytes: leastFreeBytes }

/**
 * Files in a local folder: uploads in `incoming/`, complete files in `files/ab/abc…`. A stored file
 * survives a power failure: the file is synced, renamed, and its folder synced. `accelLocation`: the path under which a
 * reverse proxy serves `files/`, with a slash at its end.
 */
export function createLocalStorage(
  directory: string,
  { accelLocation = null, spaceFor = usualSpace }: LocalOptions = {},
): FileStorage {
  const incoming = createTemporaryFiles(join(directory, 'incoming'))
  const files = join(directory, 'files')
  const pathOf = (key: string) => join(files, checkedKey(key))

  return {
    async keep(source, options) {
      await mkdir(directory, { recursive: true, mode: 0o700 })
      // The database and other programs may need the rest.
      if ((await diskSpaceOf(directory)).freeBytes < spaceFor.uploadBytes)
        throw new StorageFull(`the disk of ${directory} is nearly full`)
      return incoming.receive(source, options, async (temporary, file) => {
        await syncToDisk(temporary)
        const key = newStorageKey()
        const folder = dirname(pathOf(key))
        const isNewFolder = (await mkdir(folder, { recursive: true, mode: 0o700 })) !== undefined
        await rename(temporary, pathOf(key))
        await syncToDisk(folder)
        if (isNewFolder) await syncToDisk(files)
        return { key, ...file }
      })
    },
    async open(key, range) {
      const stream = createReadStream(pathOf(key), { ...range, highWaterMark: chunkBytes })
      await new Promise((resolve, reject) => stream.once('open', resolve).once('error', reject))
      return stream
    },
    proxyAddress: (key) => accelLocation && `${accelLocation}${checkedKey(key)}`,
    async withLocalCopy(key, work) {
      const path = pathOf(key)
      await access(path, constants.R_OK)
      return work(path)
    },
    async remove(key) {
      await rm(pathOf(key), { force: true })
    },
    sweep: (olderThanMs) => incoming.sweep(olderThanMs),
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
        return !isFull(await diskSpaceOf(files), spaceFor.anythingBytes)
      } catch {
        return false
      }
    },
    async space() {
      await mkdir(files, { recursive: true, mode: 0o700 })
      return diskSpaceOf(files)
    },
  }
}

async function syncToDisk(path: string): Promise<void> {
  const handle = await open(path, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
