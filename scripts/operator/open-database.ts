/** Opens the database for the database commands and reports their errors. */
import { join, resolve } from 'node:path'
import pino from 'pino'
import { ConfigError, readConfig } from '../../apps/server/src/app/config/config.ts'
import { databaseStartError } from '../../apps/server/src/app/config/startup-checks.ts'
import { connect, type Database } from '../../apps/server/src/platform/database/database.ts'
import { startEngine } from '@apogee/local-postgres/engine.ts'

export const migrationsDirectory = join(import.meta.dirname, '../../apps/server/migrations')
/** The log goes to the standard error output, so that it does not mix with a command's own output. */
export const log = pino({ level: 'warn' }, pino.destination({ fd: 2, sync: true }))

/** Runs the work on the folder that the command names. An error is printed in one line, with exit code 1. */
export async function onFolder(
  usage: string,
  work: (database: Database, folder: string) => Promise<string>,
): Promise<void> {
  const folder = process.argv[2]
  if (!folder || process.argv.length > 3) {
    console.error(`Usage: ${usage}`)
    process.exitCode = 1
    return
  }
  try {
    console.log(await withDatabase((database) => work(database, resolve(folder))))
  } catch (error) {
    console.error(error instanceof Error ? error.message : String(error))
    if (!(error instanceof ConfigError)) console.error('Nothing was finished.')
    process.exitCode = 1
  }
}

/**
 * Opens the database that the server would use, with the role that owns its tables. Without an address in the configuration, this
 * is the engine on DATA_DIR, which stops afterwards if nobody else uses it.
 */
export async function withDatabase<T>(work: (database: Database) => Promise<T>): Promise<T> {
  const { databaseUrl: pooledUrl, databaseDirectUrl, databaseOwnerUrl, dataDir } = readConfig(process.env)
  // These commands need a database session of their own. A pool that pools by transaction gives none.
  const databaseUrl = databaseOwnerUrl ?? databaseDirectUrl ?? pooledUrl
  const engine = databaseUrl ? undefined : await startEngine({ dataDir, log })
  try {
    const connectionString = databaseUrl ?? engine?.connectionString ?? ''
    const database = connect({ connectionString, poolSize: 2, applicationName: 'apogee db', log })
    try {
      await database.pool.query('SELECT 1').catch((error: unknown) => {
        throw databaseUrl ? databaseStartError(error) : error
      })
      return await work(database)
    } finally {
      await database.close()
    }
  } finally {
    await engine?.stop()
  }
}
