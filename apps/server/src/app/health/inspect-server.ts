/** Inspects an installation for `npm run doctor` without serving it. */
import type { Logger } from 'pino'
import { connect } from '#server/platform/database/database.ts'
import { startEngine, type Engine } from '@apogee/local-postgres/engine.ts'
import { pendingMigrations } from '#server/platform/database/schema/migrate.ts'
import { readQueueState } from '#server/platform/jobs/queue-state.ts'
import { clusterOf } from '#server/platform/backup/backup-folder.ts'
import type { Config } from '../config/config.ts'
import { outdatedPostgres } from '../config/postgres-age.ts'
import { databaseStartError, checkDatabase } from '../config/startup-checks.ts'
import { migrationsDirectory } from '../start-server.ts'

export interface Inspection {
  database: { ok: boolean; remark: string; outdated: string | null }
  pendingMigrations: string[]
  failedJobs: number
  /** Identifies the database cluster. It is null unless backups are configured and the database answers. */
  cluster: string | null
}

/** If the embedded engine is not running, starts it for the inspection and stops it afterwards. */
export async function inspectServer(config: Config, log: Logger): Promise<Inspection> {
  let engine: Engine | undefined
  try {
    engine = config.databaseUrl ? undefined : await startEngine({ dataDir: config.dataDir, log })
    const connectionString = config.databaseUrl ?? engine?.connectionString ?? ''
    const database = connect({
      connectionString,
      directConnectionString: config.databaseDirectUrl,
      poolSize: 3,
      applicationName: 'apogee doctor',
      log,
    })
    try {
      const version = await checkDatabase(database.pool)
      const pending = await pendingMigrations(database.pool, migrationsDirectory)
      const failedJobs = pending.length === 0 ? (await readQueueState(database.pool)).failed : 0
      const where = config.databaseUrl ? 'DATABASE_URL' : 'own engine in the data folder'
      return {
        database: {
          ok: true,
          remark: `PostgreSQL ${version}, ${where}`,
          outdated: outdatedPostgres({ version, isOwn: engine !== undefined }, new Date()),
        },
        pendingMigrations: pending,
        failedJobs,
        cluster: config.backup && (await clusterOf(database.pool)),
      }
    } finally {
      await database.close()
    }
  } catch (error) {
    const obstacle = config.databaseUrl ? databaseStartError(error) : error
    const remark = obstacle instanceof Error ? obstacle.message : String(obstacle)
    return {
      database: { ok: false, remark, outdated: null },
      pendingMigrations: [],
      failedJobs: 0,
      cluster: null,
    }
  } finally {
    await engine?.stop()
  }
}
