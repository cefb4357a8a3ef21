import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { unusedPayments } from '#server/adapters/payments/testing.ts'
import { makeCourse } from '#server/app/testing-courses.ts'
import { startTestApp, type TestApp, type TestPerson } from '#server/app/testing.ts'

let server: TestApp
let superadmin: TestPerson
let admin: TestPerson
beforeAll(async () => {
  server = await startTestApp({ payments: unusedPayments })
  superadmin = await server.person('superadmin')
  admin = await server.person('admin')
})
afterAll(() => server.stop())

const summary = async () => (await server.call('platformSummary', { as: superadmin })).body.data

test('the figures of the whole platform are counted from rows', async () => {
  const before = await summary()
  const student = await server.person()
  const course = await makeCourse(server.database, { owner: admin })
  await server.call('enroll', { params: { courseId: course.id }, body: {}, as: student })
  await sql`INSERT INTO orders (public_id, buyer_id, state, total_cents, origin, settled_at, payment_account_id)
            VALUES ('figures-paid', ${student.id}, 'paid', 0, 'http://127.0.0.1', now(), NULL),
                   ('figures-open', ${student.id}, 'created', 0, 'http://127.0.0.1', NULL, NULL)`.execute(
    server.database.kysely,
  )
  await server.call('sendMessage', {
    body: { topic: 'support', name: 'Nurul', email: 'nurul@example.test', text: 'Help' },
  })
  expect(await summary()).toMatchObject({
    people: before.people + 1,
    businesses: before.businesses,
    courses: before.courses + 1,
    enrolments: before.enrolments + 1,
    settledOrders: before.settledOrders + 1,
    money: before.money,
    unreadMessages: before.unreadMessages + 1,
  })
})

test('waiting jobs and finally failed jobs are counted', async () => {
  const { jobs } = await summary()
  expect(jobs.waiting).toBeGreaterThan(0)
  expect(jobs.failed).toBe(0)
  await server.jobs.runDueOnce()
  expect((await summary()).jobs.waiting).toBe(0)
})

test('every business is listed with its people, its courses and its date', async () => {
  await makeCourse(server.database, { owner: admin })
  await server.person('instructor', { businessId: admin.businessId })
  const { body } = await server.call('listBusinesses', { query: {}, as: superadmin })
  const own = body.data.find(({ id }) => id === admin.businessId)
  expect(own).toMatchObject({ people: 2, createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT/) })
  expect(own?.courses).toBeGreaterThan(0)
})

test('businesses are searched by name and paged', async () => {
  await server.person('admin')
  const all = await server.call('listBusinesses', { query: { search: 'BUSINESS' }, as: superadmin })
  expect(all.body.meta.total).toBeGreaterThan(1)
  const page = await server.call('listBusinesses', { query: { limit: '1' }, as: superadmin })
  expect(page.body.data).toHaveLength(1)
  expect(page.body.meta.nextCursor).toBeTruthy()
  const none = await server.call('listBusinesses', { query: { search: '%' }, as: superadmin })
  expect(none.body.meta.total).toBe(0)
})

test('platform figures and businesses are for superadmins only', async () => {
  expect((await server.call('platformSummary', {})).status).toBe(401)
  for (const person of [admin, await server.person('instructor'), await server.person()]) {
    expect((await server.call('platformSummary', { as: person })).status).toBe(403)
    expect((await server.call('listBusinesses', { query: {}, as: person })).status).toBe(403)
  }
})
