/** Manages the engine and the generated databases of the drills `scale` and `restore-scale`. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startEngine, type Engine } from '@apogee/local-postgres/engine.ts'
import pg from 'pg'
import pino from 'pino'
import { connect } from '../../../apps/server/src/platform/database/database.ts'
import { migrate } from '../../../apps/server/src/platform/database/schema/migrate.ts'
import { migrateJobs } from '../../../apps/server/src/platform/jobs/jobs.ts'
import { generateScale, type ScaleSize } from './scale-data.ts'

/** Rows are written over this many connections. */
const generators = 2
const applicationName = 'drill'
const migrations = join(import.meta.dirname, '../../../apps/server/migrations')

export const log = pino({ level: 'warn' })

const began = performance.now()
export const say = (text: string): void =>
  console.log(`${((performance.now() - began) / 1000).toFixed(0).padStart(5)} s  ${text}`)

/** Returns a signal that the first stop signal aborts. A drill then ends after its current statement and cleans up. */
export function untilStopped(): AbortSignal {
  const stopping = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => stopping.abort(new Error(`stopped by ${signal}`)))
  return stopping.signal
}

/** Returns the given folder, which stays, or a temporary one, which is removed. */
export async function dataFolder(given: string | undefined) {
  const path = given ?? (await mkdtemp(join(tmpdir(), 'apogee-scale-')))
  return {
    path,
    remove: async () => {
      if (given === undefined) await rm(path, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}

/** Starts a fast engine that may lose data in a crash, because the data can be generated again. */
export const startScaleEngine = (dataDir: string): Promise<Engine> =>
  startEngine({
    dataDir,
    log,
    settings: {
      fsync: 'off',
      full_page_writes: 'off',
      wal_level: 'minimal',
      max_wal_senders: '0',
      shared_buffers: '1GB',
      max_wal_size: '8GB',
      autovacuum: 'off',
    },
  })

export function urlOf(connectionString: string, name: string): string {
  const url = new URL(connectionString)
  url.pathname = `/${name}`
  return url.href
}

export const nameOf = ({ courses, places }: ScaleSize): string => `scale_${courses}_${places}`

/** Generates the database unless the folder already has it, and migrates its tables. Returns its connection string. */
export async function prepare(engine: Engine, size: ScaleSize, signal: AbortSignal): Promise<string> {
  const name = nameOf(size)
  // If a drill was killed, the database may still have the product's name.
  await takeBack(engine)
  const admin = connect({
    connectionString: urlOf(engine.connectionString, 'postgres'),
    poolSize: 1,
    applicationName,
    log,
  })
  try {
    const { rowCount } = await admin.pool.query('SELECT FROM pg_database WHERE datname = $1', [name])
    if (!rowCount) {
      const unfinished = `${name}_unfinished`
      await admin.pool.query(`DROP DATABASE IF EXISTS ${unfinished}`)
      await admin.pool.query(`CREATE DATABASE ${unfinished}`)
      await migrateTo(urlOf(engine.connectionString, unfinished))
      const superuser = new pg.Pool({
        connectionString: urlOf(engine.administratorConnectionString, unfinished),
        max: generators,
      })
      try {
        await generateScale(superuser, size, { say, signal })
      } finally {
        await superuser.end()
      }
      await admin.pool.query(`ALTER DATABASE ${unfinished} RENAME TO ${name}`)
    }
  } finally {
    await admin.close()
  }
  const connectionString = urlOf(engine.connectionString, name)
  say(`${size.courses} courses: ${await migrateTo(connectionString)}`)
  return connectionString
}

/** On its own engine, the product uses a database of this name. */
const productName = 'apogee'

/** Renames the generated database to the name that the product expects. */
export async function lendToProduct(engine: Engine, size: ScaleSize): Promise<void> {
  await asAdministrator(engine, async (client) => {
    await client.query(`DROP DATABASE ${productName}`)
    await client.query(`COMMENT ON DATABASE ${nameOf(size)} IS '${nameOf(size)}'`)
    await client.query(`ALTER DATABASE ${nameOf(size)} RENAME TO ${productName}`)
  })
}

/** Gives a renamed database its own name again. It does nothing when no database was renamed. */
export async function takeBack(engine: Engine): Promise<void> {
  await asAdministrator(engine, async (client) => {
    const { rows } = await client.query<{ name: string | null }>(
      `SELECT shobj_description(oid, 'pg_database') AS name FROM pg_database WHERE datname = $1`,
      [productName],
    )
    const name = rows[0]?.name
    if (name?.startsWith('scale_')) await client.query(`ALTER DATABASE ${productName} RENAME TO ${name}`)
  })
}

async function asAdministrator(engine: Engine, work: (client: pg.Client) => Promise<void>): Promise<void> {
  const client = new pg.Client({ connectionString: engine.administratorConnectionString })
  await client.connect()
  try {
    await work(client)
  } finally {
    await client.end()
  }
}

/** Migrates the tables. Returns the size of the database. */
async function migrateTo(connectionString: string): Promise<string> {
  const database = connect({ connectionString, poolSize: 1, applicationName, log })
  try {
    await migrateJobs(database.pool, log)
    await migrate(database.pool, migrations)
    const { rows } = await database.pool.query<{ size: string }>(
      'SELECT pg_size_pretty(pg_database_size(current_database())) AS size',
    )
    return rows[0]?.size ?? ''
  } finally {
    await database.close()
  }
}
