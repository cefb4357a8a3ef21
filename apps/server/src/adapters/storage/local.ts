import { access, constants, link, mkdir, open, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { diskSpaceOf } from '#server/platform/resources/disk-space.ts'
import { FileRange } from '#server/platform/resources/file-range.ts'
import { markFolder } from './owner-mark.ts'
import { FileMissing, type MovableStorage } from './port.ts'
import { readText, replaceText } from './notes.ts'
import { createLocalUploads } from './local-uploads.ts'
import { checkedKey, newStorageKey } from './storage-keys.ts'
import {
  checkFacts,
  codeOf,
  createTemporaryFiles,
  isOlder,
  isWritableFolder,
  namesIn,
  needRoomForUpload,
  syncToDisk,
  usualSpace,
  type SpaceLimits,
} from './temporary-files.ts'

interface LocalOptions {
  accelLocation?: string | null
  spaceFor?: SpaceLimits
  spaceOf?: typeof diskSpaceOf
}

/**
 * Stores files in a local folder: uploads in `incoming/`, complete files in `files/ab/abc…`, notes in `notes/`. A stored file
 * survives a power failure, because the file is synced, renamed, and its folder synced. `accelLocation` is the path under which a
 * reverse proxy serves `files/`, with a slash at its end.
 */
export function createLocalStorage(
  directory: string,
  { accelLocation = null, spaceFor = usualSpace, spaceOf = diskSpaceOf }: LocalOptions = {},
): MovableStorage {
  const incoming = createTemporaryFiles(join(directory, 'incoming'))
  const files = join(directory, 'files')
  const notes = join(directory, 'notes')
  const pathOf = (key: string) => join(files, checkedKey(key))

  const needRoom = (bytes: number) => needRoomForUpload(directory, spaceFor, { spaceOf, bytes })
  const place = (temporary: string, key: string, put?: Put) => placeFile(temporary, pathOf(key), files, put)

  return {
    async keep(source, options) {
      // Files that the server itself writes have no size limit.
      await needRoom(options.maxBytes < Number.MAX_SAFE_INTEGER ? options.maxBytes : 0)
      return incoming.receive(source, options, async (temporary, file) => {
        const key = newStorageKey()
        await place(temporary, key)
        return { key, ...file }
      })
    },
    async open(key, range) {
      const file = await orMissing(open(pathOf(key)))
      return new FileRange(file, range, () => file.close())
    },
    proxyAddress: (key) => accelLocation && `${accelLocation}${checkedKey(key)}`,
    browserAddress: async () => null,
    browserOrigin: null,
    browserUploads: createLocalUploads({
      directory: join(directory, 'parts'),
      incoming,
      pathOf,
      placeNew: (temporary, key) => place(temporary, key, linkUnlessThere),
      needRoom,
    }),
    async withLocalCopy(key, work) {
      const path = pathOf(key)
      await orMissing(access(path, constants.R_OK))
      return work(path)
    },
    async remove(key) {
      await rm(pathOf(key), { force: true })
    },
    sweep: (olderThanMs) => incoming.sweep(olderThanMs),
    claim: (identity) => markFolder(directory, identity),
    readNote: (name) => readText(join(notes, name)),
    writeNote: (name, text) => replaceText(notes, name, text),
    async *keys(olderThanMs) {
      for (const folder of await namesIn(files)) {
        for (const name of await namesIn(join(files, folder))) {
          if (await isOlder(join(files, folder, name), olderThanMs)) yield `${folder}/${name}`
        }
      }
    },
    isWritable: () => isWritableFolder(files, spaceFor),
    async copyIn(key, source, expected) {
      await needRoom(expected.bytes)
      await incoming.receive(source, { maxBytes: expected.bytes }, async (temporary, file) => {
        checkFacts(file, expected)
        await place(temporary, checkedKey(key))
      })
    },
    async describe(key) {
      try {
        return { bytes: (await stat(pathOf(key))).size, sha256: null }
      } catch (error) {
        if (codeOf(error) === 'ENOENT') return null
        throw error
      }
    },
    async space() {
      await mkdir(files, { recursive: true, mode: 0o700 })
      return spaceOf(files)
    },
  }
}

async function orMissing<T>(opening: Promise<T>): Promise<T> {
  try {
    return await opening
  } catch (error) {
    throw codeOf(error) === 'ENOENT' ? new FileMissing('no such file', { cause: error }) : error
  }
}

async function linkUnlessThere(path: string, target: string): Promise<void> {
  try {
    await link(path, target)
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error
  }
}

type Put = (from: string, to: string) => Promise<void>

/** The file survives a power failure once the promise has resolved. */
async function placeFile(temporary: string, path: string, files: string, put: Put = rename): Promise<void> {
  await syncToDisk(temporary)
  const folder = dirname(path)
  const isNewFolder = (await mkdir(folder, { recursive: true, mode: 0o700 })) !== undefined
  await put(temporary, path)
  await syncToDisk(folder)
  if (isNewFolder) await syncToDisk(files)
}
