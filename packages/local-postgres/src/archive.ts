/** Copies finished write-ahead log files to a folder, from which the owner of the engine moves them away. */
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Identity } from './binaries.ts'

/** Together with the time to move a file away, a loss of the data folder costs at most one minute. */
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
 * PostgreSQL repeats the command until it succeeds, also for a file that was copied before. A name without a leading dot is a
 * complete file that is on the disk.
 */
export function archiveSettings(archive: string): Record<string, string> {
  // PostgreSQL replaces %f and %p, so that a percent sign of the path is doubled.
  const folder = archive.replaceAll('%', '%%')
  const draft = quoted(`${folder}/.%f`)
  return {
    archive_mode: 'on',
    archive_timeout: String(archiveTimeoutSeconds),
    archive_command: `cp "%p" ${draft} && sync ${draft} && mv ${draft} ${quoted(`${folder}/%f`)} && sync ${quoted(folder)}`,
  }
}

export const quoted = (word: string): string => `'${word.replaceAll("'", `'\\''`)}'`
