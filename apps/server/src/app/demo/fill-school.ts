/** Writes the demo school, in the order in which its parts need each other. Loaded only for a database without it. */
import type { Dependencies } from '#server/dependencies.ts'
import type { Tx } from '#server/platform/database/database.ts'
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

/** Stored files of a school that could not be written are removed again, when `failed` is called. */
export function demoSchool(services: Services, dependencies: Dependencies) {
  const files: Seeding['files'] = new ByKey()
  return {
    async fill(tx: Tx): Promise<{ courses: number }> {
      const school = loadDemoSchool()
      await seed({
        ...{ tx, services, dependencies, school, files, now: dependencies.clock.now() },
        ...{ businessIds: new ByKey(), sellerIds: new ByKey(), people: new ByKey(), courses: new ByKey() },
      })
      return { courses: school.courses.length }
    },
    removeFiles: () => removeFiles(dependencies, files),
  }
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
  await services.courses.recountForLists(tx)
  await seedMessages(seeding)
  await seedAchievements(seeding)
  await seedNotifications(seeding)
}
