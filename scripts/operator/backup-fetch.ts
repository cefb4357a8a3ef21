/**
 * `npm run backup:fetch -- [--to TIME] [--cluster ID]` fetches the files that `npm run backup:restore` needs with the same options
 * from the backup bucket into the empty BACKUP_DIR.
 */
import { parseArgs } from 'node:util'
import { bucketOf } from '../../apps/server/src/app/backup/backups.ts'
import { readConfig } from '../../apps/server/src/app/config/config.ts'
import { fetchBackups } from '../../apps/server/src/platform/backup/fetch-backups.ts'
import { BackupKey } from '../../apps/server/src/platform/backup/sealed-file.ts'
import { momentOf } from '../moment.ts'

const usage = 'Usage: npm run backup:fetch -- [--to 2026-11-22T02:00:00Z] [--cluster ID]'

async function fetchFromBucket(): Promise<string> {
  const { values } = parseArgs({ options: { to: { type: 'string' }, cluster: { type: 'string' } } })
  const to = values.to === undefined ? null : momentOf(values.to)
  const { backup } = readConfig(process.env)
  if (!backup)
    throw new Error('BACKUP_DIR is not set: it names the folder that the backups are fetched into.')
  const store = await bucketOf(backup)
  if (!store || !backup.bucket)
    throw new Error('BACKUP_S3_BUCKET is not set: it names the bucket of the backups.')
  const { cluster, base, files } = await fetchBackups({
    store,
    where: `the bucket '${backup.bucket.bucket}'`,
    directory: backup.directory,
    key: new BackupKey(backup.secret),
    cluster: values.cluster ?? null,
    to,
  })
  return [
    `Fetched ${files} files of the database ${cluster} into ${backup.directory}.`,
    `Base backup: ${base.name}, ended ${base.manifest.endedAt}`,
    'Next: npm run backup:restore, with the same --to.',
  ].join('\n')
}

try {
  console.log(await fetchFromBucket())
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error))
  if (error instanceof TypeError && 'code' in error) console.error(usage)
  process.exitCode = 1
}
