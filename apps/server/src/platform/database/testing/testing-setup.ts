import { existsSync } from 'node:fs'
import { mkdtemp, readdir, rm, stat, statfs } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import pino from 'pino'
import type { TestProject } from 'vitest/node'
import { migrateJobs } from '../../jobs/jobs.ts'
import { connect, type Log } from '../database.ts'
import { findPostmaster, hasEnded } from '@apogee/local-postgres/postmaster.ts'
import { startEngine } from '@apogee/local-postgres/engine.ts'
import { grantRunningRole, migrate } from '../schema/migrate.ts'
import { chosenBinaries } from '@apogee/local-postgres/testing-binaries.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /**
     * Contains the connection string of this run's engine, and the template that every test database copies. `runningRole` owns
     * nothing. With APOGEE_TEST_ROLES=two, the tests run as this role.
     */
    testEngine: { connectionString: string; template: string; runningRole: string; isTwoRoles: boolean }
  }
}

const migrationsDirectory = join(import.meta.dirname, '../../../../migrations')
const templateName = 'apogee_template'
const runningRole = 'apogee_running'

/** Linux keeps files in this folder in memory. A container often has only 64 MB there. */
const memory = '/dev/shm'
const leastFreeMemory = 4_000_000_000

/** Sets up Vitest: one engine per run, and one migrated template without connections. */
export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  const log = pino({ level: 'warn' })
  await clearAbandoned(log)
  const dataDir = await mkdtemp(join(await parentOfEngines(), `apogee-test-${process.pid}-`))
  const engine = await startEngine({
    dataDir,
    binDir: chosenBinaries(),
    log,
    // These settings trade safety for speed, because test data need not survive a power failure. A database cannot be dropped while
    // autovacuum works on it, and the tests have no superuser rights. Each test file has a new database with new connections:
    // planning a statement five times for its parameters before its plan is cached takes longer than executing it.
    settings: {
      fsync: 'off',
      synchronous_commit: 'off',
      full_page_writes: 'off',
      autovacuum: 'off',
      plan_cache_mode: 'force_generic_plan',
    },
  })
  await createRole(engine.administratorConnectionString)
  const isTwoRoles = process.env['APOGEE_TEST_ROLES'] === 'two'
  const template = await createTemplate(engine.connectionString, log, isTwoRoles ? runningRole : null)
  project.provide('testEngine', {
    connectionString: engine.connectionString,
    template,
    runningRole,
    isTwoRoles,
  })
  return async () => {
    await engine.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
}

/**
 * Returns a folder in memory if there is enough room, and otherwise one on disk. A test database has 1,600 files; creating and
 * removing them on a disk takes a fifth of the processor time of the server's tests.
 */
async function parentOfEngines(): Promise<string> {
  if (!existsSync(memory)) return tmpdir()
  const { bavail, bsize } = await statfs(memory)
  return Math.min(bavail * bsize, process.availableMemory()) < leastFreeMemory ? tmpdir() : memory
}

async function createRole(administrator: string): Promise<void> {
  const client = new pg.Client({ connectionString: administrator })
  await client.connect()
  await client.query(`create role ${runningRole} login`)
  await client.end()
}

/** Returns the name of a migrated database without connections. */
export async function createTemplate(engine: string, log: Log, role: string | null = null): Promise<string> {
  const admin = connect({ connectionString: engine, poolSize: 1, applicationName: 'tests', log })
  await admin.pool.query(`create database ${templateName}`)
  await admin.close()
  const connectionString = onDatabase(engine, templateName)
  const database = connect({ connectionString, poolSize: 2, applicationName: 'tests', log })
  await migrate(database.pool, migrationsDirectory, { runningRole: role })
  await migrateJobs(database.pool, log)
  if (role !== null) await grantRunningRole(database.pool, role)
  await database.close()
  return templateName
}

function onDatabase(connectionString: string, name: string): string {
  const url = new URL(connectionString)
  url.pathname = `/${name}`
  return url.href
}

/** Removes the engine and the files that an earlier run left behind when it was killed. */
async function clearAbandoned(log: Log): Promise<void> {
  const parents = [tmpdir(), memory].filter((folder) => existsSync(folder))
  const folders = await Promise.all(
    parents.map(async (parent) => (await readdir(parent)).map((name) => join(parent, name))),
  )
  for (const dataDir of folders.flat()) {
    const pid = /^apogee-test-(\d+)-/.exec(basename(dataDir))?.[1]
    if (!pid || !hasEnded(Number(pid))) continue
    if ((await stat(dataDir)).uid !== process.getuid?.()) continue
    const engine = await findPostmaster(join(dataDir, 'postgres'), log)
    if (engine) {
      process.kill(engine.pid, 'SIGQUIT')
      while (!hasEnded(engine.pid)) await pause(20)
      await rm(engine.socketDirectory, { recursive: true, force: true })
    }
    await rm(dataDir, { recursive: true, force: true })
  }
}
