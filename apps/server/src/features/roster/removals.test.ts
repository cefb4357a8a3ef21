/** Tests access that the course's staff remove and restore (docs/decisions/course-people.md). */
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { makeCourse, type TestCourse } from '#server/app/testing-courses.ts'
import type { TestPerson } from '#server/app/testing.ts'
import { brokenInvariants } from '#server/features/sales/model/invariants.ts'
import { startShop, type Shop } from '#server/features/sales/sales.testing.ts'

let shop: Shop
let teacher: TestPerson
let learner: TestPerson
beforeAll(async () => {
  shop = await startShop()
})
beforeEach(async () => {
  teacher = await shop.server.person('instructor', { isProven: true })
  learner = await shop.server.person('student', { isProven: true })
})
afterAll(() => shop.server.stop())

const courseOf = (form: Partial<Parameters<typeof makeCourse>[1]> = {}): Promise<TestCourse> =>
  makeCourse(shop.server.database, {
    owner: teacher,
    title: 'Orbits',
    contents: [{ resources: [{}] }],
    ...form,
  })
const enrol = (id: number, invite?: string) =>
  shop.server.call('enroll', {
    params: { courseId: id },
    body: invite === undefined ? {} : { invite },
    as: learner,
  })
const remove = (id: number, reason = 'Left the company', as = teacher) =>
  shop.server.call('removeLearner', { params: { id, userId: learner.id }, body: { reason }, as })
const restore = (id: number) =>
  shop.server.call('restoreLearner', { params: { id, userId: learner.id }, as: teacher })
const complete = (resource = 0) =>
  shop.server.call('saveResourceProgress', {
    params: { id: resource },
    body: { completed: true },
    as: learner,
  })
const detail = async (id: number) =>
  (await shop.server.call('readCourseLearner', { params: { id, userId: learner.id }, as: teacher })).body.data
const listed = async (id: number, state?: 'removed') =>
  (
    await shop.server.call('listCourseLearners', {
      params: { id },
      query: state ? { state } : {},
      as: teacher,
    })
  ).body.data.map(({ userId }) => userId)
const notificationsOf = async (kind: string) => {
  await shop.runJobs()
  const { body } = await shop.server.call('listNotifications', { query: {}, as: learner })
  return body.data.filter((one) => one.kind === kind)
}

test('removing a learner ends access at once, keeps progress, and giving access again brings everything back', async () => {
  const course = await courseOf()
  const resource = course.contents[0]?.resources[0] ?? 0
  await enrol(course.id)
  await complete(resource)
  await shop.runJobs()
  expect((await detail(course.id)).certificate?.state).toBe('valid')

  expect((await remove(course.id)).status).toBe(200)
  expect((await complete(resource)).status).toBe(403)
  expect(await listed(course.id)).toEqual([])
  expect(await listed(course.id, 'removed')).toEqual([learner.id])
  await shop.runJobs()
  const gone = await detail(course.id)
  expect(gone).toMatchObject({
    removedAt: expect.any(String),
    completedLessons: 1,
    certificate: { state: 'revoked' },
    accessChanges: [{ kind: 'removed', reason: 'Left the company' }],
  })

  expect((await restore(course.id)).status).toBe(200)
  await shop.runJobs()
  expect(await detail(course.id)).toMatchObject({
    removedAt: null,
    source: 'free',
    completedLessons: 1,
    certificate: { state: 'valid' },
    accessChanges: [{ kind: 'restored', reason: '' }, { kind: 'removed' }],
  })
  expect((await complete(resource)).status).toBe(200)
})

test('removing twice and giving access twice is done once, and the learner is told once', async () => {
  const { id } = await courseOf()
  await enrol(id)
  const answers = await Promise.all([remove(id), remove(id), remove(id)])
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
  const told = await notificationsOf('course.removed')
  expect(told.map(({ data }) => data)).toEqual([
    { courseId: id, courseTitle: 'Orbits', reason: 'Left the company' },
  ])
  const mails = shop.server.mails.filter(
    ({ to, subject }) => to === learner.email && subject.includes('ended'),
  )
  expect(mails).toHaveLength(1)
  expect(mails[0]?.body).toContain('Their reason: Left the company')
  expect((await Promise.all([restore(id), restore(id)])).map(({ status }) => status)).toEqual([200, 200])
  expect((await detail(id)).accessChanges).toHaveLength(2)
})

