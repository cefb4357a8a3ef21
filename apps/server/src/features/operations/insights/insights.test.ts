import { ticketLifeMs, type ExportKind } from '@apogee/contracts/operations/insights.ts'
import { dayInMalaysia } from '@apogee/domain/time/malaysia-time.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { makeCourse, type CourseForm, type TestCourse } from '#server/app/testing-courses.ts'
import type { TestPerson } from '#server/app/testing.ts'
import { startShop, type Shop } from '#server/features/sales/sales.testing.ts'

let shop: Shop
let superadmin: TestPerson
beforeAll(async () => {
  shop = await startShop()
  superadmin = await shop.server.person('superadmin')
  await shop.server.services.figures.fold()
})
afterAll(() => shop.server.stop())

let admin: TestPerson
let stranger: TestPerson
beforeEach(async () => {
  admin = await shop.server.person('admin')
  stranger = await shop.server.person('admin')
})

const run = async (statement: ReturnType<typeof sql>) => statement.execute(shop.server.database.kysely)
const course = (form: Partial<CourseForm> = {}): Promise<TestCourse> =>
  makeCourse(shop.server.database, { owner: admin, ...form })
const figures = async (as: TestPerson) => (await shop.server.call('readAnalytics', { as })).body.data

/** Buys and pays a course. The purchase uses the server's clock. */
async function sell(courseId: number, buyer?: TestPerson): Promise<TestPerson> {
  const who = buyer ?? (await shop.server.person())
  const { id, purchase } = await shop.buy(who, courseId)
  await shop.pay(purchase)
  expect(await shop.check(id)).toBe('paid')
  return who
}
const place = (userId: number, courseId: number, source = 'granted') =>
  run(sql`INSERT INTO enrolments (user_id, course_id, source) VALUES (${userId}, ${courseId}, ${source})`)

async function learner(courseId: number, source = 'granted'): Promise<TestPerson> {
  const who = await shop.server.person()
  await place(who.id, courseId, source)
  return who
}

