/**
 * Seeds the demo school of content/demo-school into a new database, once. Times are relative to now, so the school is
 * always in mid-term.
 */
import { sql } from 'kysely'
import type { Db } from '#server/platform/database/database.ts'
import type { Dependencies } from '#server/dependencies.ts'
import { readFact, writeFact } from '#server/platform/server-facts.ts'
import type { Services } from '../features.ts'
import { loadDemoSchool } from './load-demo-school.ts'
import { seedCommunity, seedMessages, seedReviews } from './seed-community.ts'
import { removeFiles, seedCourses, storeFiles } from './seed-courses.ts'
import { seedAchievements, seedNotifications } from './seed-history.ts'
import { seedInvoices } from './seed-invoices.ts'
import { postPastOrders } from './past-orders.ts'
import { seedAssessments, seedEnrolments } from './seed-learning.ts'
import { seedPastSales } from './seed-past-sales.ts'
import { seedBusinesses, seedInvitations, seedPeople, seedSellers } from './seed-people.ts'
import { ByKey, type Seeding } from './seeding.ts'

export { demoPassword } from './seed-people.ts'

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
  const files: Seeding['files'] = new ByKey()
  try {
    return await database.transaction(async (tx) => {
      await sql`SELECT pg_advisory_xact_lock(${seedLock})`.execute(tx)
      if (await holdsDemoSchool(tx)) return 'already there'
      const school = loadDemoSchool()
      await seed({
        ...{ tx, services, dependencies, school, files, now: dependencies.clock.now() },
        ...{ businessIds: new ByKey(), sellerIds: new ByKey(), people: new ByKey(), courses: new ByKey() },
      })
      await writeFact(tx, factKey, { courses: school.courses.length })
      return 'seeded'
    })
  } catch (error) {
    await removeFiles(dependencies, files)
    throw error
  }
}

/** True once the school was seeded, also after later changes. */
export async function holdsDemoSchool(db: Db): Promise<boolean> {
  return (await readFact(db, factKey)) !== undefined
}

async function seed(seeding: Seeding): Promise<void> {
  const { tx, services } = seeding
  await storeFiles(seeding)
  await seedBusinesses(seeding)
  await seedPeople(seeding)
  await seedSellers(seeding)
  await seedInvitations(seeding)
  await seedCourses(seeding)
  await seedEnrolments(seeding)
  await seedAssessments(seeding)
  await seedPastSales(seeding)
  await postPastOrders(seeding)
  await seedInvoices(seeding)
  await seedCommunity(seeding)
  await seedReviews(seeding)
  await services.courses.recountForSorting(tx)
  await seedMessages(seeding)
  await seedAchievements(seeding)
  await seedNotifications(seeding)
}
