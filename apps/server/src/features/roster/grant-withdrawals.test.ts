/** Tests that one call to enrol people can be taken back (docs/decisions/course-people.md). */
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { makeCourse, type TestCourse } from '#server/app/testing-courses.ts'
import type { TestPerson } from '#server/app/testing.ts'
import { brokenInvariants } from '#server/features/sales/model/invariants.ts'
import { startShop, type Shop } from '#server/features/sales/sales.testing.ts'

let shop: Shop
let admin: TestPerson
let member: TestPerson
let other: TestPerson
let stranger: TestPerson
let course: TestCourse
beforeAll(async () => {
  shop = await startShop()
})
afterAll(() => shop.server.stop())
beforeEach(async () => {
  const { server } = shop
  admin = await server.person('admin', { isProven: true })
  const { businessId } = admin
  member = await server.person('instructor', { businessId, isProven: true })
  other = await server.person('student', { businessId, isProven: true })
  stranger = await server.person('student', { isProven: true })
  course = await courseOf()
})

const courseOf = (form: Partial<Parameters<typeof makeCourse>[1]> = {}) =>
  makeCourse(shop.server.database, {
    owner: admin,
    title: 'Orbits',
    contents: [{ resources: [{}] }],
    ...form,
  })
/** The clock advances, so that each call has a time by which it can be taken back. */
const give = async (people: readonly { email: string }[], as = admin, to = course) => {
  shop.server.clock.advance(1000)
  const body = { emails: people.map(({ email }) => email) }
  const answer = await shop.server.call('enrolPeople', { params: { id: to.id }, body, as })
  return answer.body.data
}
const takeBack = async (givenAt: string | undefined, as = admin, from = course) => {
  const body = { givenAt: givenAt ?? '' }
  return shop.server.call('withdrawEnrolments', { params: { id: from.id }, body, as })
}
const takenBack = async (givenAt: string | undefined) => (await takeBack(givenAt)).body.data
const study = (as: TestPerson) =>
  shop.server.call('saveResourceProgress', {
    params: { id: course.contents[0]?.resources[0] ?? 0 },
    body: { completed: true },
    as,
  })
const isEnrolled = (person: TestPerson) => shop.isEnrolled(person, course.id)
const invited = async () => {
  const params = { id: course.id }
  const { body } = await shop.server.call('listInvitedPeople', { params, query: {}, as: admin })
  return body.data.map(({ email }) => email)
}
const subjectsTo = async ({ email }: { email: string }) => {
  await shop.runJobs()
  await shop.runJobs()
  return shop.server.mails.filter(({ to }) => to === email).map(({ subject }) => subject)
}
const accept = async (as: TestPerson) => {
  shop.server.clock.advance(1000)
  const { body } = await shop.server.call('listCourseInvitations', { query: {}, as })
  const token = body.data[0]?.token ?? ''
  return shop.server.call('acceptCourseInvitation', { params: { token }, body: {}, as })
}
const removed = async () => {
  const params = { id: course.id }
  const query = { state: 'removed' } as const
  const { body } = await shop.server.call('listCourseLearners', { params, query, as: admin })
  return body.data.map(({ userId }) => userId)
}
const remove = (person: TestPerson) =>
  shop.server.call('removeLearner', {
    params: { id: course.id, userId: person.id },
    body: { reason: 'Left the company' },
    as: admin,
  })

test('taking a call back ends the enrolments and invitations that it made, and none that existed before', async () => {
  const before = await give([member, stranger])
  const second = await give([member, other, stranger, { email: 'new@school.example' }])
  expect(second.people.map(({ state }) => state)).toEqual(['already', 'enrolled', 'invited', 'invited'])
  const answers = []
  for (const _ of [1, 2]) answers.push(await takenBack(second.givenAt))
  expect(answers).toEqual(Array.from({ length: 2 }, () => ({ removed: 1, withdrawn: 1, staying: 0 })))
  expect([await isEnrolled(member), await isEnrolled(other)]).toEqual([true, false])
  expect(await invited()).toEqual([stranger.email])
  expect(await takenBack(before.givenAt)).toEqual({ removed: 1, withdrawn: 1, staying: 0 })
  expect(await isEnrolled(member)).toBe(false)
  expect(await invited()).toEqual([])
  expect(await brokenInvariants(shop.server.database)).toEqual([])
})

test('a call that gave nothing new has nothing to take back', async () => {
  await give([member, stranger])
  expect(await give([member, stranger])).not.toHaveProperty('givenAt')
  const answer = await takeBack('2026-11-21T00:00:00.000Z')
  expect(answer.body.data).toEqual({ removed: 0, withdrawn: 0, staying: 0 })
  expect((await takeBack('yesterday')).status).toBe(400)
})

