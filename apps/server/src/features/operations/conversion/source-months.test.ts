/** Tests that the sums of sources by month equal the sums of their days after any write (docs/decisions/figures.md). */
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { unusedPayments } from '#server/adapters/payments/testing.ts'
import { makeCourse } from '#server/app/testing-courses.ts'
import { startTestApp, type TestApp } from '#server/app/testing.ts'
import type { InsightScope } from '../insights/insights.rules.ts'
import { deleteSourcesBefore, readSources } from './conversion.store.ts'

/** The times in docs/performance.md were measured with 400 days (`SOURCE_DAYS=400`) and more sellers. */
const measured = process.env['SOURCE_DAYS'] !== undefined
const days = Number(process.env['SOURCE_DAYS'] ?? 75)
const sellersOfMeasuring = measured ? 20 : 0
const lastDay = Date.UTC(2026, 2, 10)
const dayAt = (back: number) => new Date(lastDay - back * 24 * 3_600_000).toISOString().slice(0, 10)

let server: TestApp
let scopes: [string, InsightScope][]
let teacherId: number
beforeAll(async () => {
  server = await startTestApp({ payments: { ...unusedPayments } })
  const teacher = await server.person('instructor')
  teacherId = teacher.id
  const { kysely } = server.database
  for (let number = 0; number < 10; number += 1) await makeCourse(server.database, { owner: teacher })
  scopes = [
    ['platform', { kind: 'platform' }],
    ['own', { kind: 'own', userId: teacher.id, businessId: null }],
  ]
  // A fifth of the sources of a day occurs again on the next day; the other sources change slowly.
  for (let back = 0; back < days; back += 25)
    await sql`
    INSERT INTO source_figures (kind, subject_id, day, source, visitors, carts, checkouts, orders, enrolments, gross_cents, refunded_cents)
    SELECT s.kind, s.id, ${dayAt(0)}::date - d, 'tag:' || (n * 7 + d * (1 + n % 5)) % (s.most * 4), n % 23, n % 7, n % 5, n % 3, d % 2,
           n * 100, n % 11
      FROM (SELECT 'course' AS kind, id, 24 AS most FROM courses
            UNION ALL SELECT 'seller', 0, 200
            UNION ALL SELECT 'seller', -n, 60 FROM generate_series(1, ${sellersOfMeasuring}::int) n
            UNION ALL SELECT 'course', -n, 24 FROM generate_series(1, ${sellersOfMeasuring * 3}::int) n) s
     CROSS JOIN generate_series(${back}::int, ${Math.min(days, back + 25) - 1}::int) d
     CROSS JOIN LATERAL generate_series(1, s.most) n
    ON CONFLICT DO NOTHING`.execute(kysely)
  for (const table of ['source_figures', 'source_months', 'courses'])
    await sql`VACUUM ANALYZE ${sql.table(table)}`.execute(kysely)
}, 600_000)
afterAll(() => server.stop())

/** Computes the figures from the sums of days, without the sums of months. */
async function plain(scope: InsightScope, from: string, to: string) {
  const subject =
    scope.kind === 'platform'
      ? sql`kind = 'seller' AND subject_id = 0`
      : sql`kind = 'course' AND subject_id IN (SELECT id FROM courses WHERE instructor_id = ${teacherId})`
  const found = await sql<{ source: string }>`
    SELECT NULL::text AS day, source, sum(visitors)::int8 AS visitors, sum(carts)::int8 AS carts, sum(checkouts)::int8 AS checkouts,
           sum(orders)::int8 AS orders, sum(enrolments)::int8 AS enrolments, sum(gross_cents)::int8 AS "grossCents",
           sum(refunded_cents)::int8 AS "refundedCents"
      FROM source_figures WHERE ${subject} AND day BETWEEN ${from}::date AND ${to}::date
     GROUP BY 2 ORDER BY visitors DESC, orders DESC, enrolments DESC, source`.execute(server.database.kysely)
  return found.rows
}
const read = (scope: InsightScope, from: string, to: string) =>
  readSources(server.database.kysely, scope, { from, to, byDay: false, most: 100_000 })

