/** Tests that every call that changes a cached list is followed by fresh lists (docs/decisions/caches.md). */
import type { RouteName } from '@apogee/contracts/routes.ts'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { callsWithoutListChanges } from '../mount.ts'
import { makeCourse, type TestCourse } from '../../testing-courses.ts'
import type { TestPerson } from '../../testing.ts'
import { pdf, uploadFile, video } from '#server/features/media/testing.ts'
import { startShop, type Shop } from '#server/features/sales/sales.testing.ts'

let shop: Shop
/** `other` is another process of the product on the same database. */
let other: Awaited<ReturnType<Shop['server']['startAgain']>>
let admin: TestPerson
let teacher: TestPerson
let superadmin: TestPerson
/** `teacher` of `admin`'s business teaches this public course, which is new for each test. */
let course: TestCourse
/** The learner is enrolled in `course`. */
let learner: TestPerson

beforeAll(async () => {
  shop = await startShop({ sellersNeedApproval: true })
  other = await shop.server.startAgain()
  superadmin = await shop.server.person('superadmin')
})
afterAll(async () => {
  await other.app.close()
  await shop.server.stop()
})

beforeEach(async () => {
  const { server } = shop
  admin = await server.person('admin', { isProven: true })
  teacher = await server.person('instructor', { businessId: admin.businessId })
  course = await makeCourse(server.database, {
    owner: teacher,
    title: 'Tides',
    contents: [
      { resources: [{ title: 'First' }, { title: 'Draft', isPublished: false }] },
      { title: 'Empty' },
    ],
  })
  learner = await server.person('student', { isProven: true })
  await enrol(learner, course.id)
})

/** Lists of the mode `live` contain courses of approved sellers only. */
const approveNow = () =>
  sql`UPDATE sellers SET selling_state = 'approved', approved_at = now() WHERE business_id = ${admin.businessId}`.execute(
    shop.server.database.kysely,
  )
const enrol = (person: TestPerson, courseId: number) =>
  shop.server.database.transaction((tx) =>
    shop.server.services.enrolments.grant(tx, { userId: person.id, courseId, source: 'granted' }),
  )

const cachedLists = [
  '/api/courses',
  '/api/courses?sort=rating',
  '/api/courses/counts',
  '/api/instructors/featured',
]

async function listsOf({ app }: Pick<Shop['server'], 'app'>): Promise<unknown[]> {
  const answers = await Promise.all(cachedLists.map((url) => app.inject({ url })))
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 200])
  return answers.map((answer) => answer.json<unknown>())
}

/** Returns the lists as a process answers them that has nothing cached. */
async function freshLists(): Promise<unknown[]> {
  other.services.catalogue.forgetLists()
  return listsOf(other)
}

/** Makes a call of a scenario and expects success. */
async function made(call: Promise<{ status: number; body: { errorCode?: string } }>): Promise<void> {
  const { status, body } = await call
  expect([status < 400, body.errorCode]).toEqual([true, undefined])
}

/** Prepares what a call needs, and returns a function that makes the call. */
type Scenario = () => Promise<() => Promise<void>>

const sellerIdOf = async ({ businessId }: TestPerson): Promise<number> =>
  (await shop.rows<{ id: number }>(sql`SELECT id FROM sellers WHERE business_id = ${businessId}`))[0]?.id ?? 0
const approve = async (seller: TestPerson) =>
  made(shop.server.call('approveSeller', { params: { id: await sellerIdOf(seller) }, as: superadmin }))
async function mailedToken({ email }: TestPerson, path: string): Promise<string> {
  await shop.runJobs()
  const mail = shop.server.mails.findLast(({ to, body }) => to === email && body.includes(`/${path}/`))
  return mail?.body.match(new RegExp(`/${path}/(\\S+)`))?.[1] ?? ''
}
const content = (place: number) => course.contents[place]?.id ?? 0
const resource = (place: number) => course.contents[0]?.resources[place] ?? 0
const reviewed = async (): Promise<number> => {
  await made(
    shop.server.call('saveReview', { params: { courseId: course.id }, body: { rating: 2 }, as: learner }),
  )
  return (
    (await shop.rows<{ id: number }>(sql`SELECT id FROM reviews WHERE course_id = ${course.id}`))[0]?.id ?? 0
  )
}

