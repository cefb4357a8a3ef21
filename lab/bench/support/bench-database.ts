import pg from 'pg'
import pino from 'pino'
import { connect, type Database } from '../../../apps/server/src/platform/database/database.ts'

/**
 * Names the variables with which lab/bench/run.ts passes the engine of this run. `template` is a migrated database without
 * connections.
 */
export const engineVariables = {
  owner: 'APOGEE_BENCH_DATABASE',
  administrator: 'APOGEE_BENCH_ADMINISTRATOR',
  template: 'APOGEE_BENCH_TEMPLATE',
} as const

export interface BenchDatabase {
  connectionString: string
  database: Database
  /** Runs `work` on a separate connection without a statement timeout. */
  withoutTimeLimit<T>(work: (client: pg.Client) => Promise<T>): Promise<T>
}

/** Runs `work` on a new database without tables, which is removed afterwards. */
export async function withEmptyDatabase<T>(
  name: string,
  work: (connectionString: string) => Promise<T>,
): Promise<T> {
  const url = new URL(fromRunner('owner'))
  const administer = (statement: string) =>
    onConnection(fromRunner('administrator'), (client) => client.query(statement))
  await administer(`CREATE DATABASE ${name} TEMPLATE template0 OWNER ${url.username}`)
  url.pathname = `/${name}`
  try {
    return await work(url.href)
  } finally {
    await administer(`DROP DATABASE ${name} WITH (FORCE)`)
  }
}

/** Runs `work` on a new, migrated database, which is removed afterwards. */
export async function withDatabase<T>(name: string, work: (bench: BenchDatabase) => Promise<T>): Promise<T> {
  const url = new URL(fromRunner('owner'))
  const administer = (statement: string) =>
    onConnection(fromRunner('administrator'), (client) => client.query(statement))
  await administer(
    `CREATE DATABASE ${name} TEMPLATE ${fromRunner('template')} OWNER ${url.username} STRATEGY file_copy`,
  )
  url.pathname = `/${name}`
  const connectionString = url.href
  const log = pino({ level: 'warn' })
  const database = connect({ connectionString, poolSize: 4, applicationName: 'bench', log })
  try {
    return await work({
      connectionString,
      database,
      withoutTimeLimit: (slowWork) => onConnection(connectionString, slowWork),
    })
  } finally {
    await database.close()
    // The measurement's servers or autovacuum may still be connected, so the database is dropped with FORCE.
    await administer(`DROP DATABASE ${name} WITH (FORCE)`)
  }
}

function fromRunner(variable: keyof typeof engineVariables): string {
  const value = process.env[engineVariables[variable]]
  if (value === undefined) throw new Error('A measurement runs by: npm run bench -- NAME')
  return value
}

export async function onConnection<T>(
  connectionString: string,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const client = new pg.Client({ connectionString })
  // The lost connection also rejects the running statement, so the event itself needs no handling.
  client.on('error', () => undefined)
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}
