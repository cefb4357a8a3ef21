import { Readable } from 'node:stream'
import type { ZipArchive, ZipEntry } from '#server/platform/zip/read-zip.ts'

/** Creates an archive from contents by path. `reads` counts how often each file is read. */
export function archiveOf(files: Readonly<Record<string, string | Buffer>>) {
  const reads = new Map<string, number>()
  const contentOf = ({ path }: ZipEntry) => Buffer.from(files[path] ?? '')
  const archive: ZipArchive = {
    leftOut: [],
    entries: Object.entries(files).map(([path, text]) => ({ path, bytes: Buffer.byteLength(text) })),
    open: async (entry) => Readable.from([contentOf(entry)]),
    read: async (entry) => {
      reads.set(entry.path, (reads.get(entry.path) ?? 0) + 1)
      return contentOf(entry)
    },
    head: async (entry, bytes) => contentOf(entry).subarray(0, bytes),
    locate: () => Promise.reject(new Error('nothing is located')),
  }
  return { archive, reads }
}
