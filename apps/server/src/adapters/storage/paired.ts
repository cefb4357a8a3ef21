/** Combines two storages while files move from one to the other (docs/operations.md#moving-files-between-disk-and-s3). */
import { FileMissing, type FileStorage } from './port.ts'

/** The pair writes to `main`, reads from `other` the files that `main` lacks, and removes files from both. */
export function createPairedStorage(main: FileStorage, other: FileStorage): FileStorage {
  /** This first request alone decides whether `main` has the file, because later work on the file may fail for other reasons. */
  const orOther = async <T>(ask: (storage: FileStorage) => Promise<T>): Promise<T> => {
    try {
      return await ask(main)
    } catch (error) {
      if (!(error instanceof FileMissing)) throw error
      return ask(other)
    }
  }
  return {
    keep: (source, options) => main.keep(source, options),
    open: (key, range) => orOther((storage) => storage.open(key, range)),
    // An address of `main` would be wrong for a file that only `other` has, so there are none. Uploads of browsers go to `main`.
    proxyAddress: () => null,
    browserAddress: async () => null,
    browserOrigin: null,
    browserUploads: main.browserUploads,
    withLocalCopy: (key, work) => orOther((storage) => storage.withLocalCopy(key, work)),
    async remove(key) {
      const ends = await Promise.allSettled([main.remove(key), other.remove(key)])
      for (const end of ends) if (end.status === 'rejected') throw end.reason
    },
    sweep: (olderThanMs) => main.sweep(olderThanMs),
    async claim(identity) {
      const mark = await main.claim(identity)
      return mark.identity === identity ? other.claim(identity) : mark
    },
    readNote: async (name) => (await main.readNote(name)) ?? other.readNote(name),
    writeNote: (name, text) => main.writeNote(name, text),
    keys: (olderThanMs) => main.keys(olderThanMs),
    isWritable: () => main.isWritable(),
    space: () => main.space(),
  }
}
