/**
 * Seeds the demo school of content/demo-school into a new database, once. Times are relative to now, so the school is
 * always in mid-term.
 */
import { sql } from 'kysely'
import type { Db } from '#server/platform/database/database.ts'
import type { Dependencies } from '#server/dependencies.ts'
import { readFact, writeFact } from '#server/platform/server-facts.ts'
import type { Services } from '../features.ts'

export { demoPassword } from './demo-password.ts'

const factKey = 'demo-school.loaded'
/** Key of an advisory lock; nothing else in the database uses it. */
const seedLock = 4_702_011

/** Idempotent and safe to run concurrently: one of the processes that start together seeds, the others wait. */
export async function seedDemoSchool(
  services: Services,
  dependencies: Dependencies,
): Promise<'seeded' | 'already there'> {
  const { database } = dependencies
  if (await holdsDemoSchool(database.kysely)) return 'already there'
  const { demoSchool } = await import('./fill-school.ts')
  const school = demoSchool(services, dependencies)
  try {
    return await database.transaction(async (tx) => {
      await sql`SELECT pg_advisory_xact_lock(${seedLock})`.execute(tx)
      if (await holdsDemoSchool(tx)) return 'already there'
      await writeFact(tx, factKey, await school.fill(tx))
      return 'seeded'
    })
  } catch (error) {
    await school.removeFiles()
    throw error
  }
}

/** True once the school was seeded, also after later changes. */
export async function holdsDemoSchool(db: Db): Promise<boolean> {
  return (await readFact(db, factKey)) !== undefined
}
