/** Sets up `npm run test:replicas` for Vitest: a primary with a migrated template, and a streaming standby of it. */
import { chown, cp, mkdir, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startEngine, type Engine } from '@apogee/local-postgres/engine.ts'
import { chosenBinaries } from '@apogee/local-postgres/testing-binaries.ts'
import pg from 'pg'
import pino from 'pino'
import type { TestProject } from 'vitest/node'
import { createTemplate } from './testing-setup.ts'

declare module 'vitest' {
  interface ProvidedContext {
    testStandby: {
      /** This connection string is that of the superuser. */
      connectionString: string
      cluster: string
    }
  }
}

/** With these settings the engine is faster, and data would not survive a crash. */
const settings = { fsync: 'off', full_page_writes: 'off', shared_buffers: '16MB', autovacuum: 'off' }
const leftOut = new Set(['postmaster.pid', 'postmaster.opts', 'backup_label'])

export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'apogee-streaming-'))
  const log = pino({ level: 'warn' })
  const common = { binDir: chosenBinaries(), log }
  const primary = await startEngine({ ...common, dataDir: join(folder, 'primary'), settings })
  const template = await createTemplate(primary.connectionString, log)
  const dataDir = join(folder, 'standby')
  await copyBase(primary, dataDir)
  const standby = await startEngine({
    ...common,
    dataDir,
    isForeign: true,
    settings: {
      ...settings,
      primary_conninfo: `host=${new pg.Client(primary.administratorConnectionString).host} port=5432 user=postgres`,
      // A read may delay the replay by at most this time.
      max_standby_streaming_delay: '100ms',
    },
  })
  project.provide('testEngine', {
    connectionString: primary.connectionString,
    template,
    runningRole: 'apogee',
    isTwoRoles: false,
  })
  project.provide('testStandby', {
    connectionString: standby.administratorConnectionString,
    cluster: standby.cluster,
  })
  return async () => {
    await standby.stop()
    await primary.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

/** Copies the primary's files without pg_basebackup, which the engine's package lacks. */
async function copyBase({ administratorConnectionString, cluster }: Engine, dataDir: string): Promise<void> {
  const target = join(dataDir, 'postgres')
  await mkdir(dataDir, { mode: 0o700 })
  const client = new pg.Client({ connectionString: administratorConnectionString })
  await client.connect()
  try {
    await client.query(`SELECT pg_backup_start('standby', true)`)
    await cp(cluster, target, {
      recursive: true,
      filter: (source) => !leftOut.has(source.slice(cluster.length + 1)),
    })
    const { rows } = await client.query<{ label: string }>(
      'SELECT labelfile AS label FROM pg_backup_stop(false)',
    )
    await writeFile(join(target, 'backup_label'), rows[0]?.label ?? '', { mode: 0o600 })
    await writeFile(join(target, 'standby.signal'), '', { mode: 0o600 })
  } finally {
    await client.end()
  }
  const { uid, gid } = await stat(cluster)
  await chown(target, uid, gid)
  for (const name of await readdir(target, { recursive: true })) await chown(join(target, name), uid, gid)
}
