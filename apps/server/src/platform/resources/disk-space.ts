import { statfs } from 'node:fs/promises'

export interface DiskSpace {
  freeBytes: number
  totalBytes: number
  /** The value is the number of files that can still be created, or null on disks without a limit. */
  freeFiles: number | null
}

/** The value equals three segments of PostgreSQL's log. PostgreSQL stops when it cannot write a segment. */
export const leastFreeBytes = 50_000_000
const leastFiles = 1_000

/** Returns the space available to this process, not to root. @throws when the folder does not exist. */
export async function diskSpaceOf(directory: string): Promise<DiskSpace> {
  const { bavail, blocks, bsize, files, ffree } = await statfs(directory)
  return { freeBytes: bavail * bsize, totalBytes: blocks * bsize, freeFiles: files === 0 ? null : ffree }
}

/** The database and log of this product need at most this space beside its files. */
const mostKeptFree = 10_000_000_000

/** Reserves a tenth of a disk, but at most 10 GB, for the database, its log and other programs; uploads cannot use it. */
export const keptFree = ({ totalBytes }: DiskSpace): number =>
  Math.min(Math.ceil(totalBytes / 10), mostKeptFree)

/** Returns whether the disk is full, so that no write works reliably. */
export function isFull({ freeBytes, freeFiles }: DiskSpace, bytes = leastFreeBytes): boolean {
  return freeBytes < bytes || (freeFiles !== null && freeFiles < leastFiles)
}
