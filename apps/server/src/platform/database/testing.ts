import { randomBytes } from 'node:crypto'
import pg from 'pg'
import pino from 'pino'
import { expect, inject } from 'vitest'
import { processorSeconds, recordFileTime } from '../../../../../scripts/testing/recorded-times.ts'
import { connect, type Database } from './database.ts'
import { grantRunningRole } from './schema/migrate.ts'

const log = pino({ level: 'silent' })

export type TestDatabase = {
  connectionString: string
  database: Database
  /**
   * This connection string is that of the role that owns the tables. It equals `connectionString` unless the tests run with two
   * roles.
   */
  ownerConnectionString: string
  /** Closes `database` and drops it. Open connections are cut. */
  drop: () => Promise<void>
}

/**
 * Creates a copy of the migrated template. Each test file creates one in `beforeAll` and drops it in `afterAll`. With `twoRoles`,
 * or in all tests with APOGEE_TEST_ROLES=two, `database` uses a role that owns nothing.
 */
export async function testDatabase({ poolSize = 10, twoRoles = false } = {}): Promise<TestDatabase> {
  const { template, isTwoRoles, runningRole } = inject('testEngine')
  if (isTwoRoles) return createDatabase(template, poolSize, runningRole)
  if (!twoRoles) return createDatabase(template, poolSize)
  const made = await createDatabase(template, poolSize, runningRole)
  const { ownerConnectionString: connectionString } = made
  const owner = connect({ connectionString, poolSize: 1, applicationName: 'tests', log })
  await grantRunningRole(owner.pool, runningRole)
  await owner.close()
  return made
}

/** Creates a database without tables, for tests of the code that creates them. */
export function emptyDatabase({ poolSize = 10 } = {}): Promise<TestDatabase> {
  return createDatabase('template0', poolSize)
}

async function createDatabase(
  template: string,
  poolSize: number,
  role: string | null = null,
): Promise<TestDatabase> {
  const engine = inject('testEngine')
  const name = `test_${randomBytes(6).toString('hex')}`
  await onEngine(engine.connectionString, `create database ${name} template ${template} strategy file_copy`)
  const url = new URL(engine.connectionString)
  url.pathname = `/${name}`
  const ownerConnectionString = url.href
  const connectionString = role === null ? ownerConnectionString : withRole(ownerConnectionString, role)
  const database = connect({ connectionString, poolSize, applicationName: 'tests', log })
  return {
    connectionString,
    ownerConnectionString,
    database,
    async drop() {
      await recordConnectionTime(database)
      await database.close()
      // FORCE fails if sessions of another role or of autovacuum exist. Without FORCE the statement waits until they end.
      await onEngine(
        engine.connectionString,
        `select pg_terminate_backend(pid, 5000) from pg_stat_activity where datname = '${name}' and pg_has_role(usesysid, 'USAGE')`,
      )
      await onEngine(engine.connectionString, `drop database ${name}`)
    },
  }
}

/** Adds the processor time of the open connections to that of the test file, if the run records it. */
async function recordConnectionTime({ pool }: Database): Promise<void> {
  if (!process.env['APOGEE_FILE_TIMES'] || process.platform !== 'linux') return
  const { rows } = await pool.query<{ pid: number }>(
    'SELECT pid FROM pg_stat_activity WHERE datname = current_database()',
  )
  const seconds = rows
    .map(({ pid }) => processorSeconds(pid, 'the process'))
    .reduce((sum, one) => sum + one, 0)
  recordFileTime(expect.getState().testPath ?? '', seconds)
}

/** Returns the connection string for another role; the test engine requires no password. */
export function withRole(connectionString: string, role: string): string {
  const url = new URL(connectionString)
  url.username = role
  return url.href
}

let maintenance: pg.Pool | undefined

/** Uses one connection for all test files of this process, because starting one costs more than these statements. */
async function onEngine(connectionString: string, statement: string): Promise<void> {
  maintenance ??= openMaintenance(connectionString)
  await maintenance.query(statement)
}

/** The idle connection does not keep the process alive; a lost one is replaced on next use. */
function openMaintenance(connectionString: string): pg.Pool {
  const pool = new pg.Pool({ connectionString, max: 1, idleTimeoutMillis: 0, allowExitOnIdle: true })
  pool.on('error', () => undefined)
  return pool
}
