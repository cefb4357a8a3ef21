/** Tests that a role that owns no tables can run the product (docs/decisions/database-engine.md). */
import { glob, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import pino from 'pino'
import { afterAll, afterEach, beforeAll, describe, expect, inject, test } from 'vitest'
import { startShop, type Shop } from '#server/features/sales/sales.testing.ts'
import { connect } from '#server/platform/database/database.ts'
import { appendOnlyTables, examineRole, grantRights, lockedViews } from '#server/platform/database/roles.ts'
import { release } from '#server/platform/database/schema/release.ts'
import { emptyDatabase, testDatabase, withRole } from '#server/platform/database/testing.ts'
import { transactionPooler } from '#server/platform/database/testing/transaction-pooler.testing.ts'
import { readConfig } from './config/config.ts'
import { prepareTables } from './database-roles.ts'
import { migrationsDirectory, startServer } from './start-server.ts'

const log = pino({ level: 'silent' })
/** This is the administrator role of the tests' engine. */
const administrator = 'postgres'
const dayMs = 24 * 60 * 60_000

describe('with two roles', () => {
  let shop: Shop
  beforeAll(async () => {
    shop = await startShop({ twoRoles: true })
  })
  afterAll(() => shop.server.stop())

  test('a course is sold, refunded and reviewed, and its buyer is erased', async () => {
    const { server, seller } = shop
    const superadmin = await server.person('superadmin', { isProven: true })
    const { buyer, courseId, id, purchase } = await shop.buyerAtPage()
    await shop.pay(purchase)
    await shop.deliver(purchase)
    await shop.runJobs()
    await shop.expectSettledOnce({ buyer, courseId, id })
    const params = { courseId }
    const review = await server.call('saveReview', { params, body: { rating: 5, text: 'Good' }, as: buyer })
    expect(review.status).toBeLessThan(300)
    const refund = await server.call('refundOrder', {
      params: { id },
      body: { courseIds: [courseId], reason: 'Asked for' },
      as: seller,
    })
    expect(refund.status).toBeLessThan(300)
    await shop.runJobs()
    expect((await server.call('deleteUser', { params: { id: buyer.id }, as: superadmin })).status).toBe(200)
    await shop.runJobs()
  })

  test('each job runs, also when everything is older than it is kept', async () => {
    const { jobTable, database, clock, services } = shop.server
    const signal = new AbortController().signal
    const refused: string[] = []
    const runAll = async () => {
      for (const [task, job] of Object.entries(jobTable)) {
        const run = job.run({}, { jobId: 1, attempt: 1, maxAttempts: 1, database, signal })
        // A job that needs a row finds none here, and may report that.
        await run.catch((error: unknown) => {
          if (isDenied(error)) refused.push(task)
        })
      }
      await shop.runJobs()
    }
    await runAll()
    await services.securityLogChain.seal()
    clock.advance(8 * 366 * dayMs)
    await runAll()
    expect(refused).toEqual([])
    const { rows } = await database.pool.query<{ error: string }>(
      `SELECT last_error AS error FROM graphile_worker._private_jobs WHERE last_error LIKE '%permission denied%'`,
    )
    expect(rows).toEqual([])
    const kept = await database.pool.query('SELECT FROM security_log_sweeps')
    expect(kept.rowCount).toBe(1)
  })

  test.each([
    'ALTER TABLE users ADD COLUMN x int',
    'ALTER TABLE security_log DISABLE TRIGGER USER',
    'DROP TRIGGER security_log_kept ON security_log',
    'DROP TABLE ledger_entries',
    'TRUNCATE users',
    'CREATE TABLE own_table (id int)',
    'CREATE INDEX ON users (name)',
    'CREATE SCHEMA own_schema',
    'CREATE EXTENSION file_fdw',
    "UPDATE security_log SET kind = 'other.kind'",
    'UPDATE security_log_blocks SET through_id = 0',
    'UPDATE ledger_entries SET cents = 0',
    'DELETE FROM ledger_postings',
    'DELETE FROM receipts',
    "UPDATE consents SET version = '2026-01-01'",
    'DELETE FROM seller_notes',
    'DELETE FROM sellers',
    "INSERT INTO schema_migrations (number, name, checksum) VALUES (9999, 'x', 'x')",
    'CREATE TRIGGER mine BEFORE INSERT ON users FOR EACH ROW EXECUTE FUNCTION refuse_change_of_books()',
    "COPY users TO PROGRAM 'cat'",
    'SET ROLE apogee',
  ])('the running role may not: %s', async (statement) => {
    const client = await shop.server.database.pool.connect()
    await client.query('BEGIN')
    await expect(client.query(statement)).rejects.toMatchObject({ code: '42501' })
    await client.query('ROLLBACK')
    client.release()
  })

  test('the running role has nothing beyond what it needs, and granting again changes nothing', async () => {
    const { database, ownerConnectionString } = shop.server
    const { runningRole } = inject('testEngine')
    expect(await examineRole(database.pool)).toEqual({ role: runningRole, owns: false, excess: [] })
    const owner = new pg.Client({ connectionString: ownerConnectionString })
    await owner.connect()
    expect(await grantRights(owner, runningRole)).toBe(0)
    await owner.query(`GRANT UPDATE, TRUNCATE ON receipts, ledger_entries TO ${runningRole}`)
    await owner.query(`GRANT UPDATE ON users TO PUBLIC`)
    expect((await examineRole(database.pool)).excess).toEqual([
      'has more rights than it needs on ledger_entries, receipts',
    ])
    expect(await grantRights(owner, runningRole)).toBe(4)
    expect((await examineRole(database.pool)).excess).toEqual([])
    await owner.end()
    const { rows } = await database.pool.query(
      `SELECT has_column_privilege('receipts', 'buyer', 'UPDATE') AS buyer, has_column_privilege('receipts', 'number', 'UPDATE') AS number`,
    )
    expect(rows).toEqual([{ buyer: true, number: false }])
  })

  test('the running role may lock the rows of each view that a statement locks', async () => {
    const { pool } = shop.server.database
    const { rows } = await pool.query<{ name: string }>(
      `SELECT viewname AS name FROM pg_views WHERE schemaname = 'public'`,
    )
    const views = new Set(rows.map(({ name }) => name))
    const locked = (await lockedRelations()).filter((name) => views.has(name))
    expect([...new Set(locked)].toSorted()).toEqual(Object.keys(lockedViews).toSorted())
    for (const name of Object.keys(lockedViews)) await pool.query(`SELECT FROM ${name} LIMIT 1 FOR KEY SHARE`)
  })

  test('a migration grants its rights before a later one of its release has made all columns', async () => {
    const owner = new pg.Client({ connectionString: shop.server.ownerConnectionString })
    await owner.connect()
    await owner.query('BEGIN')
    await owner.query('ALTER TABLE security_log_blocks RENAME COLUMN address_salt TO made_later')
    await grantRights(owner, inject('testEngine').runningRole)
    await owner.query('ROLLBACK')
    await owner.end()
  })

  test('the running role restarts the numbers of courses and quizzes, as the demo school does, and of nothing else', async () => {
    const { pool } = shop.server.database
    const restart = (table: string) =>
      pool.query(`SELECT setval(pg_get_serial_sequence($1, 'id'), 500)`, [table])
    await restart('courses')
    await restart('assessments')
    await expect(restart('security_log')).rejects.toMatchObject({ code: '42501' })
  })

  test('the tables that are only added to are those whose triggers refuse changes', async () => {
    const { rows } = await shop.server.database.pool.query<{ name: string }>(
      `SELECT DISTINCT c.relname AS name FROM pg_trigger t
         JOIN pg_class c ON c.oid = t.tgrelid JOIN pg_proc p ON p.oid = t.tgfoid
        WHERE p.prosrc LIKE '%is append-only%' ORDER BY 1`,
    )
    expect(rows.map(({ name }) => name)).toEqual(Object.keys(appendOnlyTables).toSorted())
  })
})

/** Returns the names of tables and views whose rows the product's SQL texts lock. */
async function lockedRelations(): Promise<string[]> {
  const root = join(import.meta.dirname, '..')
  const found: string[] = []
  for await (const path of glob('**/*.ts', { cwd: root })) {
    if (/\.(?:test|testing)\.ts$/.test(path)) continue
    const text = await readFile(join(root, path), 'utf8')
    for (const lock of text.matchAll(/FOR (?:NO KEY UPDATE|UPDATE|KEY SHARE|SHARE)\b(?: OF (\w+))?/g)) {
      const before = text.slice(0, lock.index)
      const statement = before.slice(before.lastIndexOf('sql'))
      const [, alias] = lock
      const named = alias === undefined ? /FROM (\w+)/g : new RegExp(`(?:FROM|JOIN) (\\w+) ${alias}\\b`, 'g')
      found.push(...[...statement.matchAll(named)].slice(-1).map(([, name = '']) => name))
    }
  }
  return found
}

function isDenied(error: unknown): boolean {
  if (error instanceof AggregateError) return error.errors.some(isDenied)
  if (!(error instanceof Error)) return false
  return ('code' in error && error.code === '42501') || isDenied(error.cause)
}

describe('a start', () => {
  const undo: (() => Promise<unknown>)[] = []
  afterEach(async () => {
    for (const step of undo.splice(0).toReversed()) await step()
  })

  async function start(environment: Record<string, string>): Promise<string> {
    const dataDir = await mkdtemp(join(tmpdir(), 'apogee-roles-'))
    undo.push(() => rm(dataDir, { recursive: true, force: true }))
    const fixed = { DATA_DIR: dataDir, PORT: '0', APOGEE_ROLE: 'worker', PUBLIC_URL: 'http://127.0.0.1:3000' }
    const config = readConfig({ ...environment, ...fixed })
    const server = await startServer(config, log, 'built', new AbortController().signal)
    undo.push(() => server.stop({ urged: AbortSignal.abort() }))
    return server.address
  }

  test('a start on an empty database makes the tables, grants the rights and runs jobs, through a pooler', async () => {
    const { ownerConnectionString, drop } = await emptyDatabase()
    undo.push(drop)
    const direct = withRole(ownerConnectionString, inject('testEngine').runningRole)
    const pooler = await transactionPooler(direct)
    undo.push(() => pooler.close())
    const addresses = { DATABASE_URL: pooler.connectionString, DATABASE_DIRECT_URL: direct }
    const first = await start({ ...addresses, DATABASE_OWNER_URL: ownerConnectionString })
    expect((await fetch(`${first}/readyz`)).status).toBe(200)
    // The second process applies no migrations, so it needs no address of the owner.
    const second = await start(addresses)
    expect((await fetch(`${second}/readyz`)).status).toBe(200)
  })

  /** Returns the messages with which a start fails or warns. */
  async function sentencesOf(
    { running, direct, owner = null }: { running: string; direct?: string; owner?: string | null },
    isLive: boolean,
  ): Promise<string[]> {
    const warnings: string[] = []
    const noting = pino({ level: 'warn' }, { write: (line) => warnings.push(JSON.parse(line).msg) })
    const database = connect({
      connectionString: running,
      poolSize: 4,
      applicationName: 'tests',
      log,
      ...(direct !== undefined && { directConnectionString: direct }),
    })
    const addresses = { databaseUrl: running, databaseOwnerUrl: owner, isLive }
    try {
      await prepareTables(database, migrationsDirectory, addresses, noting)
      return warnings
    } catch (error) {
      return [`refused: ${String(error)}`]
    } finally {
      await database.close()
    }
  }

  test('a start with an owner’s role for both addresses is refused in live and warned about in the demo', async () => {
    const { ownerConnectionString: owner, drop } = await testDatabase()
    undo.push(drop)
    const sentence =
      /DATABASE_URL leads to the role apogee, which owns the database, owns \d+ tables and views, may create objects/
    expect(await sentencesOf({ running: owner, owner }, false)).toEqual([expect.stringMatching(sentence)])
    expect(await sentencesOf({ running: owner, owner }, true)).toEqual([
      expect.stringMatching(new RegExp(`^refused: Error: ${sentence.source}`)),
    ])
    expect(await sentencesOf({ running: owner }, true)).toEqual([
      expect.stringMatching(/^DATABASE_OWNER_URL is not set: one role/),
    ])
    expect(await sentencesOf({ running: owner }, false)).toEqual([])
  })

  test('a start with a role that may make tables or has rights of its own is refused in live', async () => {
    const { ownerConnectionString: owner, drop } = await testDatabase()
    undo.push(drop)
    const running = withRole(owner, inject('testEngine').runningRole)
    expect(await sentencesOf({ running, owner }, true)).toEqual([])
    const client = new pg.Client({ connectionString: owner })
    await client.connect()
    await client.query('GRANT CREATE ON SCHEMA public TO PUBLIC')
    await client.query('GRANT DELETE ON ledger_entries TO PUBLIC')
    await client.end()
    expect(await sentencesOf({ running, owner }, true)).toEqual([
      expect.stringContaining(
        'which may create objects in the schema public, has more rights than it needs on ledger_entries: with',
      ),
    ])
  })

  test.each([
    ['GRANT UPDATE (cents) ON ledger_entries TO PUBLIC', 'has more rights than it needs on ledger_entries'],
    ['GRANT DELETE ON sellers TO PUBLIC', 'has more rights than it needs on sellers'],
    ['GRANT INSERT ON schema_migrations TO PUBLIC', 'has more rights than it needs on schema_migrations'],
    ['ALTER FUNCTION refuse_change_of_books() OWNER TO apogee_running', 'owns functions: with'],
    ['GRANT pg_read_server_files TO apogee_running', 'is a member of pg_read_server_files'],
  ])('a start after %s is refused in live', async (statement, sentence) => {
    const { ownerConnectionString: owner, drop } = await testDatabase()
    undo.push(drop)
    const { runningRole } = inject('testEngine')
    const running = withRole(owner, runningRole)
    const client = new pg.Client({ connectionString: withRole(owner, administrator) })
    await client.connect()
    await client.query(statement)
    undo.push(async () => {
      await client.query(`REVOKE pg_read_server_files FROM ${runningRole}`)
      await client.end()
    })
    expect(await sentencesOf({ running, owner }, true)).toEqual([expect.stringContaining(sentence)])
  })

  test('a start of this release leaves the rights that a newer release beside it has granted', async () => {
    const { ownerConnectionString: owner, drop } = await testDatabase()
    undo.push(drop)
    const { runningRole } = inject('testEngine')
    const running = withRole(owner, runningRole)
    expect(await sentencesOf({ running, owner }, true)).toEqual([])
    const client = new pg.Client({ connectionString: owner })
    await client.connect()
    undo.push(() => client.end())
    await client.query(
      `INSERT INTO schema_migrations (number, name, checksum, oldest_serving) VALUES (9999, '9999_next.sql', 'x', $1)`,
      [release],
    )
    await client.query(`GRANT UPDATE (version) ON consents TO ${runningRole}`)
    expect(await sentencesOf({ running, owner }, true)).toEqual([])
    const { rows } = await client.query(
      `SELECT has_column_privilege($1, 'consents', 'version', 'UPDATE') AS "isKept"`,
      [runningRole],
    )
    expect(rows).toEqual([{ isKept: true }])
  })

  test('through a pooler of another role names both addresses', async () => {
    const { ownerConnectionString: owner, drop } = await testDatabase()
    undo.push(drop)
    const { runningRole } = inject('testEngine')
    const client = new pg.Client({ connectionString: withRole(owner, administrator) })
    await client.connect()
    await client.query('CREATE ROLE apogee_pooled LOGIN')
    undo.push(async () => {
      await client.query('DROP ROLE apogee_pooled')
      await client.end()
    })
    const pooler = await transactionPooler(withRole(owner, 'apogee_pooled'))
    undo.push(() => pooler.close())
    const running = withRole(owner, runningRole)
    expect(await sentencesOf({ running: pooler.connectionString, direct: running, owner }, true)).toEqual([
      expect.stringContaining(
        `DATABASE_URL leads to the role apogee_pooled, and DATABASE_DIRECT_URL to the role ${runningRole}`,
      ),
    ])
  })

  test('a start with addresses of two databases, or an owner behind a pooler, names DATABASE_OWNER_URL', async () => {
    const [one, other] = [await testDatabase(), await emptyDatabase()]
    undo.push(one.drop, other.drop)
    const pooler = await transactionPooler(one.ownerConnectionString)
    undo.push(() => pooler.close())
    const running = withRole(one.ownerConnectionString, inject('testEngine').runningRole)
    expect(await sentencesOf({ running, owner: other.ownerConnectionString }, true)).toEqual([
      expect.stringContaining('DATABASE_URL and DATABASE_OWNER_URL lead to different databases'),
    ])
    expect(await sentencesOf({ running, owner: pooler.connectionString }, true)).toEqual([
      expect.stringContaining('DATABASE_OWNER_URL leads to a connection pooler'),
    ])
  })

  test('a start with migrations to apply and without the owner’s address says to set that address', async () => {
    const { ownerConnectionString, drop } = await emptyDatabase()
    undo.push(drop)
    const running = withRole(ownerConnectionString, inject('testEngine').runningRole)
    await expect(start({ DATABASE_URL: running })).rejects.toThrow(
      /DATABASE_URL cannot be used: .*DATABASE_OWNER_URL should name its owner/,
    )
  })
})