/** Each scenario makes one call that changes at least one of the lists. */
const scenarios: Partial<Record<RouteName, Scenario>> = {
  createCourse: async () => {
    await approveNow()
    return () =>
      made(shop.server.call('createCourse', { body: { title: 'Currents', description: 'x' }, as: teacher }))
  },
  updateCourse: async () => () =>
    made(
      shop.server.call('updateCourse', {
        params: { id: course.id },
        body: { title: 'Tides and waves', price: 4900 },
        as: teacher,
      }),
    ),
  deleteCourse: async () => () =>
    made(shop.server.call('deleteCourse', { params: { id: course.id }, as: teacher })),
  changeCourseState: async () => () =>
    made(
      shop.server.call('changeCourseState', {
        params: { id: course.id },
        body: { state: 'archived' },
        as: teacher,
      }),
    ),
  updateContent: async () => () =>
    made(
      shop.server.call('updateContent', {
        params: { id: content(0) },
        body: { isPublished: false },
        as: teacher,
      }),
    ),
  deleteContent: async () => () =>
    made(shop.server.call('deleteContent', { params: { id: content(0) }, as: teacher })),
  createResource: async () => {
    const empty = await makeCourse(shop.server.database, { owner: teacher, contents: [{}] })
    const { url } = await uploadFile(shop.server, teacher, pdf(2), 'a.pdf')
    const body = { courseContentId: empty.contents[0]?.id ?? 0, title: 'Notes', filePath: url }
    return () => made(shop.server.call('createResource', { body: { ...body, fileType: 'pdf' }, as: teacher }))
  },
  updateResource: async () => () =>
    made(
      shop.server.call('updateResource', {
        params: { id: resource(1) },
        body: { isPublished: true },
        as: teacher,
      }),
    ),
  replaceResourceFile: async () => {
    const { url } = await uploadFile(shop.server, teacher, await video('mp4', 9), 'b.mp4')
    const params = { id: resource(0) }
    return () =>
      made(shop.server.call('replaceResourceFile', { params, body: { filePath: url }, as: teacher }))
  },
  deleteResource: async () => () =>
    made(shop.server.call('deleteResource', { params: { id: resource(0) }, as: teacher })),
  enroll: async () => {
    const student = await shop.server.person()
    return () => made(shop.server.call('enroll', { params: { courseId: course.id }, body: {}, as: student }))
  },
  payForCart: async () => {
    await shop.rows(sql`UPDATE courses SET price_cents = 4900 WHERE id = ${course.id} RETURNING id`)
    await approve(admin)
    const code = `FREE-${course.id}`
    await made(shop.server.call('createCoupon', { body: { code, percentBasisPoints: 10_000 }, as: admin }))
    const buyer = await shop.server.person()
    const body = { courseIds: [course.id], code, customerInfo: shop.customer }
    return () => made(shop.server.call('payForCart', { body, as: buyer }))
  },
  acceptCourseInvitation: async () => {
    const invited = await shop.server.person()
    await made(
      shop.server.call('enrolPeople', {
        params: { id: course.id },
        body: { emails: [invited.email] },
        as: admin,
      }),
    )
    const token = await mailedToken(invited, 'course-invitations')
    return () =>
      made(shop.server.call('acceptCourseInvitation', { params: { token }, body: {}, as: invited }))
  },
  verifyEmail: async () => {
    const unproven = await shop.server.person('admin')
    const token = await mailedToken(unproven, 'verify-email')
    await makeCourse(shop.server.database, { owner: unproven, title: 'Winds', priceCents: 4900 })
    await approve(unproven)
    return () => made(shop.server.call('verifyEmail', { body: { token }, as: unproven }))
  },
  saveReview: async () => () =>
    made(
      shop.server.call('saveReview', { params: { courseId: course.id }, body: { rating: 5 }, as: learner }),
    ),
  deleteReview: async () => {
    await reviewed()
    return () => made(shop.server.call('deleteReview', { params: { courseId: course.id }, as: learner }))
  },
  hideReview: async () => {
    const id = await reviewed()
    return () =>
      made(shop.server.call('hideReview', { params: { id }, body: { hidden: true }, as: superadmin }))
  },
  updateUser: async () => () =>
    made(
      shop.server.call('updateUser', {
        params: { id: teacher.id },
        body: { name: 'Siti Laut' },
        as: teacher,
      }),
    ),
  deleteUser: async () => () =>
    made(shop.server.call('deleteUser', { params: { id: teacher.id }, as: superadmin })),
  updateChipCredentials: async () => {
    await shop.rows(sql`UPDATE courses SET price_cents = 4900 WHERE id = ${course.id} RETURNING id`)
    const body = { chipSecret: `key-of-${admin.id}`, chipBrandId: crypto.randomUUID() }
    return () => made(shop.server.call('updateChipCredentials', { body, as: admin }))
  },
  approveSeller: async () => {
    await shop.rows(sql`UPDATE courses SET price_cents = 4900 WHERE id = ${course.id} RETURNING id`)
    return () => approve(admin)
  },
}

describe('lists are fresh right after', () => {
  test.each(Object.entries(scenarios))('%s', async (_name, prepare) => {
    const makeCall = await prepare()
    // The test's clock stands still, so cached answers do not expire by age.
    const before = await freshLists()
    await expect.poll(() => listsOf(shop.server)).toEqual(before)
    await makeCall()
    const now = await listsOf(shop.server)
    expect(now).toEqual(await freshLists())
    expect(now).not.toEqual(before)
    await expect.poll(() => listsOf(other)).toEqual(now)
  })
})

