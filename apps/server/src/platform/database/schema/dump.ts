import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { copyFile, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type pg from 'pg'
import { from as copyFrom, to as copyTo } from 'pg-copy-streams'
import { z } from 'zod/mini'
import { migrateJobs } from '../../jobs/jobs.ts'
import type { Log } from '../database.ts'
import { liftTimeout } from '../connections/silent-connections.ts'
import { appliedFiles, migrate, MigrationRefused } from './migrate.ts'

/**
 * Dumps the database into a folder: one file per table in PostgreSQL's own text format, and a manifest. The dump works across major
 * versions and with any PostgreSQL server. It holds rows only; the migrations create the tables. Uploaded files are not included.
 */

const manifestSchema = z.object({
  format: z.literal(1),
  migrations: z.array(z.object({ name: z.string(), checksum: z.string() })),
  tables: z.array(
    z.object({
      name: z.string(),
      columns: z.array(z.string()),
      rows: z.int(),
      file: z.string().check(z.regex(/^\d{3}\.copy$/)),
      sha256: z.string(),
    }),
  ),
  sequences: z.array(z.object({ name: z.string(), lastValue: z.int() })),
})
type Manifest = z.infer<typeof manifestSchema>

export type DumpSummary = { tables: number; rows: number }

const manifestFile = 'manifest.json'
/** The migrators create these tables, so the dump omits them. */
const ownTables = ['public.schema_migrations', 'graphile_worker.migrations']

/** Writes a consistent snapshot of the database into a new folder. The server may run meanwhile. */
export async function dumpDatabase(pool: pg.Pool, folder: string): Promise<DumpSummary> {
  await refuseNew(pool)
  await makeNew(folder)
  return inSession(pool, async (client) => {
    await client.query('begin transaction isolation level repeatable read, read only')
    const { rows: migrations } = await client.query<Manifest['migrations'][number]>(
      'select name, checksum from schema_migrations order by number',
    )
    const tables: Manifest['tables'] = []
    for (const [index, { name, columns }] of (await readTables(client)).entries()) {
      const file = `${String(index + 1).padStart(3, '0')}.copy`
      const source = client.query(copyTo(`copy ${name} (${columns.join(', ')}) to stdout`))
      const digest = digesting()
      await pipeline(source, digest.stream, createWriteStream(join(folder, file), { mode: 0o600 }))
      tables.push({ name, columns, rows: source.rowCount, file, sha256: digest.sum() })
    }
    const manifest: Manifest = { format: 1, migrations, tables, sequences: await readSequences(client) }
    await client.query('commit')
    // The manifest is written last: a folder without a manifest is incomplete.
    await writeFile(join(folder, manifestFile), JSON.stringify(manifest, null, 2), { mode: 0o600 })
    return summary(manifest)
  })
}

/**
 * Fills an empty database from a dump folder in one transaction, and checks every count and checksum. The next start applies
 * migrations that are newer than the dump.
 * @throws when the database is not empty, or the dump is damaged or has other migrations than this directory.
 */
export async function restoreDatabase(
  pool: pg.Pool,
  folder: string,
  { migrationsDirectory, log }: { migrationsDirectory: string; log: Log },
): Promise<DumpSummary> {
  const manifest = await readManifest(folder)
  await refuseUsed(pool)
  await migrateAsFarAs(pool, manifest, migrationsDirectory)
  await migrateJobs(pool, log)
  return inSession(pool, async (client) => {
    await client.query('begin')
    const restoreConstraints = await setConstraintsAside(client)
    const present = new Set((await readTables(client)).map(({ name }) => name))
    for (const name of present) await client.query(`delete from ${name}`)
    for (const table of manifest.tables) {
      if (!present.has(table.name))
        throw new Error(`The copy has ${table.name}, which this release does not.`)
      await fill(client, folder, table)
    }
    for (const { name, lastValue } of manifest.sequences) {
      await client.query('select setval($1::regclass, $2)', [name, lastValue])
    }
    // The locks belong to workers of the original database, which do not exist here.
    await client.query('update graphile_worker._private_jobs set locked_at = null, locked_by = null')
    await client.query('update graphile_worker._private_job_queues set locked_at = null, locked_by = null')
    await restoreConstraints()
    await client.query('commit')
    await client.query('analyze')
    return summary(manifest)
  })
}

async function refuseNew(pool: pg.Pool): Promise<void> {
  const { rows } = await pool.query<{ known: boolean }>(
    `select to_regclass('schema_migrations') is not null as known`,
  )
  if (rows[0]?.known !== true) {
    throw new Error(
      'There is nothing to copy: Apogee never used this database. Is it DATABASE_URL or DATA_DIR?',
    )
  }
}

async function makeNew(folder: string): Promise<void> {
  try {
    await mkdir(folder, { mode: 0o700 })
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
    throw new Error(`${folder} exists already: name a folder that does not.`, { cause: error })
  }
}

async function readManifest(folder: string): Promise<Manifest> {
  const path = join(folder, manifestFile)
  try {
    return manifestSchema.parse(JSON.parse(await readFile(path, 'utf8')))
  } catch (error) {
    throw new Error(`${folder} is no whole copy: ${manifestFile} is missing in it or damaged.`, {
      cause: error,
    })
  }
}

async function fill(client: pg.PoolClient, folder: string, table: Manifest['tables'][number]): Promise<void> {
  const { name, columns, rows, file, sha256 } = table
  const target = client.query(copyFrom(`copy ${name} (${columns.join(', ')}) from stdin`))
  const digest = digesting()
  await pipeline(createReadStream(join(folder, file)), digest.stream, target)
  if (digest.sum() !== sha256)
    throw new Error(`The copy is damaged: ${file} (${name}) is not as it was written.`)
  const { rows: counted } = await client.query<{ count: number }>(`select count(*) from ${name}`)
  if (counted[0]?.count !== rows) {
    throw new Error(`${name} has ${counted[0]?.count} rows after the restore, ${rows} in the copy.`)
  }
}

/**
 * Disables foreign keys and triggers while rows are loaded table by table. The returned function checks the foreign keys
 * afterwards.
 */
async function setConstraintsAside(client: pg.PoolClient): Promise<() => Promise<void>> {
  const { rows: keys } = await client.query<{ table: string; name: string; definition: string }>(
    `select format('%I.%I', n.nspname, t.relname) as "table", format('%I', c.conname) as name,
       pg_get_constraintdef(c.oid) as definition
     from pg_constraint c
     join pg_class t on t.oid = c.conrelid
     join pg_namespace n on n.oid = t.relnamespace
     where c.contype = 'f' and c.conparentid = 0 and n.nspname in ('public', 'graphile_worker')
     order by 1, 2`,
  )
  const tables = await readTables(client)
  for (const { table, name } of keys) await client.query(`alter table ${table} drop constraint ${name}`)
  for (const { name } of tables) await client.query(`alter table ${name} disable trigger user`)
  return async () => {
    for (const { name } of tables) await client.query(`alter table ${name} enable trigger user`)
    for (const { table, name, definition } of keys) {
      await client.query(`alter table ${table} add constraint ${name} ${definition}`)
    }
  }
}

async function migrateAsFarAs(pool: pg.Pool, { migrations }: Manifest, directory: string): Promise<void> {
  const partial = await mkdtemp(join(tmpdir(), 'apogee-restore-'))
  try {
    for (const name of await filesOfCopy(migrations, directory)) {
      await copyFile(join(directory, name), join(partial, name))
    }
    await migrate(pool, partial)
  } finally {
    await rm(partial, { recursive: true })
  }
}

async function filesOfCopy(migrations: Manifest['migrations'], directory: string): Promise<string[]> {
  try {
    return await appliedFiles(directory, migrations)
  } catch (error) {
    if (!(error instanceof MigrationRefused)) throw error
    throw new Error(`This release cannot restore the copy. ${error.message}`, { cause: error })
  }
}

async function refuseUsed(pool: pg.Pool): Promise<void> {
  const { rows } = await pool.query<{ tables: number }>(
    `select count(*) as tables from pg_tables where schemaname in ('public', 'graphile_worker')`,
  )
  if (rows[0]?.tables === 0) return
  throw new Error(
    'This database already has tables. Restore into an empty one: a new DATA_DIR or a new database.',
  )
}

/** Returns tables with their writable columns, quoted for SQL. */
async function readTables(client: pg.PoolClient): Promise<{ name: string; columns: string[] }[]> {
  const { rows } = await client.query<{ name: string; columns: string[] }>(
    `select format('%I.%I', n.nspname, t.relname) as name,
       array_agg(format('%I', a.attname) order by a.attnum) as columns
     from pg_class t
     join pg_namespace n on n.oid = t.relnamespace
     join pg_attribute a on a.attrelid = t.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
     where t.relkind = 'r' and n.nspname in ('public', 'graphile_worker')
       and format('%s.%s', n.nspname, t.relname) <> all($1)
     group by 1
     order by 1`,
    [ownTables],
  )
  return rows
}

async function readSequences(client: pg.PoolClient): Promise<Manifest['sequences']> {
  const { rows } = await client.query<Manifest['sequences'][number]>(
    `select format('%I.%I', schemaname, sequencename) as name, last_value as "lastValue"
     from pg_sequences
     where last_value is not null and schemaname in ('public', 'graphile_worker')
     order by 1`,
  )
  return rows
}

/**
 * Uses one connection without the product's timeouts. It closes the connection afterwards, which also rolls back uncommitted work.
 */
async function inSession<T>(pool: pg.Pool, work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect()
  try {
    await liftTimeout(client)
    await client.query('set idle_in_transaction_session_timeout = 0')
    return await work(client)
  } finally {
    client.release(true)
  }
}

function digesting() {
  const hash = createHash('sha256')
  const stream = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk)
      done(null, chunk)
    },
  })
  return { stream, sum: () => hash.digest('hex') }
}

function summary({ tables }: Manifest): DumpSummary {
  return { tables: tables.length, rows: tables.reduce((sum, { rows }) => sum + rows, 0) }
}
