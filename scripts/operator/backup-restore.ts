/**
 * `npm run backup:restore -- [--to TIME] [--cluster ID] [--drill]` restores a database from BACKUP_DIR into the empty DATA_DIR.
 * With `--drill` the restored database is for inspection: processes that serve it make no external requests.
 */
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { readConfig } from '../../apps/server/src/app/config/config.ts'
import { writeRestoreMark } from '../../apps/server/src/app/backup/restored.ts'
import { restoreCluster } from '../../apps/server/src/platform/backup/restore.ts'
import { BackupKey } from '../../apps/server/src/platform/backup/sealed-file.ts'
import { momentOf } from '../moment.ts'
import { log } from './open-database.ts'

const usage = 'Usage: npm run backup:restore -- [--to 2026-11-22T02:00:00Z] [--cluster ID] [--drill]'

async function restore(): Promise<string> {
  const { values } = parseArgs({
    options: {
      to: { type: 'string' },
      cluster: { type: 'string' },
      drill: { type: 'boolean', default: false },
    },
  })
  const to = values.to === undefined ? null : momentOf(values.to)
  const { backup, dataDir, databaseUrl } = readConfig(process.env)
  if (!backup) throw new Error('BACKUP_DIR is not set: it names the folder of the backups.')
  const { secret } = backup
  const began = performance.now()
  const { base, lastTransactionAt, tables, rows, holes } = await restoreCluster(
    {
      directory: backup.directory,
      key: new BackupKey(secret),
      secret,
      cluster: values.cluster ?? null,
      dataDir,
      to,
      outsideDatabase: databaseUrl && decodeURIComponent(new URL(databaseUrl).pathname.slice(1)),
      log,
    },
    (database, restored) =>
      writeRestoreMark(database.kysely, {
        restoredAt: new Date().toISOString(),
        to: to?.toISOString() ?? null,
        lastTransactionAt: restored.lastTransactionAt?.toISOString() ?? null,
        baseEndedAt: restored.base.manifest.endedAt,
        isDrill: values.drill,
      }),
  )
  return [
    `Restored into ${join(dataDir, 'postgres')} in ${((performance.now() - began) / 1000).toFixed(0)} s.`,
    `Base backup: ${base.name}, ended ${base.manifest.endedAt}`,
    `Asked for: ${to?.toISOString() ?? 'the newest moment'}`,
    `Newest transaction: ${lastTransactionAt?.toISOString() ?? 'none after the base backup'}`,
    `Read and found whole: ${rows} rows of ${tables} tables`,
    ...holes.map(
      ({ before, files }) =>
        `Not restored: what came after a hole in the archive, ${files} files of the log before ${before}`,
    ),
    values.drill
      ? 'This is a drill: whatever serves it sends no mail, runs no jobs and asks no payment provider.'
      : 'Next: put back uploads and APP_SECRET, then run npm run backup:close-gap, then start.',
  ].join('\n')
}

try {
  console.log(await restore())
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error))
  if (error instanceof TypeError && 'code' in error) console.error(usage)
  process.exitCode = 1
}
