import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type pg from 'pg'
import { release } from './release.ts'
import { grantRights } from '../roles.ts'
import { liftTimeout } from '../connections/silent-connections.ts'

type AppliedMigration = { number: number; name: string; checksum: string }

/**
 * These are the oldest releases that may run on the schema after a migration. A release is identified by the number of its newest
 * migration. Null means that the migration excludes no release.
 */
type ReleaseLimits = { oldestServing: number | null; oldestSelling: number | null }

/** `replaces` names the last former migration for which a baseline stands. */
type Migration = AppliedMigration &
  ReleaseLimits & { sql: string; replaces: AppliedMigration | null; isTransactional: boolean }

export interface MigrateOptions {
  /**
   * A migration that waits for a lock for more than this many ms is rolled back and retried, so that queries queued behind it can
   * continue.
   */
  lockTimeoutMs?: number
  /** A migration is tried this many times, with a growing pause in between. */
  tries?: number
  /**
   * This role gets its rights on new objects within each migration, because processes that run meanwhile need them. Null means that
   * the owner runs the product.
   */
  runningRole?: string | null
}

/** The migrations on disk and those in the database contradict each other. The message explains how. */
export class MigrationRefused extends Error {
  override name = 'MigrationRefused'
}

// This number is arbitrary, but nothing else in this database may use the same advisory lock.
const migrationLock = 4_702_001
const fileName = /^(\d{4})_[a-z0-9_]+\.sql$/

const turnPauseMs = 200
const usualLockTimeoutMs = 2_000
const usualTries = 20
const longestPauseMs = 5_000
/** A lock was not available in time, or a deadlock was resolved. The migration was rolled back and can be retried. */
const worthAnotherTry: ReadonlySet<unknown> = new Set(['55P03', '40P01'])

/**
 * Applies the pending migrations in order, each file in its own transaction. Processes that start together run one after another;
 * the later ones find nothing to do. Lines of a file that begin with `--` may declare which older releases can no longer run beside
 * it, and that its statements
 * run outside a transaction: docs/decisions/releases.md. A first file with the line `-- replaces <name> <sha256>` is a
 * baseline: a database that has that migration is up to date with the baseline (docs/decisions/releases.md).
 * @throws MigrationRefused when an applied file was changed, when the database has newer migrations that exclude this release, when
 * it is older than the baseline, when numbers repeat, or when a file would precede a migration that is already applied.
 */
export async function migrate(
  pool: pg.Pool,
  directory: string,
  { lockTimeoutMs = usualLockTimeoutMs, tries = usualTries, runningRole = null }: MigrateOptions = {},
): Promise<{ applied: string[] }> {
  const migrations = await readMigrations(directory)
  return inTurn(pool, lockTimeoutMs, async (client) => {
    await makeHistory(client)
    const pending = comparePending(migrations, await readApplied(client))
    for (const migration of pending)
      await patiently(tries, () =>
        migration.isTransactional ? apply(client, migration, runningRole) : applyOutside(client, migration),
      )
    return { applied: pending.map((migration) => migration.name) }
  })
}

/**
 * Grants the role that runs the product its rights, also on the objects of the queue library. Returns false when a newer release
 * has migrated
 * this database: that release knows which rights it needs, and this one would revoke them.
 */
export async function grantRunningRole(pool: pg.Pool, role: string): Promise<boolean> {
  return inTurn(pool, usualLockTimeoutMs, async (client) => {
    const { rows } = await client.query<{ isNewer: boolean }>(
      'select coalesce(max(number), 0) > $1 as "isNewer" from schema_migrations',
      [release],
    )
    if (rows[0]?.isNewer) return false
    await patiently(usualTries, () => inTransaction(client, () => grantRights(client, role)))
    return true
  })
}

