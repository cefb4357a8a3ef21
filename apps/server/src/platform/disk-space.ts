/** How much room the disk of a folder has. */
import { statfs } from 'node:fs/promises'

export interface DiskSpace {
  freeBytes: number
  totalBytes: number
  /** Files that can still be made; null on disks that have no such limit. */
  freeFiles: number | null
}

/** Three segments of PostgreSQL's log, which ends all work when it cannot write one. */
export const leastFreeBytes = 50_000_000
const leastFiles = 1_000

/** The room for this process, not for root. @throws when there is no such folder. */
export async function diskSpaceOf(directory: string): Promise<DiskSpace> {
  const { bavail, blocks, bsize, files, ffree } = await statfs(directory)
  return { freeBytes: bavail * bsize, totalBytes: blocks * bsize, freeFiles: files === 0 ? null : ffree }
}

/** No database and log of this product need more beside its files. */
const mostKeptFree = 10_000_000_000

/** Uploads leave a tenth of a disk free for the database, its log and other programs, but at most 10 GB. */
export const keptFree = ({ totalBytes }: DiskSpace): number =>
  Math.min(Math.ceil(totalBytes / 10), mostKeptFree)

/** A disk below this is full: nothing that writes works reliably. */
export function isFull({ freeBytes, freeFiles }: DiskSpace, bytes = leastFreeBytes): boolean {
  return freeBytes < bytes || (freeFiles !== null && freeFiles < leastFiles)
}
