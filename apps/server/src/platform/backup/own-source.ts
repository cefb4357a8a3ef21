/** Backs up the embedded engine with PostgreSQL's backup functions, because the engine's package contains no backup programs. */
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { namesIn } from './backup-folder.ts'
import { endOf } from './child-end.ts'
import { usualSegmentBytes } from './log-names.ts'
import { writeSealed } from './sealed-file.ts'
import type { BackupSource, BaseTarget } from './source.ts'

const archivedWithinMs = 10 * 60_000
const finishedWithinMs = 5_000

/** A copy must not, or need not, contain these files (PostgreSQL: Making a base backup using the low level API). */
const leftOut = [
  './pg_wal/*',
  './postmaster.pid',
  './postmaster.opts',
  './pg_replslot/*',
  './pg_dynshmem/*',
  './pg_notify/*',
  './pg_serial/*',
  './pg_snapshots/*',
  './pg_stat_tmp/*',
  './pg_subtrans/*',
  './backup_label*',
  './tablespace_map*',
  'pgsql_tmp*',
  'pg_internal.init*',
]

interface OwnEngine {
  administratorConnectionString: string
  cluster: string
  archive: string
}

export function embeddedEngineSource({
  administratorConnectionString,
  cluster,
  archive,
}: OwnEngine): BackupSource {
  const asAdministrator = async <T>(
    work: (client: pg.Client) => Promise<T>,
    signal?: AbortSignal,
  ): Promise<T> => {
    const client = new pg.Client({
      connectionString: administratorConnectionString,
      application_name: 'apogee backup',
    })
    // Without a listener the error would end the process. The running query already fails when its connection is lost.
    client.on('error', () => undefined)
    await client.connect()
    const cut = () => client.connection.stream.destroy()
    signal?.addEventListener('abort', cut, { once: true })
    try {
      return await work(client)
    } finally {
      signal?.removeEventListener('abort', cut)
      await client.end()
    }
  }
  const copyFiles = (target: BaseTarget, signal: AbortSignal) =>
    asAdministrator(async (client) => {
      if ((await namesIn(join(cluster, 'pg_tblspc'))).length > 0)
        throw new Error('The database uses tablespaces, which backups do not cover.')
      const [begun] = (
        await client.query<{ wal: string; major: number }>(
          `select pg_walfile_name(pg_backup_start('apogee', true)) as wal,
             current_setting('server_version_num')::int / 10000 as major`,
        )
      ).rows
      if (!begun) throw new Error('the backup did not start')
      await copyTree(cluster, target, signal)
      await client.query(`set statement_timeout = ${archivedWithinMs}`)
      const [ended] = (
        await client.query<{ label: string; at: Date }>(
          'select labelfile as label, clock_timestamp() as at from pg_backup_stop(true)',
        )
      ).rows
      if (!ended) throw new Error('the backup did not end')
      return {
        firstWal: begun.wal,
        segmentBytes: usualSegmentBytes,
        major: begun.major,
        label: ended.label,
        endedAt: ended.at.toISOString(),
      }
    }, signal)

  return {
    spool: archive,
    copyFiles,
    finishLog: () =>
      asAdministrator(async (client) => {
        const { rows } = await client.query<{ wal: string }>(
          'select pg_walfile_name(pg_switch_wal() - 1) as wal',
        )
        await untilArchived(client, rows[0]?.wal ?? '')
      }),
    stop: async () => undefined,
  }
}

/** Waits until the file is archived. When that takes too long, the next start removes the file. */
async function untilArchived(client: pg.Client, name: string): Promise<void> {
  const giveUpAt = Date.now() + finishedWithinMs
  while (Date.now() < giveUpAt) {
    // Nothing was written after the previous file, which may have left the archive folder already.
    const { rows } = await client.query<{ isThere: boolean }>(
      'select coalesce(left(last_archived_wal, 24) >= $1 collate "C", false) as "isThere" from pg_stat_archiver',
      [name],
    )
    if (rows[0]?.isThere) return
    await pause(50)
  }
}

async function copyTree(cluster: string, target: BaseTarget, signal: AbortSignal): Promise<void> {
  const tar = spawn(
    'tar',
    ['--create', '--file=-', `--directory=${cluster}`, ...leftOut.map((name) => `--exclude=${name}`), '.'],
    { stdio: ['ignore', 'pipe', 'pipe'], signal },
  )
  const { code, words } = endOf(tar)
  try {
    await writeSealed(target.path, { ...target, signal }, tar.stdout)
  } catch (error) {
    tar.kill()
    await code.catch(() => undefined)
    throw error
  }
  // Exit code 1 of GNU tar means that a file changed while it was read. Replaying the log repairs such a file.
  if (![0, 1].includes((await code) ?? -1))
    throw new Error(`the database files could not be copied: ${words()}`)
}