/** Runs `work` in a session without statement timeout. Processes that call this concurrently run one after the other. */
async function inTurn<T>(
  pool: pg.Pool,
  lockTimeoutMs: number,
  work: (client: pg.PoolClient) => Promise<T>,
): Promise<T> {
  const client = await pool.connect()
  let failure: unknown
  try {
    // Waiting for another process, or building an index, may take longer than the timeout of a request.
    await liftTimeout(client)
    await takeTurn(client)
    await client.query(`set lock_timeout = ${lockTimeoutMs}`)
    return await work(client)
  } catch (error) {
    failure = error
    throw error
  } finally {
    // Ending the session also releases the lock and restores the timeout.
    client.release(failure instanceof Error ? failure : true)
  }
}

/**
 * Returns the names of the files in the directory that a database with this history has.
 * @throws MigrationRefused like {@link migrate}.
 */
export async function appliedFiles(
  directory: string,
  history: Pick<AppliedMigration, 'name' | 'checksum'>[],
): Promise<string[]> {
  const migrations = await readMigrations(directory)
  const numbered = history.map((migration) => ({ ...migration, number: numberOf(migration.name) }))
  const pending = new Set(comparePending(migrations, numbered))
  return migrations.filter((migration) => !pending.has(migration)).map(({ name }) => name)
}

/** Returns the names of migrations on disk that this database has not applied. An empty result means that it is ready to serve. */
export async function pendingMigrations(pool: pg.Pool, directory: string): Promise<string[]> {
  const migrations = await readMigrations(directory)
  const { rows } = await pool.query<{ known: boolean }>(
    `select to_regclass('schema_migrations') is not null as known`,
  )
  const applied = rows[0]?.known === true ? await readApplied(pool) : []
  return comparePending(migrations, applied).map((migration) => migration.name)
}

/** Polls for the lock, because a concurrent index build would wait for a session that blocks on a lock. */
async function takeTurn(client: pg.PoolClient): Promise<void> {
  for (;;) {
    const { rows } = await client.query<{ isOurs: boolean }>('select pg_try_advisory_lock($1) as "isOurs"', [
      migrationLock,
    ])
    if (rows[0]?.isOurs) return
    await pause(turnPauseMs)
  }
}

async function makeHistory(client: pg.PoolClient): Promise<void> {
  const { rows } = await client.query<{ isWhole: boolean }>(
    `select exists (select from information_schema.columns
                     where table_schema = current_schema and table_name = 'schema_migrations'
                       and column_name = 'oldest_selling') as "isWhole"`,
  )
  if (rows[0]?.isWhole) return
  await client.query(`create table if not exists schema_migrations (
    number integer primary key,
    name text not null,
    checksum text not null,
    applied_at timestamptz not null default now()
  )`)
  await client.query(`alter table schema_migrations
    add column if not exists oldest_serving integer, add column if not exists oldest_selling integer`)
}

async function patiently<T>(tries: number, work: () => Promise<T>): Promise<T> {
  for (let done = 1; ; done += 1) {
    try {
      return await work()
    } catch (error) {
      if (done === tries || !worthAnotherTry.has(causeCode(error))) throw error
      await pause(Math.min(longestPauseMs, 100 * 2 ** done))
    }
  }
}

async function inTransaction<T>(client: pg.PoolClient, work: () => Promise<T>): Promise<T> {
  await client.query('begin')
  try {
    const result = await work()
    await client.query('commit')
    return result
  } catch (error) {
    await client.query('rollback')
    throw error
  }
}

/** Returns PostgreSQL's error code, or undefined for every other error. */
function causeCode(error: unknown): unknown {
  if (!(error instanceof Error)) return undefined
  return 'code' in error ? error.code : causeCode(error.cause)
}

const insertApplied = `insert into schema_migrations (number, name, checksum, oldest_serving, oldest_selling)
  values ($1, $2, $3, $4, $5)`
const rowOf = ({ number, name, checksum, oldestServing, oldestSelling }: Migration) => [
  number,
  name,
  checksum,
  oldestServing,
  oldestSelling,
]

