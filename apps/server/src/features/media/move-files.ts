/** Copies all files from one storage to another while the product runs (docs/operations.md#moving-files-between-disk-and-s3). */
import { createHash } from 'node:crypto'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import {
  FileMissing,
  StorageFull,
  StorageUnavailable,
  type MovableStorage,
} from '#server/adapters/storage/port.ts'
import type { Db } from '#server/platform/database/database.ts'
import { forEachConcurrently } from '#server/platform/resources/for-each-concurrently.ts'
import * as store from './media.store.ts'

export interface MoveReport {
  files: number
  bytes: number
  /** Counts files that were copied and then verified by reading the copy. */
  copied: number
  /** Counts files that existed at the target with the same size and SHA-256. */
  present: number
  /** Counts files that the product deleted during the move. */
  deleted: number
  failed: { key: string; problem: string }[]
}

interface Move {
  db: Db
  from: MovableStorage
  to: MovableStorage
  /** Called after each batch of files. */
  onProgress?: (report: MoveReport) => void
}

const batch = 200
const concurrency = 4

/**
 * Copies the files. Idempotent: files at the target are compared, not copied again. The source stays unchanged. A problem with one
 * file is reported. An unreachable or full storage ends the move, and the next run continues.
 */
export async function copyFiles({ db, from, to, onProgress }: Move): Promise<MoveReport> {
  const report: MoveReport = { files: 0, bytes: 0, copied: 0, present: 0, deleted: 0, failed: [] }
  let last = ''
  for (;;) {
    const files = await store.filesAfter(db, last, batch)
    const end = files.at(-1)
    if (!end) return report
    last = end.key
    await forEachConcurrently(files, concurrency, (file) => copyOne({ db, from, to }, file, report))
    onProgress?.(report)
  }
}

async function copyOne({ db, from, to }: Move, file: store.StoredFileRow, report: MoveReport): Promise<void> {
  report.files += 1
  report.bytes += file.bytes
  try {
    if (await holds(to, file)) {
      report.present += 1
      return
    }
    await to.copyIn(file.key, await from.open(file.key), file)
    if (!(await digestOf(await to.open(file.key))).equals(file.sha256))
      throw new Error('the copy has other bytes than were written')
  } catch (error) {
    if (error instanceof StorageUnavailable || error instanceof StorageFull) throw error
    if (await isDeleted(db, file.key)) report.deleted += 1
    else report.failed.push({ key: file.key, problem: problemOf(error) })
    return
  }
  if (await isDeleted(db, file.key)) {
    // The product deleted the file during the move, so nothing would ever delete the copy.
    await to.remove(file.key)
    report.deleted += 1
  } else report.copied += 1
}

/**
 * Returns whether the target has the file with the same bytes. A digest from the storage is trusted; without one the file is read.
 */
async function holds(to: MovableStorage, { key, bytes, sha256 }: store.StoredFileRow): Promise<boolean> {
  const found = await to.describe(key)
  if (found?.bytes !== bytes) return false
  return sha256.equals(found.sha256 ?? (await digestOf(await to.open(key))))
}

async function digestOf(content: Readable): Promise<Buffer> {
  const hash = createHash('sha256')
  await pipeline(content, hash)
  return hash.digest()
}

const isDeleted = async (db: Db, key: string) => (await store.knownKeys(db, [key])).size === 0

const problemOf = (error: unknown) => {
  if (error instanceof FileMissing) return 'it is missing where it should be copied from'
  return error instanceof Error ? error.message : String(error)
}