test('mails that wait are not sent after the call was taken back, and are sent once the people are enrolled again', async () => {
  const { givenAt } = await give([member, stranger])
  const answers = await Promise.all([1, 2, 3].map(() => takenBack(givenAt)))
  expect(answers).toEqual(Array.from({ length: 3 }, () => ({ removed: 1, withdrawn: 1, staying: 0 })))
  expect([await subjectsTo(member), await subjectsTo(stranger)]).toEqual([[], []])
  await give([member, stranger])
  expect(await subjectsTo(member)).toEqual(['You are enrolled in "Orbits"'])
  expect(await subjectsTo(stranger)).toEqual(['Invitation to the course "Orbits"'])
})

test('an invitation whose mail is queued but not sent is not mailed after it was taken back', async () => {
  const { givenAt } = await give([stranger])
  const queued = async () => {
    const found = await sql<{ occasion: string }>`
      SELECT occasion FROM mail_outbox WHERE recipient = ${stranger.email} AND sent_at IS NULL AND occasion LIKE 'course-invitation:%'`.execute(
      shop.server.database.kysely,
    )
    return found.rows.length
  }
  const { rows } = await sql<{ id: number }>`
    SELECT id FROM course_invitations WHERE course_id = ${course.id}`.execute(shop.server.database.kysely)
  await shop.server.database.transaction((tx) =>
    shop.server.services.enrolments.staffGrants.mailInvited(tx, {
      invitationIds: rows.map(({ id }) => id),
      giverId: admin.id,
      origin: 'http://localhost',
    }),
  )
  expect(await queued()).toBe(1)
  await takenBack(givenAt)
  expect(await queued()).toBe(0)
  expect(await subjectsTo(stranger)).toEqual([])
})

test('a person whose mail was sent is told once that the access has ended, and why', async () => {
  await sql`UPDATE users SET language = 'ms' WHERE id = ${other.id}`.execute(shop.server.database.kysely)
  const { givenAt } = await give([member, other, stranger])
  expect(await subjectsTo(member)).toHaveLength(1)
  for (const _ of [1, 2]) await takenBack(givenAt)
  expect(await subjectsTo(member)).toEqual([
    'You are enrolled in "Orbits"',
    'Your access to "Orbits" has ended',
  ])
  expect(await subjectsTo(other)).toHaveLength(2)
  const reasons = [member, other].map(
    ({ email }) =>
      shop.server.mails.findLast(({ to }) => to === email)?.body.match(/(?:reason|Sebab mereka): .*/)?.[0],
  )
  expect(reasons).toEqual([
    'reason: The enrollment was taken back.',
    'Sebab mereka: Pendaftaran itu telah ditarik balik.',
  ])
  expect(await subjectsTo(stranger)).toEqual(['Invitation to the course "Orbits"'])
  const notices = await shop.server.call('listNotifications', { query: {}, as: member })
  expect(notices.body.data.filter(({ kind }) => kind === 'course.removed')).toHaveLength(1)
})

test('whoever has accepted or begun stays, and is counted', async () => {
  const { givenAt } = await give([member, other, stranger])
  expect((await study(member)).status).toBe(200)
  expect((await accept(stranger)).status).toBe(200)
  expect(await takenBack(givenAt)).toEqual({ removed: 1, withdrawn: 0, staying: 2 })
  for (const person of [member, stranger]) expect(await isEnrolled(person)).toBe(true)
  expect(await isEnrolled(other)).toBe(false)
})

test('progress from before the call is kept, and does not count as begun', async () => {
  await give([member])
  await study(member)
  await remove(member)
  const { givenAt } = await give([member])
  expect(await takenBack(givenAt)).toEqual({ removed: 1, withdrawn: 0, staying: 0 })
  await give([member])
  const params = { id: course.id, userId: member.id }
  const { body } = await shop.server.call('readCourseLearner', { params, as: admin })
  expect(body.data.completedLessons).toBe(1)
})

test('whoever holds the course by a payment or has begun to pay stays', async () => {
  const paid = await courseOf({ priceCents: 4900 })
  const orders = [await shop.buy(member, paid.id), await shop.buy(other, paid.id)]
  const { givenAt } = await give([member, other, admin], admin, paid)
  await shop.pay(orders[0]?.purchase ?? '')
  await shop.check(orders[0]?.id ?? '')
  const { body } = await takeBack(givenAt, admin, paid)
  expect(body.data).toEqual({ removed: 1, withdrawn: 0, staying: 2 })
  for (const person of [member, other]) expect(await shop.isEnrolled(person, paid.id)).toBe(true)
  expect(await brokenInvariants(shop.server.database)).toEqual([])
})