test('no mail says that access has ended once it was given again, and none goes to an unverified address', async () => {
  const { id } = await courseOf()
  await enrol(id)
  await remove(id)
  await restore(id)
  await shop.runJobs()
  await sql`UPDATE users SET email_verified_at = NULL WHERE id = ${learner.id}`.execute(
    shop.server.database.kysely,
  )
  await remove(id)
  await shop.runJobs()
  expect(
    shop.server.mails.filter(({ to, subject }) => to === learner.email && subject.includes('ended')),
  ).toEqual([])
})

test('whoever was removed can neither enrol for nothing again nor use an invite link or an accepted invitation', async () => {
  const open = await courseOf()
  await enrol(open.id)
  await remove(open.id)
  expect((await enrol(open.id)).body.errorCode).toBe('ACCESS_REMOVED')
  const free = await shop.server.call('payForCourse', { body: { courseId: open.id }, as: learner })
  expect(free.body.errorCode).toBe('ACCESS_REMOVED')

  const closed = await courseOf({ isPrivate: true })
  const link = await shop.server.call('createInvite', { params: { id: closed.id }, body: {}, as: teacher })
  const invite = new URL(link.body.data.url).searchParams.get('invite') ?? ''
  await enrol(closed.id, invite)
  await remove(closed.id)
  expect((await enrol(closed.id, invite)).body.errorCode).toBe('ACCESS_REMOVED')

  const given = await courseOf({ isPrivate: true })
  const invited = () =>
    shop.server.call('enrolPeople', {
      params: { id: given.id },
      body: { emails: [learner.email] },
      as: teacher,
    })
  const accept = async () => {
    const token = /course-invitations\/(\S+)/.exec(
      shop.server.mails
        .filter(({ to, body }) => to === learner.email && body.includes('course-invitations'))
        .at(-1)?.body ?? '',
    )?.[1]
    return shop.server.call('acceptCourseInvitation', {
      params: { token: token ?? '' },
      body: {},
      as: learner,
    })
  }
  await invited()
  await shop.runJobs()
  expect((await accept()).status).toBe(200)
  await remove(given.id)
  await shop.runJobs()
  expect((await accept()).body.errorCode).toBe('INVITE_INVALID')
  expect(await listed(given.id)).toEqual([])
  // A new invitation by the course's staff lets the learner return.
  await invited()
  await shop.runJobs()
  expect((await accept()).status).toBe(200)
  expect(await listed(given.id)).toEqual([learner.id])
})

test('a place that was paid for is not removed, until its money is back', async () => {
  const { id } = await courseOf({ owner: shop.seller, priceCents: 4900 })
  const { id: order, purchase } = await shop.buy(learner, id)
  await shop.pay(purchase)
  await shop.check(order)
  const refused = await remove(id, 'No', shop.seller)
  expect([refused.status, refused.body.errorCode]).toEqual([409, 'PLACE_IS_PAID'])
  const read = await shop.server.call('readCourseLearner', {
    params: { id, userId: learner.id },
    as: shop.seller,
  })
  expect(read.body.data).toMatchObject({
    paidBy: 'order',
    source: 'order',
    orders: [{ id: order, price: 4900, isRefunded: false, isReadable: true }],
  })
  await shop.simulator.refund('platform-key', purchase, null, 0)
  await shop.server.services.sales.settlement.settlePayment(shop.platformAccount, purchase)
  expect((await remove(id, 'No', shop.seller)).body.errorCode).toBe('LEARNER_NOT_FOUND')
  expect(await brokenInvariants(shop.server.database)).toEqual([])
})

test('a free order can be removed and given again without a difference in the books', async () => {
  const { id } = await courseOf({ priceCents: 0 })
  await shop.server.call('payForCourse', { body: { courseId: id }, as: learner })
  expect((await detail(id)).source).toBe('order')
  expect((await remove(id)).status).toBe(200)
  expect(await brokenInvariants(shop.server.database)).toEqual([])
  await restore(id)
  expect((await detail(id)).source).toBe('order')
  expect(await brokenInvariants(shop.server.database)).toEqual([])
})

