/** Copies finished write-ahead log files to a folder, from which the owner of the engine moves them away. */
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Identity } from './binaries.ts'

/**
 * PostgreSQL archives a file after this time even if it is not full. With the time to move the file away, a loss of the data folder
 * costs at most one minute of changes.
 */
const archiveTimeoutSeconds = 45

/** The folder is beside the cluster, so that copies of the cluster do not contain it. */
export async function ensureArchive(dataFolder: string, identity: Identity): Promise<string> {
  const archive = join(dataFolder, 'postgres-archive')
  try {
    await mkdir(archive, { mode: 0o700 })
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
  }
  await identity.handOver(archive)
  return archive
}

/**
 * PostgreSQL repeats the command until it succeeds, so a file may be copied twice. A file whose name begins with a dot is not
 * complete yet. All others are complete and on the disk.
 */
export function archiveSettings(archive: string): Record<string, string> {
  // PostgreSQL replaces `%f` and `%p` in the command, so a percent sign in the path has to be doubled.
  const folder = archive.replaceAll('%', '%%')
  const draft = quoted(`${folder}/.%f`)
  return {
    archive_mode: 'on',
    archive_timeout: String(archiveTimeoutSeconds),
    archive_command: `cp "%p" ${draft} && sync ${draft} && mv ${draft} ${quoted(`${folder}/%f`)} && sync ${quoted(folder)}`,
  }
}

export const quoted = (word: string): string => `'${word.replaceAll("'", `'\\''`)}'`