async function apply(client: pg.PoolClient, migration: Migration, runningRole: string | null): Promise<void> {
  const { name, sql, oldestSelling } = migration
  try {
    await inTransaction(client, async () => {
      // Sales that are running finish first, and later ones wait for the outcome of the migration.
      if (oldestSelling !== null) await client.query('select wait_for_sales()')
      await client.query(sql)
      if (runningRole !== null) await grantRights(client, runningRole)
      await client.query(insertApplied, rowOf(migration))
    })
  } catch (error) {
    throw new Error(`Migration ${name} failed and was rolled back${whereIn(sql, error)}`, { cause: error })
  }
}

/** Applies statement by statement. Each statement is repeatable, so that an interrupted file can run again from its start. */
async function applyOutside(client: pg.PoolClient, migration: Migration): Promise<void> {
  const { name } = migration
  for (const statement of repeatableStatements(migration)) {
    const index = builtIndex.exec(statement)?.groups?.['index']
    try {
      if (index !== undefined) await dropUnfinished(client, index)
      await client.query(statement)
    } catch (error) {
      throw new Error(`Migration ${name} failed in "${firstWords(statement)}"${whereIn(statement, error)}`, {
        cause: error,
      })
    }
  }
  await client.query(insertApplied, rowOf(migration))
}

const builtIndex = /^create (?:unique )?index concurrently if not exists (?<index>\w+)/i
const repeatable = [
  builtIndex,
  /^drop index concurrently if exists/i,
  /^alter table \w+ validate constraint/i,
  /^(?:vacuum|analyze)\b/i,
]

function repeatableStatements({ name, sql }: Pick<Migration, 'name' | 'sql'>): string[] {
  const statements = sql
    .replaceAll(/^--.*$/gm, '')
    .split(/;\s*$/m)
    .map((statement) => statement.trim())
    .filter(Boolean)
  for (const statement of statements) {
    if (repeatable.some((kind) => kind.test(statement))) continue
    throw new MigrationRefused(
      `${name} runs outside a transaction, and "${firstWords(statement)}" could not be repeated after an interruption.`,
    )
  }
  return statements
}

const firstWords = (statement: string) => statement.slice(0, 60)

/** Drops an index whose build was interrupted, because PostgreSQL neither uses nor rebuilds it. */
async function dropUnfinished(client: pg.PoolClient, index: string): Promise<void> {
  const { rowCount } = await client.query(
    'select from pg_index where indexrelid = to_regclass($1) and not indisvalid',
    [index],
  )
  if (rowCount) await client.query(`drop index concurrently ${index}`)
}

function whereIn(sql: string, error: unknown): string {
  if (!(error instanceof Error)) return ''
  const position = 'position' in error ? Number(error.position) : Number.NaN
  const line = Number.isNaN(position) ? '' : ` at line ${sql.slice(0, position).split('\n').length}`
  return `${line}: ${error.message}`
}

/** Reads the history. The limits are null in a database that no release with limits has migrated. */
async function readApplied(
  queryable: pg.Pool | pg.PoolClient,
): Promise<(AppliedMigration & Partial<ReleaseLimits>)[]> {
  const { rows } = await queryable.query<AppliedMigration & Partial<ReleaseLimits>>(
    `select number, name, checksum, (to_jsonb(m) ->> 'oldest_serving')::integer as "oldestServing"
       from schema_migrations m order by number`,
  )
  return rows
}

async function readMigrations(directory: string): Promise<Migration[]> {
  const names = (await readdir(directory)).filter((name) => name.endsWith('.sql')).sort()
  const migrations = await Promise.all(names.map((name) => readMigration(directory, name)))
  for (const [index, migration] of migrations.entries()) {
    if (migration.number === migrations[index - 1]?.number) {
      throw new MigrationRefused(`Two migrations have the number of ${migration.name}.`)
    }
  }
  return migrations
}