test('a removed learner who pays has access again', async () => {
  const { id } = await courseOf({ owner: shop.seller, priceCents: 4900 })
  await shop.server.database.transaction((tx) =>
    shop.server.services.enrolments.grant(tx, { userId: learner.id, courseId: id, source: 'granted' }),
  )
  await remove(id, 'No', shop.seller)
  const { id: order, purchase } = await shop.buy(learner, id)
  await shop.pay(purchase)
  await shop.check(order)
  expect(await shop.isEnrolled(learner, id)).toBe(true)
  expect((await remove(id, 'No', shop.seller)).body.errorCode).toBe('PLACE_IS_PAID')
  expect(await brokenInvariants(shop.server.database)).toEqual([])
})

test('a purchase that settles while the access is removed leaves its buyer enrolled', async () => {
  for (let round = 0; round < 6; round += 1) {
    const { id } = await courseOf({ owner: shop.seller, priceCents: 4900 })
    const { id: order, purchase } = await shop.buy(learner, id)
    await shop.server.database.transaction((tx) =>
      shop.server.services.enrolments.grant(tx, { userId: learner.id, courseId: id, source: 'granted' }),
    )
    await shop.pay(purchase)
    const [removed, status] = await Promise.all([remove(id, 'No', shop.seller), shop.check(order)])
    expect(['PLACE_IS_PAID', undefined]).toContain(removed.body.errorCode)
    expect(status).toBe('paid')
    expect(await shop.isEnrolled(learner, id)).toBe(true)
  }
  await shop.runJobs()
  expect(await brokenInvariants(shop.server.database)).toEqual([])
})

test('a settlement that holds the enrolment first is seen by the removal that waits for it', async () => {
  const { id } = await courseOf({ owner: shop.seller, priceCents: 4900 })
  const { id: order, purchase } = await shop.buy(learner, id)
  await shop.server.database.transaction((tx) =>
    shop.server.services.enrolments.grant(tx, { userId: learner.id, courseId: id, source: 'granted' }),
  )
  await shop.pay(purchase)
  const { kysely } = shop.server.database
  // The settlement and the removal both wait for this row. The settlement began to wait first.
  const waiting = async () => {
    const { rows } = await sql`
      SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`.execute(
      kysely,
    )
    return rows.length
  }
  const { settled, removed } = await shop.server.database.transaction(async (tx) => {
    await sql`SELECT FROM enrolments WHERE user_id = ${learner.id} AND course_id = ${id} FOR UPDATE`.execute(
      tx,
    )
    const settled = shop.check(order)
    await expect.poll(waiting).toBe(1)
    const removed = remove(id, 'No', shop.seller)
    await expect.poll(waiting).toBe(2)
    return { settled: [settled], removed: [removed] }
  })
  expect(await Promise.all(settled)).toEqual(['paid'])
  expect((await removed[0])?.body.errorCode).toBe('PLACE_IS_PAID')
  expect(await shop.isEnrolled(learner, id)).toBe(true)
  expect(await brokenInvariants(shop.server.database)).toEqual([])
})

test('a removal needs a reason and a learner of the course, and a refunded buyer is no learner', async () => {
  const { id } = await courseOf()
  expect((await remove(id)).body.errorCode).toBe('LEARNER_NOT_FOUND')
  expect((await restore(id)).body.errorCode).toBe('LEARNER_NOT_FOUND')
  await enrol(id)
  expect((await remove(id, '   ')).body).toMatchObject({
    issues: [{ path: 'reason', message: 'A reason is required' }],
  })
})

test('an erased account leaves no record of its removals', async () => {
  const { id } = await courseOf()
  await enrol(id)
  await remove(id, 'A private reason')
  const superadmin = await shop.server.person('superadmin')
  await shop.server.call('deleteUser', { params: { id: learner.id }, as: superadmin })
  const { rows } = await sql`SELECT 1 FROM access_changes WHERE user_id = ${learner.id}`.execute(
    shop.server.database.kysely,
  )
  expect(rows).toEqual([])
  expect(await listed(id, 'removed')).toEqual([])
})

test('access of an erased person is not given again', async () => {
  const course = await courseOf()
  await enrol(course.id)
  await remove(course.id)
  const superadmin = await shop.server.person('superadmin')
  await shop.server.call('deleteUser', { params: { id: learner.id }, as: superadmin })
  const { status, body } = await restore(course.id)
  expect([status, body.errorCode]).toEqual([404, 'LEARNER_NOT_FOUND'])
  const { rows } = await sql`SELECT FROM active_enrolments WHERE user_id = ${learner.id}`.execute(
    shop.server.database.kysely,
  )
  expect(rows).toEqual([])
})
