import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type pg from 'pg'

type Migration = { number: number; name: string; sql: string; checksum: string }
type AppliedMigration = { number: number; name: string; checksum: string }

/** The migrations on disk and those in the database contradict each other; the message says how. */
export class MigrationRefused extends Error {
  override name = 'MigrationRefused'
}

// Any constant will do, as long as nothing else in this database locks it.
const migrationLock = 4_702_001
const fileName = /^(\d{4})_[a-z0-9_]+\.sql$/

/**
 * Applies what is missing, in order, each file in its own transaction. Processes that start together take turns;
 * the later ones find nothing to do.
 * @throws MigrationRefused when an applied file was changed or is unknown here, when numbers repeat, or when one
 * would come before what was applied already.
 */
export async function migrate(pool: pg.Pool, directory: string): Promise<{ applied: string[] }> {
  const migrations = await readMigrations(directory)
  const client = await pool.connect()
  let failure: unknown
  try {
    // Waiting for the other process and building an index may both take longer than a request may.
    await client.query('set statement_timeout = 0')
    await client.query('select pg_advisory_lock($1)', [migrationLock])
    await client.query(`create table if not exists schema_migrations (
      number integer primary key,
      name text not null,
      checksum text not null,
      applied_at timestamptz not null default now()
    )`)
    const pending = comparePending(migrations, await readApplied(client))
    for (const migration of pending) await apply(client, migration)
    return { applied: pending.map((migration) => migration.name) }
  } catch (error) {
    failure = error
    throw error
  } finally {
    // Ending the session also gives back the lock and the timeout.
    client.release(failure instanceof Error ? failure : true)
  }
}

/** Names of the migrations on disk that this database has not seen: empty when it is ready to serve. */
export async function pendingMigrations(pool: pg.Pool, directory: string): Promise<string[]> {
  const migrations = await readMigrations(directory)
  const { rows } = await pool.query<{ known: boolean }>(
    `select to_regclass('schema_migrations') is not null as known`,
  )
  const applied = rows[0]?.known === true ? await readApplied(pool) : []
  return comparePending(migrations, applied).map((migration) => migration.name)
}

async function apply(client: pg.PoolClient, { number, name, sql, checksum }: Migration): Promise<void> {
  await client.query('begin')
  try {
    await client.query(sql)
    await client.query('insert into schema_migrations (number, name, checksum) values ($1, $2, $3)', [
      number,
      name,
      checksum,
    ])
    await client.query('commit')
  } catch (error) {
    await client.query('rollback')
    throw new Error(`Migration ${name} failed and was rolled back${whereIn(sql, error)}`, { cause: error })
  }
}

function whereIn(sql: string, error: unknown): string {
  if (!(error instanceof Error)) return ''
  const position = 'position' in error ? Number(error.position) : Number.NaN
  const line = Number.isNaN(position) ? '' : ` at line ${sql.slice(0, position).split('\n').length}`
  return `${line}: ${error.message}`
}

async function readApplied(queryable: pg.Pool | pg.PoolClient): Promise<AppliedMigration[]> {
  const { rows } = await queryable.query<AppliedMigration>(
    'select number, name, checksum from schema_migrations order by number',
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
  const number = fileName.exec(name)?.[1]
  if (number === undefined) {
    throw new MigrationRefused(`${name} is not named like a migration (0001_what_it_does.sql).`)
  }
  const sql = await readFile(join(directory, name), 'utf8')
  return { number: Number(number), name, sql, checksum: createHash('sha256').update(sql).digest('hex') }
}

function comparePending(migrations: Migration[], applied: AppliedMigration[]): Migration[] {
  const byNumber = new Map(migrations.map((migration) => [migration.number, migration]))
  for (const { number, name, checksum } of applied) {
    const onDisk = byNumber.get(number)
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
