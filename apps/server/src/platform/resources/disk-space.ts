import { statfs } from 'node:fs/promises'

export interface DiskSpace {
  freeBytes: number
  totalBytes: number
  /** This many files can still be created. It is null on disks without such a limit. */
  freeFiles: number | null
}

/** This is the size of three segments of PostgreSQL's log. PostgreSQL stops when it cannot write a segment. */
export const leastFreeBytes = 50_000_000
const leastFiles = 1_000

/**
 * Returns the space that this process may use, without what is reserved for root.
 * @throws when the folder does not exist.
 */
export async function diskSpaceOf(directory: string): Promise<DiskSpace> {
  const { bavail, blocks, bsize, files, ffree } = await statfs(directory)
  return { freeBytes: bavail * bsize, totalBytes: blocks * bsize, freeFiles: files === 0 ? null : ffree }
}

/** The database and log of this product need at most this space beside its files. */
const mostKeptFree = 10_000_000_000

/**
 * Returns the bytes that uploads must leave free for the database, its log and other programs: a tenth of the disk, but at most 10
 * GB.
 */
export const keptFree = ({ totalBytes }: DiskSpace): number =>
  Math.min(Math.ceil(totalBytes / 10), mostKeptFree)

/** Returns whether the disk is full, so that no write works reliably. */
export function isFull({ freeBytes, freeFiles }: DiskSpace, bytes = leastFreeBytes): boolean {
  return freeBytes < bytes || (freeFiles !== null && freeFiles < leastFiles)
}