async function readMigration(directory: string, name: string): Promise<Migration> {
  const number = numberOf(name)
  const sql = await readFile(join(directory, name), 'utf8')
  const checksum = createHash('sha256').update(sql).digest('hex')
  const oldest = (verb: 'serves' | 'sells') => {
    const given = new RegExp(`^-- oldest release that ${verb}: (\\d{4})$`, 'm').exec(sql)?.[1]
    if (given !== undefined && Number(given) > number)
      throw new MigrationRefused(`${name} excludes its own release: ${given} is newer.`)
    return given === undefined ? null : Number(given)
  }
  const migration = {
    number,
    name,
    sql,
    checksum,
    replaces: replacedBy(sql),
    oldestServing: oldest('serves'),
    oldestSelling: oldest('sells'),
    isTransactional: !/^-- outside a transaction$/m.test(sql),
  }
  if (migration.isTransactional) return migration
  repeatableStatements(migration)
  if (migration.oldestSelling !== null)
    throw new MigrationRefused(
      `${name} runs outside a transaction and so cannot wait for the sales of the releases that it excludes. Exclude them in a migration of its own.`,
    )
  return migration
}

function replacedBy(sql: string): AppliedMigration | null {
  const [, name, checksum] = /^-- replaces (\S+) ([0-9a-f]{64})$/m.exec(sql) ?? []
  return name === undefined || checksum === undefined ? null : { number: numberOf(name), name, checksum }
}

function numberOf(name: string): number {
  const number = fileName.exec(name)?.[1]
  if (number === undefined) {
    throw new MigrationRefused(`${name} is not named like a migration (0001_what_it_does.sql).`)
  }
  return Number(number)
}

/** Replaces former migrations for which the baseline stands by the baseline. */
function withBaseline([first]: Migration[], applied: AppliedMigration[]): AppliedMigration[] {
  const replaced = first?.replaces
  const former = applied.filter(({ number }) => number <= (first?.number ?? 0))
  if (!first || !replaced || former.length === 0) return applied
  const last = former.at(-1)
  if (last?.name === first.name) return applied
  if (last?.name === replaced.name && last.checksum === replaced.checksum) {
    return [first, ...applied.slice(former.length)]
  }
  throw new MigrationRefused(
    `This database is older than this release can read: its last migration is ${last?.name}. Start the release that has ${replaced.name} on it once, then this one.`,
  )
}

function comparePending(
  migrations: Migration[],
  history: (AppliedMigration & Partial<ReleaseLimits>)[],
): Migration[] {
  const applied = withBaseline(migrations, history)
  const byNumber = new Map(migrations.map((migration) => [migration.number, migration]))
  const release = migrations.at(-1)?.number ?? 0
  // If any migration names excluded releases, all later ones do, too.
  const limits = history.map(({ oldestServing }) => oldestServing ?? 0)
  const mayServe = Math.max(...limits) > 0 && Math.max(...limits) <= release
  for (const { number, name, checksum } of applied) {
    const onDisk = byNumber.get(number)
    if (onDisk === undefined && number > release && mayServe) continue
    if (onDisk === undefined) {
      throw new MigrationRefused(
        `This database was migrated by a newer Apogee (it has ${name}, which is unknown here). Start that release, or restore a copy made before it.`,
      )
    }
    if (onDisk.name !== name || onDisk.checksum !== checksum) {
      throw new MigrationRefused(
        `Migration ${onDisk.name} differs from what was applied to this database${onDisk.name === name ? '' : ` as ${name}`}. Applied migrations never change: restore the file and write a new migration.`,
      )
    }
  }
  const done = new Set(applied.map(({ number }) => number))
  const latest = Math.max(0, ...done)
  const pending = migrations.filter(({ number }) => !done.has(number))
  const late = pending.find(({ number }) => number < latest)
  if (late) {
    throw new MigrationRefused(
      `${late.name} comes before migrations that were applied already. Give it a number after ${latest}.`,
    )
  }
  return pending
}