async function expectEqual() {
  const ranges = [
    [dayAt(0), dayAt(0)] as const,
    [dayAt(days), dayAt(0)] as const,
    // The ranges are a whole month, ranges that begin or end one day earlier or later, and a range inside a month.
    ...(['2026-01-31', '2026-02-01', '2026-02-02'] as const).flatMap((from) =>
      (['2026-02-27', '2026-02-28', '2026-03-01'] as const).map((to) => [from, to] as const),
    ),
    ...([0, 1, 2, 3, 4, 5] as const).map(
      (n) => [dayAt(((n * 37) % 70) + (n % 3)), dayAt((n * 11) % 30)] as const,
    ),
  ].filter(([from, to]) => from <= to)
  for (const [name, scope] of scopes)
    for (const [from, to] of ranges)
      expect(await read(scope, from, to), `${name} ${from} ${to}`).toEqual(await plain(scope, from, to))
}

test('a range with whole months has the sums of its days', async () => {
  await expectEqual()
  if (!measured) return
  for (const [name, scope] of scopes) {
    const times: Record<'days' | 'months', number[]> = { days: [], months: [] }
    for (let round = 0; round < 15; round += 1)
      for (const [kind, ask] of [
        ['days', plain],
        ['months', read],
      ] as const) {
        const began = performance.now()
        await ask(scope, dayAt(399), dayAt(0))
        times[kind].push(performance.now() - began)
      }
    for (const [kind, list] of Object.entries(times))
      console.log(`${name} ${kind}: ${list.map((ms) => ms.toFixed(0)).join(' ')}`)
  }
}, 600_000)

test('sums of months follow rows that are changed, added and deleted', async () => {
  const { kysely } = server.database
  await sql`
    UPDATE source_figures SET visitors = visitors + 5, refunded_cents = 7 WHERE source LIKE '%3' AND day > ${dayAt(50)}`.execute(
    kysely,
  )
  await sql`
    INSERT INTO source_figures AS f SELECT kind, subject_id, day + 1, source, 1, 2, 3, 4, 5, 6, 7 FROM source_figures WHERE source LIKE '%4'
    ON CONFLICT (kind, subject_id, day, source) DO UPDATE SET carts = f.carts + excluded.carts`.execute(
    kysely,
  )
  await sql`UPDATE source_figures SET source = 'moved' WHERE source = 'tag:9' AND day = '2026-02-03'`.execute(
    kysely,
  )
  await expectEqual()
  await deleteSourcesBefore(kysely, new Date('2026-02-11T04:00:00Z'))
  await expectEqual()
  const left = await sql<{ wrong: number }>`
    SELECT count(*)::int AS wrong FROM source_months WHERE month < '2026-02-01' OR days <= 0`.execute(kysely)
  expect(left.rows).toEqual([{ wrong: 0 }])
  await sql`DELETE FROM source_figures`.execute(kysely)
  const none = await sql<{ kind: string }>`SELECT kind FROM source_months`.execute(kysely)
  expect(none.rows).toEqual([])
})

test('by day, months are not used', async () => {
  const { kysely } = server.database
  await sql`
    INSERT INTO source_figures SELECT 'seller', 0, d::date, 'direct', 1, 0, 0, 0, 0, 0, 0
      FROM generate_series('2026-01-01'::date, '2026-03-10', '1 day') d`.execute(kysely)
  const rows = await readSources(
    kysely,
    { kind: 'platform' },
    { from: '2026-01-01', to: '2026-02-28', byDay: true, most: 1_000 },
  )
  expect(rows).toHaveLength(59)
  expect(rows[31]).toMatchObject({ day: '2026-02-01', source: 'direct', visitors: 1 })
})
