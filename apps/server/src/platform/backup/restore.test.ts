import { mkdtemp, readdir, realpath, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startEngine, type Engine } from '@apogee/local-postgres/engine.ts'
import { chosenBinaries } from '@apogee/local-postgres/testing-binaries.ts'
import pg from 'pg'
import pino from 'pino'
import { afterEach, expect, test } from 'vitest'
import { systemClock } from '../clock.ts'
import { clusterOf } from './backup-folder.ts'
import { Backups } from './backups.ts'
import { embeddedEngineSource } from './own-source.ts'
import { restoreCluster, type RestoreOptions } from './restore.ts'
import { BackupKey } from './sealed-file.ts'

const log = pino({ level: 'silent' })
const binDir = chosenBinaries()
const secret = 'k'.repeat(32)
const key = new BackupKey(secret)
const settings = { fsync: 'off' }

const undo: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const step of undo.splice(0).toReversed()) await step()
})

async function ask<Row extends pg.QueryResultRow>(
  { connectionString }: Pick<Engine, 'connectionString'>,
  statement: string,
): Promise<Row[]> {
  const client = new pg.Client({ connectionString })
  await client.connect()
  try {
    return (await client.query<Row>(statement)).rows
  } finally {
    await client.end()
  }
}

/**
 * `npm run drill -- restore` covers a restore to the newest moment after purchases. No test restores a cluster that was restored
 * before.
 */
test('a lost data folder is restored to a moment between two transactions, and nothing else is touched', async () => {
  const root = await realpath(await mkdtemp(join(tmpdir(), 'apogee-restore-')))
  undo.push(() => rm(root, { recursive: true, force: true }))
  const directory = join(root, 'backups')
  const run = async (folder: string) => {
    const engine = await startEngine({ dataDir: join(root, folder), binDir, log, settings, isArchived: true })
    undo.push(() => engine.stop())
    const pool = new pg.Pool({ connectionString: engine.connectionString })
    const cluster = await clusterOf(pool)
    await pool.end()
    const source = embeddedEngineSource({ ...engine, archive: engine.archive ?? '' })
    const plan = { everyHours: 24, keepDays: 14 }
    const backups = await Backups.start({
      source,
      folder: join(directory, cluster),
      key,
      clock: systemClock,
      log,
      ...plan,
    })
    undo.push(() => backups.stop())
    return { engine, backups }
  }
  const restore = (folder: string, to: Date | null, more: Partial<RestoreOptions> = {}) =>
    restoreCluster(
      { directory, key, secret, cluster: null, to, binDir, log, dataDir: join(root, folder), ...more },
      async ({ pool }, { rows }) => {
        await pool.query(`insert into notes values ('marked after ${rows} rows')`)
      },
    )
  const notesIn = async (engine: Engine) =>
    (await ask<{ text: string }>(engine, 'select text from notes')).map(({ text }) => text)

  const first = await run('first')
  await ask(first.engine, `create table notes as select 'in the base backup' as text`)
  // The first backup is aborted. It fails without effect on later ones, and leaves no files.
  await expect(first.backups.take(AbortSignal.abort())).rejects.toThrow('aborted')
  await first.backups.take(new AbortController().signal)
  await ask(first.engine, `insert into notes values ('before')`)
  const [between] = await ask<{ at: Date }>(
    first.engine,
    `select clock_timestamp() + interval '2 ms' as at, pg_sleep(0.005)`,
  )
  await ask(first.engine, `insert into notes values ('after')`)
  await first.backups.stop()
  await first.engine.stop()
  await rm(join(root, 'first'), { recursive: true })

  const toMoment = await restore('moment', between?.at ?? null)
  expect(toMoment).toMatchObject({ tables: 1, holes: [] })
  const moment = await startEngine({ dataDir: join(root, 'moment'), binDir, log, settings })
  undo.push(() => moment.stop())
  expect(await notesIn(moment)).toEqual(['in the base backup', 'before', 'marked after 2 rows'])
  await moment.stop()

  await expect(restore('moment', null)).rejects.toThrow('already holds a database (postgres')
  await expect(restore('empty', new Date('2020-01-01'))).rejects.toThrow('no earlier moment can be restored')
  const otherKey = new BackupKey('o'.repeat(32))
  await expect(restore('empty', null, { key: otherKey })).rejects.toThrow('made with another key')
  expect(await readdir(root)).toEqual(['backups', 'moment'])
})