describe('GET /analytics', () => {
  test('a new business has one user, its admin, and no other figures', async () => {
    expect(await figures(admin)).toMatchObject({
      scope: 'business',
      totalUsers: 1,
      activeUsers: 0,
      totalRevenue: 0,
      completionRate: null,
      topCourses: [],
    })
    expect((await figures(admin)).months.map(({ enrolments, revenue }) => [enrolments, revenue])).toEqual(
      Array.from({ length: 6 }, () => [0, 0]),
    )
  })

  test('Total Users are the team and everybody enrolled; Active Users are those with a lastBooking', async () => {
    const paid = await course({ priceCents: 9_900 })
    const free = await course()
    await sell(paid.id)
    await learner(free.id, 'free')
    await learner(free.id, 'granted')
    await shop.server.person('instructor', { businessId: admin.businessId })
    expect(await figures(admin)).toMatchObject({ totalUsers: 5, activeUsers: 2 })
    const listed = await shop.server.call('listMyLearners', { query: {}, as: admin })
    expect(listed.body.data.filter(({ lastBooking }) => lastBooking !== null)).toHaveLength(2)
  })

  test('Total Revenue is what the ledger has booked for the seller, without what open orders and other sellers have', async () => {
    const own = await course({ priceCents: 14_900 })
    const foreign = await makeCourse(shop.server.database, { owner: stranger, priceCents: 5_000 })
    const buyer = await shop.server.person()
    const { id, purchase } = await shop.buy(buyer, own.id, foreign.id)
    await shop.buy(await shop.server.person(), own.id)
    expect((await figures(admin)).totalRevenue).toBe(0)
    await shop.pay(purchase)
    await shop.check(id)
    expect((await figures(admin)).totalRevenue).toBe(14_900)
    expect((await figures(stranger)).totalRevenue).toBe(5_000)
    expect((await figures(admin)).months.at(-1)).toMatchObject({ enrolments: 1, revenue: 14_900 })
  })

  test('Completion Rate is completed lessons of all lessons in active enrolments', async () => {
    const withVideos = await course({ contents: [{ resources: [{}, {}, { type: 'pdf' }] }] })
    const withoutVideos = await course({ contents: [{ resources: [{ type: 'pdf' }, { type: 'pdf' }] }] })
    const [video = 0, , document = 0] = withVideos.contents[0]?.resources ?? []
    const [page = 0] = withoutVideos.contents[0]?.resources ?? []
    const one = await learner(withVideos.id)
    await place(one.id, withoutVideos.id)
    const gone = await learner(withVideos.id)
    await run(sql`UPDATE enrolments SET revoked_at = now() WHERE user_id = ${gone.id}`)
    const done = (userId: number, resourceId: number) =>
      run(
        sql`INSERT INTO resource_progress (user_id, resource_id, completed_at) VALUES (${userId}, ${resourceId}, now())`,
      )
    await done(gone.id, video)
    expect((await figures(admin)).completionRate).toBe(0)
    await done(one.id, video)
    await done(one.id, page)
    // A document is no lesson in a course with videos, so that 2 of 4 lessons are completed.
    await done(one.id, document)
    expect((await figures(admin)).completionRate).toBe(50)
  })

  test('Monthly Growth has six months, and a month ends at midnight in Kuala Lumpur', async () => {
    const { id } = await course()
    const someone = await learner(id)
    const year = shop.server.clock.now().getUTCFullYear() + 1
    await run(
      sql`UPDATE enrolments SET granted_at = ${`${year}-01-31T15:59:59Z`} WHERE user_id = ${someone.id}`,
    )
    const other = await learner(id)
    await run(
      sql`UPDATE enrolments SET granted_at = ${`${year}-01-31T16:00:00Z`} WHERE user_id = ${other.id}`,
    )
    const { now } = shop.server.clock
    const caller = {
      ...admin,
      userId: admin.id,
      sessionId: 0,
      name: null,
      emailVerified: true,
      hasFreshProof: true,
      mustSetUpSecondFactor: false,
      address: '',
    }
    shop.server.clock.now = () => new Date(`${year}-02-10T00:00:00Z`)
    const { months } = await shop.server.services.insights
      .readAnalytics(caller)
      .finally(() => (shop.server.clock.now = now))
    expect(months.map(({ month }) => month)).toEqual([
      `${year - 1}-09`,
      `${year - 1}-10`,
      `${year - 1}-11`,
      `${year - 1}-12`,
      `${year}-01`,
      `${year}-02`,
    ])
    expect(months.map(({ enrolments }) => enrolments)).toEqual([0, 0, 0, 0, 1, 1])
  })

  test('Top Courses are three, those with most students first', async () => {
    const titles = ['Fourth', 'Second', 'First', 'Third']
    for (const [index, students] of [0, 2, 3, 1].entries()) {
      const { id } = await course({ title: titles[index] ?? '', priceCents: 1_000 })
      for (let count = 0; count < students; count += 1) await learner(id)
    }
    const { topCourses } = await figures(admin)
    expect(topCourses.map(({ title, students }) => [title, students])).toEqual([
      ['First', 3],
      ['Second', 2],
      ['Third', 1],
    ])
  })

  test('an instructor has the figures of the courses they created or teach in their business', async () => {
    const teacher = await shop.server.person('instructor', { businessId: admin.businessId })
    const taught = await course({ instructor: teacher, priceCents: 2_000 })
    const other = await course({ priceCents: 3_000 })
    await sell(taught.id)
    await sell(other.id)
    expect(await figures(teacher)).toMatchObject({
      scope: 'own',
      totalUsers: 1,
      activeUsers: 1,
      topCourses: [{ id: taught.id }],
    })
    expect(await figures(admin)).toMatchObject({ totalRevenue: 5_000 })
    const made = await course({ owner: teacher })
    await learner(made.id)
    expect((await figures(teacher)).topCourses.map(({ id }) => id)).toEqual([taught.id, made.id])
    await run(sql`UPDATE users SET business_id = ${stranger.businessId} WHERE id = ${teacher.id}`)
    expect(await figures(teacher)).toMatchObject({ totalUsers: 0, topCourses: [] })
  })

  test('a superadmin has the figures of everybody', async () => {
    const before = await figures(superadmin)
    const { id } = await course({ priceCents: 2_500 })
    await sell(id)
    expect(await figures(superadmin)).toMatchObject({
      scope: 'platform',
      totalUsers: before.totalUsers + 1,
      totalRevenue: (before.totalRevenue ?? 0) + 2_500,
    })
  })

  test('analytics contain no title of another business', async () => {
    const secret = await makeCourse(shop.server.database, { owner: stranger, title: 'Canary of a stranger' })
    await learner(secret.id)
    await course()
    expect((await shop.server.call('readAnalytics', { as: admin })).raw.body).not.toContain('Canary')
  })
})

