import { join } from 'node:path'
import type { Engine } from '@apogee/local-postgres/engine.ts'
import type { Logger } from 'pino'
import type { S3Objects } from '#server/adapters/storage/s3-objects.ts'
import { systemClock } from '#server/platform/clock.ts'
import { clusterOf } from '#server/platform/backup/backup-folder.ts'
import { Backups } from '#server/platform/backup/backups.ts'
import { BackupKey } from '#server/platform/backup/sealed-file.ts'
import type { BackupSource } from '#server/platform/backup/source.ts'
import type { Database } from '#server/platform/database/database.ts'
import type { BackupConfig } from '../config/config-backup.ts'
import type { Config } from '../config/config.ts'

/** Each cluster has its own folder below this prefix. */
const prefixInBucket = 'backups/'

/** Returns the bucket of the copies, or null when none is configured. Its library is loaded only when a bucket is configured. */
export async function bucketOf({ bucket }: BackupConfig): Promise<S3Objects | null> {
  if (!bucket) return null
  const { createS3Objects } = await import('#server/adapters/storage/s3-objects.ts')
  return createS3Objects(bucket, prefixInBucket)
}

/** @param engine is undefined when the operator provides the database at DATABASE_URL. */
export async function startBackups(
  { backup, dataDir, databaseUrl, databaseDirectUrl }: Config,
  database: Database,
  engine: Engine | undefined,
  log: Logger,
): Promise<Backups | null> {
  if (!backup) return null
  const key = new BackupKey(backup.secret)
  const connectionString = databaseDirectUrl ?? databaseUrl
  const { directory, everyHours, keepDays } = backup
  const cluster = await clusterOf(database.pool)
  const folder = join(directory, cluster)
  const store = await bucketOf(backup)
  const bucket = store ? { store, cluster } : undefined
  const source = await sourceOf({ engine, connectionString, spool: join(dataDir, 'postgres-log'), log })
  try {
    return await Backups.start({
      source,
      folder,
      key,
      bucket,
      everyHours,
      keepDays,
      log,
      clock: systemClock,
    })
  } catch (error) {
    await source.stop()
    throw error
  }
}

async function sourceOf({
  engine,
  connectionString,
  spool,
  log,
}: {
  engine: Engine | undefined
  connectionString: string | null
  spool: string
  log: Logger
}): Promise<BackupSource> {
  if (engine?.archive) {
    const { embeddedEngineSource } = await import('#server/platform/backup/own-source.ts')
    return embeddedEngineSource({ ...engine, archive: engine.archive })
  }
  const { externalEngineSource } = await import('#server/platform/backup/outside-source.ts')
  return externalEngineSource({ connectionString: connectionString ?? '', spool, log })
}
