/** Migrates with the role that owns the tables, and verifies that the role which runs the product owns nothing. */
import type { Logger } from 'pino'
import { connect, type Database } from '#server/platform/database/database.ts'
import { grantRunningRole, migrate } from '#server/platform/database/schema/migrate.ts'
import { examineRole, mayActAsUs, type RoleReport } from '#server/platform/database/roles.ts'
import { examineSessions, isSameDatabase } from '#server/platform/database/sessions.ts'
import { migrateJobs } from '#server/platform/jobs/jobs.ts'
import type { Config } from './config/config.ts'
import { databaseStartError, isPooler } from './config/startup-checks.ts'

type Addresses = Pick<Config, 'databaseUrl' | 'databaseOwnerUrl' | 'isLive'>

/** @throws a sentence that names the required change. */
export async function prepareTables(
  database: Database,
  directory: string,
  { databaseUrl, databaseOwnerUrl, isLive }: Addresses,
  log: Logger,
): Promise<void> {
  if (databaseOwnerUrl === null) {
    await migrate(database.sessions, directory)
    await migrateJobs(database.sessions, log)
    // Roles cannot be separated in the embedded engine, which has only one.
    if (isLive && databaseUrl !== null && (await examineRole(database.sessions)).owns) log.warn(oneRole)
    return
  }
  const { role } = await examineRole(database.sessions)
  let judgesTables = true
  await asOwner(databaseOwnerUrl, log, async (owner) => {
    if (!(await isSameDatabase(owner.sessions, database.sessions))) throw new Error(differentDatabases)
    // A role that may act as the owner has all rights of the owner, so its rights cannot be limited.
    const runningRole = (await mayActAsUs(owner.sessions, role)) ? null : role
    await migrate(owner.sessions, directory, { runningRole })
    await migrateJobs(owner.sessions, log)
    if (runningRole !== null) judgesTables = await grantRunningRole(owner.sessions, runningRole)
  })
  const reports = [await examineRole(database.sessions, { judgesTables })]
  // A pooler may connect with another role than the one in its address.
  if (database.pool !== database.sessions) {
    const pooled = await examineRole(database.pool, { judgesTables })
    reports.push(pooled)
    // That role would have no rights, or different ones.
    if (pooled.role !== role && pooled.excess.length === 0) throw new Error(differentRoles(pooled.role, role))
  }
  for (const report of reports) {
    if (report.excess.length === 0) continue
    if (isLive) throw new Error(tooMuch(report))
    log.warn(tooMuch(report))
  }
}

/** Does the work on separate connections of the owner's role, which end with the work. */
async function asOwner(
  connectionString: string,
  log: Logger,
  work: (owner: Database) => Promise<void>,
): Promise<void> {
  const owner = connect({ connectionString, poolSize: 2, applicationName: 'apogee migrations', log })
  try {
    if (!(await examineSessions(owner.sessions)).isKept) throw new Error(isPooler('DATABASE_OWNER_URL'))
    await work(owner)
  } catch (error) {
    throw databaseStartError(error, 'DATABASE_OWNER_URL')
  } finally {
    await owner.close()
  }
}

const tooMuch = ({ role, excess }: RoleReport) =>
  `DATABASE_URL leads to the role ${role}, which ${excess.join(', ')}: with DATABASE_OWNER_URL it must only run the product. Give it a role of its own (docs/operations.md#two-roles-of-the-database).`

const differentRoles = (pooled: string, direct: string) =>
  `DATABASE_URL leads to the role ${pooled}, and DATABASE_DIRECT_URL to the role ${direct}: with DATABASE_OWNER_URL both must name the role that runs the product.`

const oneRole =
  'DATABASE_OWNER_URL is not set: one role of the database owns the tables and runs the product (docs/operations.md#two-roles-of-the-database)'

const differentDatabases =
  'DATABASE_URL and DATABASE_OWNER_URL lead to different databases: give both the same one.'
