import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { makeCourse } from '#server/app/testing-courses.ts'
import type { TestPerson } from '#server/app/testing.ts'
import { maskedEmail } from '#server/policy/masked-email.ts'
import { startShop, type Shop } from '#server/features/sales/sales.testing.ts'

let shop: Shop
let admin: TestPerson
beforeAll(async () => {
  shop = await startShop()
})
afterAll(() => shop.server.stop())
beforeEach(async () => {
  admin = await shop.server.person('admin')
})

const studio = async (as: TestPerson) => (await shop.server.call('readStudio', { as })).body.data
const today = async (as: TestPerson) => (await studio(as)).days.at(-1)
async function sell(...courses: number[]): Promise<TestPerson> {
  const who = await shop.server.person()
  const { id, purchase } = await shop.buy(who, ...courses)
  await shop.pay(purchase)
  expect(await shop.check(id)).toBe('paid')
  return who
}

test('the home of a seller shows sales and enrolments of today, before and after they are added to the sums', async () => {
  const { id } = await makeCourse(shop.server.database, { owner: admin, priceCents: 4_900 })
  const who = await sell(id)
  const sold = { enrolments: 1, money: { orders: 1, invoices: 0, sales: 4_900, refunds: 0 } }
  expect(await today(admin)).toMatchObject(sold)
  await shop.server.services.figures.fold()
  expect(await today(admin)).toMatchObject(sold)
  const shown = await studio(admin)
  expect(shown.days).toHaveLength(90)
  expect(shown.orders?.map(({ amount }) => amount)).toEqual([4_900])
  expect(shown.orders?.map((order) => order.buyer?.email)).toEqual([maskedEmail(who.email)])
  expect(JSON.stringify(shown)).not.toContain(who.email)
  expect(shown.enrolments.map(({ courseId }) => courseId)).toEqual([id])
  expect(await shop.server.services.figures.compare()).toBe(0)
})

test('an order of two sellers is one order of each and one of the platform', async () => {
  const superadmin = await shop.server.person('superadmin')
  const other = await shop.server.person('admin')
  const mine = await makeCourse(shop.server.database, { owner: admin, priceCents: 1_000 })
  const theirs = await makeCourse(shop.server.database, { owner: other, priceCents: 2_000 })
  const before = (await today(superadmin))?.money
  await sell(mine.id, theirs.id)
  expect((await today(admin))?.money).toMatchObject({ orders: 1, sales: 1_000, refunds: 0 })
  expect((await today(other))?.money).toMatchObject({ orders: 1, sales: 2_000, refunds: 0 })
  const after = (await today(superadmin))?.money
  expect([(after?.orders ?? 0) - (before?.orders ?? 0), (after?.sales ?? 0) - (before?.sales ?? 0)]).toEqual([
    1, 3_000,
  ])
})

test('sums of days that differ from their rows are counted as differences and corrected', async () => {
  const { id } = await makeCourse(shop.server.database, { owner: admin, priceCents: 4_900 })
  await sell(id)
  await shop.server.services.figures.fold()
  await sql`UPDATE day_figures SET enrolments = enrolments + 5 WHERE kind = 'course' AND subject_id = ${id}`.execute(
    shop.server.database.kysely,
  )
  expect(await shop.server.services.figures.compare()).toBe(1)
  expect(await today(admin)).toMatchObject({ enrolments: 1 })
})

test('an instructor of a business sees enrolments of their own courses and no money', async () => {
  const instructor = await shop.server.person('instructor', { businessId: admin.businessId })
  const own = await makeCourse(shop.server.database, { owner: instructor, priceCents: 4_900 })
  await sell(own.id)
  const shown = await studio(instructor)
  expect(shown).toMatchObject({ sells: false, orders: null })
  expect(shown.days.at(-1)).toMatchObject({ enrolments: 1, money: null })
  expect(shown.checklist?.map(({ step }) => step) ?? []).toEqual(['course', 'publish', 'share'])
})

test('the checklist of a newcomer follows what exists, and stays away once it is dismissed', async () => {
  const done = async () =>
    (await studio(admin)).checklist?.filter(({ isDone }) => isDone).map(({ step }) => step)
  expect(await done()).toEqual([])
  const { id } = await makeCourse(shop.server.database, {
    owner: admin,
    isDraft: true,
    contents: [{ resources: [{ isPublished: false }] }],
  })
  expect(await done()).toEqual(['course'])
  expect((await studio(admin)).checklist).toContainEqual({ step: 'publish', isDone: false, courseId: id })
  await makeCourse(shop.server.database, { owner: admin, contents: [{ resources: [{}] }] })
  expect(await done()).toEqual(['course', 'publish'])
  const colleague = await shop.server.person('admin', { businessId: admin.businessId })
  expect((await shop.server.call('dismissChecklist', { as: admin })).status).toBe(200)
  expect((await shop.server.call('dismissChecklist', { as: admin })).status).toBe(200)
  expect((await studio(admin)).checklist).toBeNull()
  expect((await studio(colleague)).checklist).toHaveLength(5)
})

test('the home of a seller shows the five newest enrolments of all own courses, without removed ones', async () => {
  const [one, two] = [
    await makeCourse(shop.server.database, { owner: admin }),
    await makeCourse(shop.server.database, { owner: admin }),
  ]
  const other = await makeCourse(shop.server.database, { owner: await shop.server.person('admin') })
  const { kysely } = shop.server.database
  const enrolled: number[] = []
  for (const course of [one, two, one, other, two, two, two]) {
    const learner = await shop.server.person()
    const { rows } = await sql<{ id: number }>`
      INSERT INTO enrolments (user_id, course_id, source) VALUES (${learner.id}, ${course.id}, 'granted') RETURNING id`.execute(
      kysely,
    )
    if (course !== other) enrolled.push(rows[0]?.id ?? 0)
  }
  const newest = async () => (await studio(admin)).enrolments.map(({ id }) => id)
  const newestFirst = enrolled.toReversed()
  expect(await newest()).toEqual(newestFirst.slice(0, 5))
  await sql`UPDATE enrolments SET revoked_at = now() WHERE id = ${newestFirst[0]}`.execute(kysely)
  expect(await newest()).toEqual(newestFirst.slice(1))
})

test('courses in which learners see nothing wait for their seller alone', async () => {
  await makeCourse(shop.server.database, { owner: admin, contents: [] })
  expect((await studio(admin)).waiting).toEqual([{ kind: 'lessons', count: 1 }])
  expect((await studio(await shop.server.person('admin'))).waiting).toEqual([])
})
