/** A storage without local files, such as a network service: proves that nothing relies on paths. */
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import type { FileStorage } from './port.ts'
import { checkedKey, newStorageKey } from './storage-keys.ts'
import { createTemporaryFiles } from './temporary-files.ts'

export interface MemoryStorage extends FileStorage {
  /** Makes every stored file look this old. */
  age(ms: number): void
}

/** `directory` holds running uploads and copies for tools. */
export function createMemoryStorage(directory: string): MemoryStorage {
  const temporaries = createTemporaryFiles(directory)
  const files = new Map<string, { content: Buffer; storedAt: number }>()

  function fileOf(key: string): Buffer {
    const found = files.get(checkedKey(key))
    if (!found) throw new Error('no such file')
    return found.content
  }

  return {
    keep: (source, options) =>
      temporaries.receive(source, options, async (path, file) => {
        const key = newStorageKey()
        files.set(key, { content: await readFile(path), storedAt: Date.now() })
        return { key, ...file }
      }),
    async open(key, range) {
      const content = fileOf(key)
      return Readable.from([range ? content.subarray(range.start, range.end + 1) : content])
    },
    proxyAddress: () => null,
    async withLocalCopy(key, work) {
      const content = fileOf(key)
      return temporaries.receive(Readable.from([content]), { maxBytes: content.length }, work)
    },
    async remove(key) {
      files.delete(checkedKey(key))
    },
    sweep: (olderThanMs) => temporaries.sweep(olderThanMs),
    async *keys(olderThanMs) {
      for (const [key, { storedAt }] of files) if (Date.now() - storedAt > olderThanMs) yield key
    },
    isWritable: async () => true,
    space: async () => null,
    age(ms) {
      for (const file of files.values()) file.storedAt = Date.now() - ms
    },
  }
}

/** The files of a crash during an upload. */
export const leaveHalfAnUpload = (directory: string): Promise<void> =>
  writeFile(join(directory, 'f'.repeat(32)), 'half a file')
