import { join, resolve } from 'node:path'
import pino from 'pino'
import { connect, type Database } from '../apps/server/src/platform/database/database.ts'
import { startEngine } from '../apps/server/src/platform/database/engine.ts'

const root = join(import.meta.dirname, '..')
export const migrationsDirectory = join(root, 'apps/server/migrations')
export const log = pino({ level: 'warn' })

/** The database the server would use: DATABASE_URL, else the engine on DATA_DIR, which is stopped again if idle. */
export async function withDatabase<T>(work: (database: Database) => Promise<T>): Promise<T> {
  const url = process.env['DATABASE_URL']
  const engine = url
    ? undefined
    : await startEngine({ dataDir: resolve(root, process.env['DATA_DIR'] ?? 'data'), log })
  try {
    const connectionString = url ?? engine?.connectionString ?? ''
    const database = connect({ connectionString, poolSize: 2, applicationName: 'apogee db', log })
    return await work(database).finally(() => database.close())
  } finally {
    await engine?.stop()
  }
}
