/** Seeds the demo school in the order of its dependencies. The module is loaded only for a database without a demo school. */
import { DemoFiles } from './demo-files.ts'
import { seedCommunity, seedMessages, seedReviews } from './seed/seed-community.ts'
import { seedCourses } from './seed/seed-courses.ts'
import { seedAchievements, seedNotifications } from './seed/seed-history.ts'
import { seedInvoices } from './seed/seed-invoices.ts'
import { postPastOrders } from './seed/past-orders.ts'
import { seedAssessments, seedEnrolments } from './seed/seed-learning.ts'
import { seedPastSales } from './seed/seed-past-sales.ts'
import { seedBusinesses, seedInvitations, seedPeople, seedSellers } from './seed/seed-people.ts'
import { ByKey, type Seeding } from './seed/seeding.ts'

export { DemoFiles }

export async function fillSchool({
  files,
  ...given
}: Pick<Seeding, 'tx' | 'services' | 'dependencies'> & { files: DemoFiles }): Promise<{ courses: number }> {
  const { school } = files
  await seed({
    ...given,
    school,
    files: await files.ready(),
    now: given.dependencies.clock.now(),
    businessIds: new ByKey(),
    sellerIds: new ByKey(),
    people: new ByKey(),
    courses: new ByKey(),
  })
  return { courses: school.courses.length }
}

async function seed(seeding: Seeding): Promise<void> {
  const { tx, services } = seeding
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
