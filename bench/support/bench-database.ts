import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pino from 'pino'
import { connect, type Database } from '../../apps/server/src/platform/database/database.ts'
import { startEngine } from '@apogee/local-postgres/engine.ts'
import { migrate } from '../../apps/server/src/platform/database/migrate.ts'
import { migrateJobs } from '../../apps/server/src/platform/jobs/jobs.ts'

const migrations = join(import.meta.dirname, '../../apps/server/migrations')

export interface BenchDatabase {
  connectionString: string
  database: Database
}

export interface BenchEngine {
  /** A new, migrated database. */
  create(name: string): Promise<BenchDatabase>
  /** Closes its databases, stops it and removes its files. */
  stop(): Promise<void>
}

/** An engine with the product's own settings on a temporary folder. */
export async function startBenchEngine(): Promise<BenchEngine> {
  const dataDir = await mkdtemp(join(tmpdir(), 'apogee-bench-'))
  const log = pino({ level: 'warn' })
  const engine = await startEngine({ dataDir, log })
  const open: Database[] = []
  const connected = (connectionString: string, poolSize: number) => {
    const database = connect({ connectionString, poolSize, applicationName: 'bench', log })
    open.push(database)
    return database
  }
  const admin = connected(engine.connectionString, 1)
  return {
    async create(name) {
      await admin.pool.query(`CREATE DATABASE ${name}`)
      const url = new URL(engine.connectionString)
      url.pathname = `/${name}`
      const database = connected(url.href, 4)
      await migrate(database.pool, migrations)
      await migrateJobs(database.pool, log)
      return { connectionString: url.href, database }
    },
    async stop() {
      for (const database of open) await database.close()
      await engine.stop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}
