/** Computes the demo business's figures from rows with other queries than the product's, on the critical days of a month. */
import { dayInMalaysia } from '@apogee/domain/time/malaysia-time.ts'
import type { AnswerOf } from '@apogee/contracts/endpoints.ts'
import { sql, type RawBuilder } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { loadDemoSchool } from '../load-demo-school.ts'
import { unusedPayments } from '#server/adapters/payments/testing.ts'
import { brokenInvariants } from '#server/features/sales/model/invariants.ts'
import { publishedPassword } from '#server/features/accounts/passwords/published-password.ts'
import { startTestApp, type TestApp } from '../../testing.ts'
import { seedDemoSchool } from './seed-demo.ts'

const demoSchool = loadDemoSchool()

type Figures = AnswerOf<'readAnalytics'>['data']

describe.each([
  ['in the middle of a month', '2026-11-20T03:00:00Z'],
  ['in the first minutes of a month in Kuala Lumpur', '2026-10-31T16:07:00Z'],
  ['in the last minutes of a month in Kuala Lumpur', '2026-10-31T15:55:00Z'],
  ['after the shortest months', '2027-06-30T16:30:00Z'],
  ['on a leap day', '2028-02-29T12:00:00Z'],
])('the demo business, started %s', (_, now) => {
  let server: TestApp
  let figures: Figures
  beforeAll(async () => {
    server = await startTestApp({
      payments: { ...unusedPayments, checkCredentials: async () => 'accepted' },
    })
    server.clock.advance(new Date(now).getTime() - server.clock.now().getTime())
    await server.services.businesses.connectPlatformAccount({
      chipSecret: 'platform',
      chipBrandId: 'platform',
    })
    await seedDemoSchool(server.services, server.dependencies)
    figures = await analyticsOf('admin@apogee.test')
  })
  afterAll(() => server.stop())

  async function analyticsOf(email: string): Promise<Figures> {
    const { body } = await server.call('login', { body: { email, password: publishedPassword } })
    return (await server.call('readAnalytics', { as: body.data })).body.data
  }
  const rows = async <Row>(query: RawBuilder<Row>) => (await query.execute(server.database.kysely)).rows
  const one = async (query: RawBuilder<{ value: number }>) => Number((await rows(query))[0]?.value)

  /** The courses belong to the business of admin@apogee.test. */
  const ours = sql`SELECT id FROM courses WHERE seller_id IN (
    SELECT id FROM sellers WHERE business_id IN (SELECT business_id FROM users WHERE email = 'admin@apogee.test'))`

  test('the demo business has earned exactly RM 42,600.00, all in the six months shown', async () => {
    expect(figures.totalRevenue).toBe(4_260_000)
    expect(figures.months).toHaveLength(6)
    expect(figures.months.reduce((sum, { revenue }) => sum + (revenue ?? 0), 0)).toBe(4_260_000)
    // The sum is payments minus refunds, because all these orders have lines of this business only.
    const paid = await one(sql`
      SELECT sum(p.received_cents) FILTER (WHERE p.state = 'paid')::int AS value FROM payments p
       WHERE p.outcome = 'settled' AND p.order_id IN (SELECT order_id FROM order_lines WHERE course_id IN (${ours}))`)
    expect(paid).toBe(4_260_000)
  })

  test("78 % of the lessons in the demo business's enrolments are completed", async () => {
    expect(figures.completionRate).toBe(78)
    const share = await one(sql`
      SELECT avg(CASE WHEN EXISTS (SELECT FROM resource_progress g
                        WHERE g.user_id = e.user_id AND g.resource_id = r.id AND g.completed_at IS NOT NULL)
                      THEN 1.0 ELSE 0.0 END) AS value
        FROM enrolments e, course_contents m, course_resources r
       WHERE e.course_id IN (${ours}) AND e.revoked_at IS NULL AND m.course_id = e.course_id AND m.is_published
         AND r.content_id = m.id AND r.is_published
         AND (r.file_type = 'video' OR r.pass_percentage IS NOT NULL OR NOT EXISTS (
           SELECT FROM course_resources v, course_contents vm
            WHERE vm.id = v.content_id AND vm.course_id = e.course_id AND v.file_type = 'video'
              AND v.is_published AND vm.is_published))`)
    expect(share).toBeGreaterThan(0.779)
    expect(share).toBeLessThan(0.781)
  })

  test("the demo business's users are its team and its learners, and active users are those with bookings", async () => {
    const everybody = await rows<{ id: number; booked: boolean }>(sql`
      SELECT u.id, EXISTS (SELECT FROM orders o WHERE o.buyer_id = u.id AND o.state IN ('paid', 'refunded')
                              AND EXISTS (SELECT FROM order_lines l WHERE l.order_id = o.id AND l.course_id IN (${ours})))
                OR EXISTS (SELECT FROM enrolments f WHERE f.user_id = u.id AND f.source = 'free'
                              AND f.revoked_at IS NULL AND f.course_id IN (${ours})) AS booked
        FROM users u
       WHERE u.business_id = (SELECT business_id FROM users WHERE email = 'admin@apogee.test')
          OR EXISTS (SELECT FROM enrolments e WHERE e.user_id = u.id AND e.revoked_at IS NULL
                        AND e.course_id IN (${ours}))`)
    expect(figures.totalUsers).toBe(everybody.length)
    expect(figures.activeUsers).toBe(everybody.filter(({ booked }) => booked).length)
    expect(figures.activeUsers).toBeGreaterThan(100)
    expect(figures.totalUsers).toBeGreaterThan(figures.activeUsers)
  })

  test('the demo business grows every month of Kuala Lumpur by its enrolments', async () => {
    const given = await rows<{ month: string; places: number }>(sql`
      SELECT to_char(granted_at + interval '8 hours', 'YYYY-MM') AS month, count(*)::int AS places
        FROM (SELECT granted_at AT TIME ZONE 'UTC' AS granted_at FROM enrolments
               WHERE course_id IN (${ours}) AND revoked_at IS NULL) e GROUP BY 1`)
    const places = new Map(given.map(({ month, places }) => [month, places]))
    for (const { month, enrolments } of figures.months) expect(enrolments).toBe(places.get(month) ?? 0)
    expect(figures.months.at(-1)?.month).toBe(dayInMalaysia(now).slice(0, 7))
    const [first = 0, , , , fifth = 0] = figures.months.map(({ enrolments }) => enrolments)
    expect(first).toBeGreaterThan(10)
    expect(fifth).toBeGreaterThan(first)
  })

  test('the demo business has three top courses, most enrolments first', async () => {
    const counted = await rows<{ title: string }>(sql`
      SELECT c.title FROM courses c WHERE c.id IN (${ours})
       ORDER BY (SELECT count(*) FROM enrolments e WHERE e.course_id = c.id AND e.revoked_at IS NULL) DESC LIMIT 3`)
    expect(figures.topCourses.map(({ title }) => title)).toEqual(counted.map(({ title }) => title))
    expect(figures.topCourses.map(({ title }) => title)).toEqual([
      'SQL for People with Questions',
      'TypeScript from First Principles',
      'Your First Ten Customers',
    ])
  })

  test('seeding past sales leaves the demo people unchanged and the books consistent', async () => {
    expect(await brokenInvariants(server.database)).toEqual([])
    const { email } = demoSchool.people.find(({ key }) => key === 'aisyah') ?? { email: '' }
    const places = await one(sql`
      SELECT count(*)::int AS value FROM enrolments e JOIN users u ON u.id = e.user_id WHERE u.email = ${email}`)
    expect(places).toBe(demoSchool.enrolments.filter(({ person }) => person === 'aisyah').length)
    expect(await one(sql`SELECT count(*)::int AS value FROM courses`)).toBe(26)
    const early = await one(sql`
      SELECT count(*)::int AS value FROM enrolments e JOIN courses c ON c.id = e.course_id JOIN users u ON u.id = e.user_id
       WHERE e.granted_at < c.created_at OR e.granted_at < u.created_at OR e.granted_at > ${new Date(now)}`)
    expect(early).toBe(0)
    const late = await one(sql`
      SELECT count(*)::int AS value FROM resource_progress WHERE completed_at > ${new Date(now)}`)
    expect(late).toBe(0)
  })

  test("the platform's figures exceed those of the demo business, one of three sellers", async () => {
    const all = await analyticsOf('superadmin@apogee.test')
    expect(all.scope).toBe('platform')
    expect(all.totalRevenue).toBeGreaterThan(4_260_000)
    expect(all.totalUsers).toBe(
      await one(sql`SELECT count(*)::int AS value FROM users WHERE erased_at IS NULL`),
    )
    const own = await analyticsOf('instructor@apogee.test')
    expect(own.scope).toBe('own')
    // The revenue is the business's, so an instructor of the business has none.
    expect(own.totalRevenue).toBeNull()
  })
})
