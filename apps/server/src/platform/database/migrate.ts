import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type pg from 'pg'
import { liftTimeout } from './silent-connections.ts'

type AppliedMigration = { number: number; name: string; checksum: string }
/** `replaces`: of a baseline, the last of the former migrations that it stands for. */
type Migration = AppliedMigration & { sql: string; replaces: AppliedMigration | null }

/** The migrations on disk and those in the database contradict each other; the message explains how. */
export class MigrationRefused extends Error {
  override name = 'MigrationRefused'
}

// Any constant, as long as nothing else in this database locks it.
const migrationLock = 4_702_001
const fileName = /^(\d{4})_[a-z0-9_]+\.sql$/

/**
 * Applies what is missing, in order, each file in its own transaction. Processes that start together take turns;
 * the later ones find nothing to do.
 * A first file with the line `-- replaces <name> <sha256>` is a baseline: a database that has that migration is up to
 * date with the baseline (docs/decisions/baseline-migration.md).
 * @throws MigrationRefused when an applied file was changed or is unknown here, when the database is older than the
 * baseline, when numbers repeat, or when a file would come before what was applied already.
 */
export async function migrate(pool: pg.Pool, directory: string): Promise<{ applied: string[] }> {
  const migrations = await readMigrations(directory)
  const client = await pool.connect()
  let failure: unknown
  try {
    // Waiting for another process and building an index may take longer than a request's timeout.
    await liftTimeout(client)
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
    // Ending the session also releases the lock and the timeout.
    client.release(failure instanceof Error ? failure : true)
  }
}

/**
 * Names of the files in the directory that a database with this history has.
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

/** Names of the migrations on disk that this database has not applied: empty when it is ready to serve. */
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
  const number = numberOf(name)
  const sql = await readFile(join(directory, name), 'utf8')
  const checksum = createHash('sha256').update(sql).digest('hex')
  return { number, name, sql, checksum, replaces: replacedBy(sql) }
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

/** The same history in the terms of this directory: former migrations that the baseline replaces become the baseline. */
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

function comparePending(migrations: Migration[], history: AppliedMigration[]): Migration[] {
  const applied = withBaseline(migrations, history)
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
