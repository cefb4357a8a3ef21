/** Background work on files: measuring their length, and deleting unused files. */
import type { FileStorage } from '#server/adapters/storage/port.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Database, Log } from '#server/platform/database/database.ts'
import { readLength } from './uploads/media.probe.ts'
import * as store from './media.store.ts'

interface JobDependencies {
  database: Database
  storage: FileStorage
  clock: Clock
  log: Log
}

const hourMs = 3_600_000
/** A running upload is written continuously, so an older temporary file is abandoned. */
const abandonedAfterMs = hourMs
/** A file without a row is kept for a day, so that operators can notice a restored database before files are deleted. */
const rowlessAfterMs = 24 * hourMs
/** An upload is deleted if nothing refers to it after this time. */
const unusedAfterMs = 7 * 24 * hourMs
/** Uploads in parts are deleted after this time. Calls for them are refused some hours earlier (parted-uploads.ts). */
const unfinishedAfterMs = 24 * hourMs
const batch = 500

/**
 * Measures a video's seconds or a document's pages and returns the seconds. A file without them keeps null, and the reason is
 * logged.
 */
export async function probeMedia(
  { database, storage, clock, log }: JobDependencies,
  mediaId: number,
): Promise<number | null> {
  const file = await store.mediaById(database.kysely, mediaId)
  if (!file) return null
  const length = await storage.withLocalCopy(file.storageKey, (path) => readLength(path, file.contentType))
  if ('problem' in length) log.warn({ mediaId, problem: length.problem }, 'length of a file unknown')
  const seconds = 'seconds' in length ? length.seconds : null
  const pages = 'pages' in length ? length.pages : null
  await store.saveProbe(database.kysely, mediaId, { seconds, pages }, clock.now())
  return seconds
}

/** Deletes temporary files of crashes, unfinished uploads, unused rows, and files without a row, in that order. */
export async function sweepMedia(
  { database, storage, clock, log }: JobDependencies,
  stopping?: AbortSignal,
): Promise<void> {
  const temporary = await storage.sweep(abandonedAfterMs)
  const unfinished = (await storage.browserUploads?.sweep(unfinishedAfterMs)) ?? 0
  const unused = await store.deleteUnused(
    database.kysely,
    new Date(clock.now().getTime() - unusedAfterMs),
    batch,
  )
  for (const key of unused) {
    // The rest is left to a later run, which deletes all files without a row.
    if (stopping?.aborted) break
    await storage.remove(key)
  }
  let rowless = 0
  for await (const keys of inBatches(storage.keys(rowlessAfterMs))) {
    if (stopping?.aborted) break
    const known = await store.knownKeys(database.kysely, keys)
    for (const key of keys.filter((candidate) => !known.has(candidate))) {
      if (stopping?.aborted) break
      await storage.remove(key)
      rowless += 1
    }
  }
  if (temporary + unfinished + unused.length + rowless > 0) {
    log.info({ temporary, unfinished, unused: unused.length, rowless }, 'unused files removed')
  }
}

async function* inBatches(keys: AsyncIterable<string>): AsyncIterable<string[]> {
  let waiting: string[] = []
  for await (const key of keys) {
    waiting.push(key)
    if (waiting.length < batch) continue
    yield waiting
    waiting = []
  }
  if (waiting.length > 0) yield waiting
}
