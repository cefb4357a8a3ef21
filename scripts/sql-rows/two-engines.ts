/**
 * Starts the product's own PostgreSQL and PostgreSQL 15 with equal databases: each runs all migrations, the first gets the demo
 * school, and PostgreSQL 15 gets a copy of its rows.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pino from 'pino'
import { startEngine, type Engine } from '@apogee/local-postgres/engine.ts'
import { createLocalStorage } from '../../apps/server/src/adapters/storage/local.ts'
import { unusedPayments } from '../../apps/server/src/adapters/payments/testing.ts'
import { buildApp } from '../../apps/server/src/app/build-app.ts'
import { seedDemoSchool } from '../../apps/server/src/app/demo/seed/seed-demo.ts'
import { connect, type Database } from '../../apps/server/src/platform/database/database.ts'
import { dumpDatabase, restoreDatabase } from '../../apps/server/src/platform/database/schema/dump.ts'
import { migrate } from '../../apps/server/src/platform/database/schema/migrate.ts'
import { migrateJobs } from '../../apps/server/src/platform/jobs/jobs.ts'
import { createPasswords, leastCost } from '../../apps/server/src/platform/secrets/passwords.ts'
import { benchDependencies } from '../../lab/harness/bench-app.ts'

export interface TwoEngines {
  /** The values are connection strings. */
  own: string
  oldest: string
  stop(): Promise<void>
}

const migrationsDirectory = join(import.meta.dirname, '../../apps/server/migrations')
const log = pino({ level: 'warn' }, pino.destination({ fd: 2, sync: true }))
/** Turns off what protects rows from a power failure, and counts the functions that are executed. */
const settings = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', track_functions: 'pl' }

/** @param oldestBinaries the folder of PostgreSQL 15's programs */
export async function startTwoEngines(oldestBinaries: string): Promise<TwoEngines> {
  const folder = await mkdtemp(join(tmpdir(), 'apogee-engines-'))
  const engines: Engine[] = []
  const stop = async () => {
    await Promise.all(engines.map((engine) => engine.stop()))
    await rm(folder, { recursive: true, force: true })
  }
  const start = async (name: string, binDir?: string) => {
    const engine = await startEngine({ dataDir: join(folder, name), binDir, log, settings })
    engines.push(engine)
    return engine.connectionString
  }
  try {
    const own = await start('own')
    const oldest = await start('oldest', oldestBinaries)
    const copy = join(folder, 'copy')
    await withDatabase(own, async (database) => {
      await migrate(database.pool, migrationsDirectory)
      await migrateJobs(database.pool, log)
      await seed(database, join(folder, 'uploads'))
      await dumpDatabase(database.pool, copy)
    })
    await withDatabase(oldest, ({ pool }) => restoreDatabase(pool, copy, { migrationsDirectory, log }))
    return { own, oldest, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

async function withDatabase(
  connectionString: string,
  work: (database: Database) => Promise<unknown>,
): Promise<void> {
  const database = connect({ connectionString, poolSize: 4, applicationName: 'statements', log })
  await work(database).finally(() => database.close())
}

async function seed(database: Database, uploads: string): Promise<void> {
  const payments = { ...unusedPayments, checkCredentials: async () => 'accepted' as const }
  const dependencies = {
    ...benchDependencies(database, payments),
    storage: createLocalStorage(uploads),
    passwords: createPasswords({ cost: leastCost }),
  }
  const { app, services } = await buildApp(dependencies)
  await services.businesses.connectPlatformAccount({ chipSecret: 'platform', chipBrandId: 'platform' })
  await seedDemoSchool(services, dependencies)
  await app.close()
  await dependencies.pictures.stop()
}