test('a refused call drops nothing', async () => {
  await listsOf(shop.server)
  await shop.server.services.catalogue.caughtUp()
  let drops = 0
  shop.server.services.catalogue.watch(() => (drops += 1))
  const refused = [
    shop.server.call('updateCourse', { params: { id: course.id }, body: { price: -1 }, as: teacher }),
    shop.server.call('updateCourse', { params: { id: course.id }, body: { title: 'x' }, as: learner }),
    shop.server.call('deleteCourse', { params: { id: 999_999_999 }, as: teacher }),
    shop.server.call('enroll', { params: { courseId: course.id }, body: {}, as: null }),
  ]
  for (const { status } of await Promise.all(refused)) expect(status).toBeGreaterThanOrEqual(400)
  await shop.server.services.catalogue.caughtUp()
  expect(drops).toBe(0)
})

test('a change of enrolments drops lists and no documents', async () => {
  const student = await shop.server.person()
  await listsOf(shop.server)
  await shop.server.services.catalogue.caughtUp()
  let drops = 0
  shop.server.services.catalogue.watch(() => (drops += 1))
  await made(shop.server.call('enroll', { params: { courseId: course.id }, body: {}, as: student }))
  expect(await listsOf(shop.server)).toEqual(await freshLists())
  expect(drops).toBe(0)
})

test('calls that are answered without waiting for announcements announce nothing', async () => {
  const frequentCalls: Record<string, () => Promise<void>> = {
    verifySession: () => made(shop.server.call('verifySession', { body: {}, as: learner })),
    saveResourceProgress: () =>
      made(
        shop.server.call('saveResourceProgress', {
          params: { id: resource(0) },
          body: { completed: true },
          as: learner,
        }),
      ),
    saveLessonProgress: () =>
      made(
        shop.server.call('saveLessonProgress', {
          body: { userId: learner.id, courseContentId: content(0), completed: false },
          as: learner,
        }),
      ),
    countVisit: async () => {
      const { app, services } = shop.server
      await app.inject({
        method: 'POST',
        url: '/api/visits',
        payload: { courseId: course.id, step: 'view', source: 'direct' },
        headers: { 'user-agent': 'Mozilla/5.0' },
      })
      await services.visits.append()
    },
  }
  expect(Object.keys(frequentCalls)).toEqual([...callsWithoutListChanges])
  const listener = new pg.Client(shop.server.database.pool.options)
  await listener.connect()
  try {
    const heard: string[] = []
    listener.on('notification', ({ channel }) => heard.push(channel))
    await listener.query('LISTEN courses_changed')
    for (const makeCall of Object.values(frequentCalls)) await makeCall()
    // PostgreSQL delivers committed notifications before it answers the next statement.
    await listener.query('SELECT')
    expect(heard).toEqual([])
    await made(
      shop.server.call('saveReview', { params: { courseId: course.id }, body: { rating: 5 }, as: learner }),
    )
    await listener.query('SELECT')
    expect(heard).toContain('courses_changed')
  } finally {
    await listener.end()
  }
})

/** These tables need no trigger of their own. The text says why. */
const announcedByOthers: Record<string, string> = {
  public_course_counts: 'written by a trigger of courses',
  course_search: 'written by a trigger of courses',
  course_words: 'written by a trigger of courses',
  course_ratings: 'written by a trigger of reviews',
  businesses: 'no call changes a business; views of sellers read it',
  edits: 'the version of a course is written with its row',
  media: 'a file is named by a course when it is complete; its length follows within the second',
}

test('every table that cached lists read announces its changes', async () => {
  const announced = await shop.rows<{ name: string }>(sql`
    SELECT DISTINCT t.tgrelid::regclass::text AS name FROM pg_trigger t JOIN pg_proc p ON p.oid = t.tgfoid
     WHERE p.proname IN ('tell_courses_changed', 'tell_these_courses_changed', 'tell_enrolments_changed')`)
  const tables = await shop.rows<{ name: string }>(
    sql`SELECT relname AS name FROM pg_class WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace`,
  )
  const views = await shop.rows<{ name: string; reads: string }>(
    sql`SELECT view_name AS name, table_name AS reads FROM information_schema.view_table_usage
         WHERE view_schema = 'public'`,
  )
  const query = vi.spyOn(pg.Client.prototype, 'query')
  await freshLists()
  const texts = query.mock.calls.map(([statement]) => textOf(statement))
  query.mockRestore()
  const names = new Set(texts.flatMap((text) => text.match(/(?<=\b(?:FROM|JOIN)\s+)[a-z_]+/gi) ?? []))
  // Iterating a set includes values that are added during the loop, so views that read views are resolved, too.
  for (const name of names) for (const view of views) if (view.name === name) names.add(view.reads)
  const read = tables.map(({ name }) => name).filter((name) => names.has(name))
  expect(read).toContain('enrolments')
  expect(read).toContain('public_course_counts')
  const silent = read.filter((name) => !announced.some((one) => one.name === name))
  expect(silent.filter((name) => !announcedByOthers[name])).toEqual([])
})

function textOf(statement: unknown): string {
  if (typeof statement === 'string') return statement
  const isConfig = typeof statement === 'object' && statement !== null && 'text' in statement
  return isConfig ? String(statement.text) : ''
}