type Filters = {
  from?: string
  to?: string
  search?: string
  scope?: 'created' | 'business' | 'all'
  status?: 'paid'
  month?: string
}

async function ticket(what: ExportKind, as: TestPerson, filters?: Filters): Promise<string> {
  const { status, body } = await shop.server.call('createTicket', {
    body: { what, ...(filters && { filters }) },
    as,
  })
  expect(status).toBe(201)
  return body.data.url
}
const download = (url: string) => shop.server.app.inject({ url })

/** Returns the records of a file whose cells contain no line breaks. */
async function records(what: ExportKind, as: TestPerson, filters?: Filters): Promise<string[]> {
  const file = await download(await ticket(what, as, filters))
  expect(file.statusCode).toBe(200)
  return file.body.replace('\uFEFF', '').split('\r\n').slice(0, -1)
}

describe('Export Data', () => {
  test('an export is a CSV attachment in UTF-8 with a byte order mark and a dated name', async () => {
    const file = await download(await ticket('users', admin))
    expect(file.headers['content-type']).toBe('text/csv; charset=utf-8')
    expect(file.headers['content-disposition']).toMatch(
      /^attachment; filename="apogee-users-\d{4}-\d\d-\d\d\.csv"$/,
    )
    expect(file.headers['cache-control']).toBe('no-store')
    expect(file.headers['x-content-type-options']).toBe('nosniff')
    expect(file.rawPayload.subarray(0, 3)).toEqual(Buffer.from([0xef, 0xbb, 0xbf]))
    expect(file.body.split('\r\n')[0]).toBe(
      '\uFEFFUser,Email,Role,Join Date,Enrolled Courses,Bookings,Last Booking',
    )
  })

  test('the Users export has the people of the tab, with the same search', async () => {
    const { id } = await course({ title: 'Orbits, and more' })
    const someone = await learner(id, 'free')
    const outsider = await shop.server.person()
    const team = await records('users', admin)
    expect(team).toHaveLength(2)
    expect(team[1]).toContain(admin.email)
    const learners = await records('learners', admin)
    expect(learners).toHaveLength(2)
    expect(learners[1]).toContain(`${someone.email},student,`)
    expect(learners[1]).toContain('"Orbits, and more",1,')
    expect(learners.join()).not.toContain(outsider.email)
    expect(await records('learners', admin, { search: someone.email })).toHaveLength(2)
    expect(await records('learners', admin, { search: 'nobody like this' })).toHaveLength(1)
  })

  test('a name that would be a formula is exported as text, and a missing one as Unnamed User', async () => {
    const { id } = await course()
    const evil = await learner(id)
    await run(sql`UPDATE users SET name = ${'=HYPERLINK("http://evil.test","x")'} WHERE id = ${evil.id}`)
    const unnamed = await learner(id)
    await run(sql`UPDATE users SET name = NULL WHERE id = ${unnamed.id}`)
    const [, first, second] = await records('learners', admin)
    expect(first).toMatch(/^Unnamed User,/)
    expect(second).toMatch(/^"'=HYPERLINK\(""http:\/\/evil\.test"",""x""\)",/)
  })

  test('the Courses export has the courses of the tab in its scope', async () => {
    await course({ title: 'Mine', priceCents: 14_900, category: 'Design' })
    const colleague = await shop.server.person('instructor', { businessId: admin.businessId })
    await makeCourse(shop.server.database, { owner: colleague, title: 'A colleague’s', isPrivate: true })
    await makeCourse(shop.server.database, { owner: stranger, title: 'Canary' })
    const own = await records('courses', admin)
    expect(own.map((line) => line.split(',').slice(1, 6).join())).toEqual([
      'Course,Category,Privacy,Price (RM),Created By',
      `Mine,Design,Public,149.00,User #${admin.id}`,
    ])
    const whole = (await records('courses', admin, { scope: 'business' })).join('\n')
    expect(whole).toContain('A colleague’s')
    expect(whole).toContain('Private')
    expect(whole).not.toContain('Canary')
  })

  test('the Analytics export has the figures of the tab', async () => {
    const { id } = await course({ title: 'Sold', priceCents: 14_900 })
    await sell(id)
    const lines = await records('analytics', admin)
    expect(lines).toContain('Total Users,,2')
    expect(lines).toContain('Active Users,,1')
    expect(lines).toContain('Total Revenue (RM),,149.00')
    expect(lines).toContain('Top Courses: students,Sold,1')
    expect(lines.filter((line) => line.startsWith('Monthly Growth: enrolments'))).toHaveLength(6)
  })

  test('the Orders export has a row per course of the caller, with reductions as negative numbers', async () => {
    await sell((await course({ priceCents: 9_900, title: '=Formulas' })).id)
    const [header, ...rows] = await records('orders', admin, { status: 'paid' })
    expect(header).toBe(
      'Order,Ordered,Paid,Status,Course,Seller,Buyer,Email,List Price (RM),Discount (RM),Price (RM),SST Included (RM),Refunds (RM),Chargebacks (RM)',
    )
    expect(rows).toEqual([
      expect.stringMatching(/,Paid,'=Formulas,.*,99\.00,0\.00,99\.00,0\.00,0\.00,0\.00$/),
    ])
  })

  test("the Ledger export is the statement of the caller's own book with its running balance", async () => {
    await sell((await course({ priceCents: 9_900 })).id)
    const [header, ...rows] = await records('ledger', admin, { month: '2020-01' })
    expect(header).toBe(
      'Date,Type,Reference,Receipt,Courses,Note,Amount (RM),SST (RM),Fees (RM),Paid to own account (RM),Held (RM),Change (RM),Still to be paid (RM)',
    )
    expect(rows).toEqual([])
    const [, ...all] = await records('ledger', admin)
    expect(all).toEqual([
      expect.stringMatching(/,sale,.*,R-\d{4}-000001,.*,,99\.00,0\.00,0\.00,0\.00,0\.00,99\.00,99\.00$/),
    ])
  })

  test('the export of days has the days of the range with enrolments, orders, sales and refunds of the caller', async () => {
    await sell((await course({ priceCents: 9_900 })).id)
    const today = dayInMalaysia(shop.server.clock.now())
    const [header, ...rows] = await records('days', admin, { from: today, to: today })
    expect(header).toBe(
      'Date,Enrolments,Orders,Invoices,Sales (RM),Refunds (RM),Chargebacks (RM),Fees (RM),Net (RM)',
    )
    expect(rows).toEqual([`${today},1,1,0,99.00,0.00,0.00,0.00,99.00`])
    expect(await records('days', admin)).toHaveLength(1 + 90)
    const instructor = await shop.server.person('instructor', { businessId: admin.businessId })
    expect(await records('days', instructor, { from: today })).toEqual([header, `${today},0,,,,,,,`])
    const reversed = await shop.server.call('createTicket', {
      body: { what: 'days', filters: { from: '2026-02-01', to: '2026-01-01' } },
      as: admin,
    })
    expect(reversed.body.errorCode).toBe('ORDER_DAYS_REVERSED')
  })

  test('a long export is complete, each row once, and reads its pages while it is sent', async () => {
    await run(sql`
      INSERT INTO users (email, name, business_id)
      SELECT 'member' || n || '@' || ${admin.id} || '.apogee.test', 'Member ' || n, ${admin.businessId}
        FROM generate_series(1, 4203) n`)
    const lines = await records('users', admin)
    expect(lines).toHaveLength(1 + 1 + 4203)
    expect(new Set(lines).size).toBe(lines.length)
  })
})

describe('a download ticket', () => {
  const refused = async (url: string) => {
    const answer = await download(url)
    return [answer.statusCode, answer.json<{ errorCode: string }>().errorCode]
  }

  test('a download token works without bearer, once, also for concurrent requests', async () => {
    const url = await ticket('users', admin)
    const answers = await Promise.all([download(url), download(url), download(url)])
    expect(answers.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([200, 410, 410])
    expect(await refused(url)).toEqual([410, 'LINK_EXPIRED'])
  })

  test('a download token is valid for one minute', async () => {
    const url = await ticket('users', admin)
    shop.server.clock.advance(ticketLifeMs + 1)
    expect(await refused(url)).toEqual([410, 'LINK_EXPIRED'])
  })

  test('HEAD does not use a download token up', async () => {
    const url = await ticket('users', admin)
    await shop.server.app.inject({ method: 'HEAD', url })
    expect((await download(url)).statusCode).toBe(200)
  })

  test('the request that a browser sends ahead of its service worker does not use a download token up', async () => {
    const url = await ticket('users', admin)
    const headers = { 'service-worker-navigation-preload': 'true' }
    const ahead = await shop.server.app.inject({ method: 'GET', url, headers })
    expect([ahead.statusCode, ahead.body, ahead.headers['cache-control']]).toEqual([204, '', 'no-store'])
    expect((await download(url)).statusCode).toBe(200)
  })

  test("a download token ends with its owner's session", async () => {
    const url = await ticket('users', admin)
    await shop.server.call('logout', { as: admin })
    expect(await refused(url)).toEqual([410, 'LINK_EXPIRED'])
  })

  test("a download token checks its owner's current rights and scope", async () => {
    const teacher = await shop.server.person('instructor', { businessId: admin.businessId })
    const fallen = await ticket('users', teacher)
    await run(sql`UPDATE users SET role = 'student' WHERE id = ${teacher.id}`)
    expect(await refused(fallen)).toEqual([403, 'FORBIDDEN'])
    const moved = await ticket('courses', admin, { scope: 'business' })
    await course({ title: 'Left behind' })
    await run(sql`UPDATE users SET business_id = ${stranger.businessId} WHERE id = ${admin.id}`)
    expect((await download(moved)).body).not.toContain('Left behind')
  })

  test('a download token refuses a foreign scope like the list itself', async () => {
    const lone = await shop.server.person('instructor')
    expect(await refused(await ticket('courses', lone, { scope: 'business' }))).toEqual([403, 'NOT_YOURS'])
  })

  test('a download token cannot be guessed', async () => {
    expect(await refused('/api/exports/AAAA')).toEqual([410, 'LINK_EXPIRED'])
    expect(await ticket('users', admin)).toMatch(/^\/api\/exports\/[\w-]{43}$/)
  })

  test('an unused download token is deleted', async () => {
    await ticket('users', admin)
    shop.server.clock.advance(ticketLifeMs + 1)
    await shop.server.sweep()
    const left = await sql<{ count: number }>`SELECT count(*)::int AS count FROM download_tickets`.execute(
      shop.server.database.kysely,
    )
    expect(left.rows[0]?.count).toBe(0)
  })
})