test('a buyer keeps the purchase, and the grant that would outlast a refund is taken back', async () => {
  const paid = await courseOf({ priceCents: 4900 })
  const { id, purchase } = await shop.buy(member, paid.id)
  await shop.pay(purchase)
  await shop.check(id)
  const { people, givenAt } = await give([member], admin, paid)
  expect(people).toEqual([{ email: member.email, state: 'already' }])
  expect((await takeBack(givenAt, admin, paid)).body.data).toEqual({ removed: 0, withdrawn: 0, staying: 0 })
  expect(await shop.isEnrolled(member, paid.id)).toBe(true)
  await shop.simulator.refund('platform-key', purchase, null, 0)
  await shop.server.services.sales.settlement.settlePayment(shop.platformAccount, purchase)
  await shop.runJobs()
  expect(await shop.isEnrolled(member, paid.id)).toBe(false)
  expect(await brokenInvariants(shop.server.database)).toEqual([])
})

test('a grant that a refund has made the only access is taken back like another, and stays with whoever has begun', async () => {
  const paid = await courseOf({ priceCents: 4900 })
  for (const isStudying of [false, true]) {
    const person = await shop.server.person('student', { businessId: admin.businessId, isProven: true })
    const { id, purchase } = await shop.buy(person, paid.id)
    await shop.pay(purchase)
    await shop.check(id)
    const { givenAt } = await give([person], admin, paid)
    await shop.simulator.refund('platform-key', purchase, null, 0)
    await shop.server.services.sales.settlement.settlePayment(shop.platformAccount, purchase)
    expect(await shop.isEnrolled(person, paid.id)).toBe(true)
    if (isStudying)
      await shop.server.database.transaction((tx) =>
        shop.server.services.enrolments.studyNow(tx, person.id, paid.id),
      )
    const counts = isStudying ? { removed: 0, staying: 1 } : { removed: 1, staying: 0 }
    expect((await takeBack(givenAt, admin, paid)).body.data).toEqual({ ...counts, withdrawn: 0 })
    expect(await shop.isEnrolled(person, paid.id)).toBe(isStudying)
  }
  expect(await brokenInvariants(shop.server.database)).toEqual([])
})

test('people and invitations return to their state before the call', async () => {
  await give([member, other, stranger])
  await remove(member)
  const waiting = await shop.server.call('listInvitedPeople', {
    params: { id: course.id },
    query: {},
    as: admin,
  })
  const personId = waiting.body.data[0]?.id ?? 0
  await shop.server.call('withdrawCourseInvitation', { params: { id: course.id, personId }, as: admin })
  await sql`
    WITH past AS (
      UPDATE access_grants SET access_to = now() - interval '1 day', access_from = now() - interval '9 days'
       WHERE user_id = ${other.id} AND course_id = ${course.id})
    UPDATE enrolments SET access_ends_at = now() - interval '1 day', access_from = now() - interval '9 days'
     WHERE user_id = ${other.id} AND course_id = ${course.id}`.execute(shop.server.database.kysely)
  expect(await isEnrolled(other)).toBe(false)

  const { givenAt, people } = await give([member, other, stranger])
  expect(people.map(({ state }) => state)).toEqual(['enrolled', 'enrolled', 'invited'])
  expect(await isEnrolled(other)).toBe(true)
  for (const _ of [1, 2]) expect(await takenBack(givenAt)).toEqual({ removed: 2, withdrawn: 1, staying: 0 })
  expect(await removed()).toEqual([member.id])
  expect(await isEnrolled(other)).toBe(false)
  // The access of the first call has ended, which is not the same as revoked.
  const { rows: left } = await sql`
    SELECT FROM active_enrolments WHERE user_id = ${other.id} AND course_id = ${course.id}`.execute(
    shop.server.database.kysely,
  )
  expect(left).toHaveLength(1)
  expect(await invited()).toEqual([])

  // A person without an earlier enrolment is not treated as removed, so that they may enrol without payment afterwards.
  const newcomer = await shop.server.person('student', { businessId: admin.businessId, isProven: true })
  await takenBack((await give([newcomer])).givenAt)
  const params = { courseId: course.id }
  expect((await shop.server.call('enroll', { params, body: {}, as: newcomer })).status).toBe(200)
})

test('a call is taken back by its own caller in its own course only', async () => {
  const elsewhere = await courseOf()
  const outsider = await shop.server.person('admin', { isProven: true })
  const { givenAt } = await give([other, stranger])
  expect((await takeBack(givenAt, outsider)).body.errorCode).toBe('COURSE_NOT_FOUND')
  const nothing = { removed: 0, withdrawn: 0, staying: 0 }
  const colleague = await shop.server.person('admin', { isProven: true })
  await sql`UPDATE users SET business_id = ${admin.businessId} WHERE id = ${colleague.id}`.execute(
    shop.server.database.kysely,
  )
  expect((await takeBack(givenAt, colleague)).body.data).toEqual(nothing)
  expect((await takeBack(givenAt, admin, elsewhere)).body.data).toEqual(nothing)
  expect(await isEnrolled(other)).toBe(true)
  expect(await invited()).toEqual([stranger.email])
})
