import { coursesADay } from '@apogee/contracts/limits.ts'
import { endpoints } from '@apogee/contracts/endpoints.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { unusedPayments } from '#server/adapters/payments/testing.ts'
import { startTestApp, type TestApp, type TestPerson } from '../testing.ts'
import { makeCourse } from '../testing-courses.ts'

let demo: TestApp
let live: TestApp
beforeAll(async () => {
  demo = await startTestApp({ payments: { ...unusedPayments } })
  live = await startTestApp({ payments: { ...unusedPayments }, sellersNeedApproval: true })
})
afterAll(async () => {
  await demo.stop()
  await live.stop()
})

const dayMs = 86_400_000
const codeOf = ({ status, body }: { status: number; body: unknown }) => [
  status,
  (body as { errorCode?: string }).errorCode,
]
const create = (server: TestApp, as: TestPerson, more: object = {}) =>
  server.call('createCourse', { body: { title: 'Orbits', description: 'About orbits', ...more }, as })
async function isListed({ database }: TestApp, id: number): Promise<boolean | undefined> {
  const found = await sql<{ isListed: boolean }>`
    SELECT is_listed AS "isListed" FROM courses WHERE id = ${id}`.execute(database.kysely)
  return found.rows[0]?.isListed
}
async function madeBefore(server: TestApp, as: TestPerson, count: number): Promise<void> {
  await sql`
    INSERT INTO failed_attempts (kind, subject, at)
    SELECT 'made.course', s.id::text, ${server.clock.now()} FROM sellers s, generate_series(1, ${count}::int)
     WHERE s.business_id = ${as.businessId}`.execute(server.database.kysely)
}
async function approve(server: TestApp, as: TestPerson): Promise<void> {
  await sql`
    UPDATE sellers SET selling_state = 'approved', approved_at = ${server.clock.now()} WHERE business_id = ${as.businessId}`.execute(
    server.database.kysely,
  )
}

test('the default mode lists a course of a new business at once, up to sixty a day with its copies', async () => {
  const admin = await demo.person('admin')
  const made = await create(demo, admin)
  expect([made.status, await isListed(demo, made.body.data.id)]).toEqual([201, true])
  await madeBefore(demo, admin, coursesADay.ofSeller - 2)
  const copied = await demo.call('duplicateCourse', {
    params: { id: made.body.data.id },
    body: {},
    as: admin,
  })
  expect(copied.status).toBe(201)
  const refused = [
    await create(demo, admin),
    await create(demo, admin, { draft: true }),
    await demo.call('duplicateCourse', { params: { id: made.body.data.id }, body: {}, as: admin }),
  ]
  expect(refused.map(codeOf)).toEqual(Array(3).fill([429, 'COURSES_OF_DAY']))
  expect(refused[0]?.body).toMatchObject({
    limit: { most: coursesADay.ofSeller, from: expect.stringMatching(/^\d{4}-/) },
    error: expect.stringMatching(
      /^You can make 60 courses within a day\. Please make further ones after \d+ \w+ \d{4}, \d\d:\d\d\.$/,
    ),
  })
  const superadmin = await demo.person('superadmin')
  expect((await create(demo, superadmin)).status).toBe(201)
  expect((await create(demo, await demo.person('admin'))).status).toBe(201)
  demo.clock.advance(dayMs + 1)
  expect((await create(demo, admin)).status).toBe(201)
})

test('every way to a listed course needs a verified address and the approval of the seller in live', async () => {
  const admin = await live.person('admin')
  const refusal = [403, 'LISTING_NEEDS_APPROVAL']
  expect(codeOf(await create(live, admin))).toEqual(refusal)
  const hidden = (await create(live, admin, { isPrivate: true })).body.data.id
  const draft = (await create(live, admin, { draft: true })).body.data.id
  const show = () =>
    live.call('updateCourse', { params: { id: hidden }, body: { isPrivate: false }, as: admin })
  const publish = () =>
    live.call('changeCourseState', { params: { id: draft }, body: { state: 'published' }, as: admin })
  expect([codeOf(await show()), codeOf(await publish())]).toEqual([refusal, refusal])
  await approve(live, admin)
  expect([codeOf(await show()), codeOf(await publish())]).toEqual([refusal, refusal])
  await sql`UPDATE users SET email_verified_at = now() WHERE id = ${admin.id}`.execute(live.database.kysely)
  expect([(await show()).status, (await publish()).status]).toEqual([200, 200])
  expect([await isListed(live, hidden), await isListed(live, draft)]).toEqual([true, true])
  expect((await create(live, admin)).status).toBe(201)
})

test('a new seller can make few courses a day in live, and an established one as many as elsewhere', async () => {
  const admin = await live.person('admin', { isProven: true })
  await approve(live, admin)
  await create(live, admin, { draft: true })
  await madeBefore(live, admin, coursesADay.ofNewSeller - 1)
  expect(codeOf(await create(live, admin, { draft: true }))).toEqual([429, 'COURSES_OF_DAY'])
  await sql`UPDATE sellers SET approved_at = ${new Date(live.clock.now().getTime() - 31 * dayMs)} WHERE business_id = ${admin.businessId}`.execute(
    live.database.kysely,
  )
  expect((await create(live, admin, { draft: true })).status).toBe(201)
})

test('a call with a limit of its own is refused above it, for its course alone and until the next day', async () => {
  const admin = await demo.person('admin')
  const [first, second] = [
    await makeCourse(demo.database, { owner: admin, title: 'One' }),
    await makeCourse(demo.database, { owner: admin, title: 'Two' }),
  ]
  const invite = (id: number, as = admin) => demo.call('createInvite', { params: { id }, body: {}, as })
  const { bound } = endpoints.createInvite
  const most = typeof bound === 'object' && 'perDay' in bound ? bound.perDay : 0
  expect((await invite(first.id)).status).toBe(201)
  await sql`
    INSERT INTO failed_attempts (kind, subject, at)
    SELECT 'made.createInvite', ${String(first.id)}, ${demo.clock.now()} FROM generate_series(1, ${most - 1}::int)`.execute(
    demo.database.kysely,
  )
  expect(codeOf(await invite(first.id))).toEqual([429, 'LIMIT_OF_DAY'])
  expect((await invite(second.id)).status).toBe(201)
  const stranger = await demo.person('admin')
  expect((await invite(first.id, stranger)).status).toBe(404)
  demo.clock.advance(dayMs + 1)
  expect((await invite(first.id)).status).toBe(201)
})
