/**
 * Tests that figures stored as sums equal figures counted from rows, after any events and whenever the changes are added to the
 * sums.
 */
import { sql, type RawBuilder } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { unusedPayments } from '#server/adapters/payments/testing.ts'
import { makeCourse, type TestCourse } from '#server/app/testing-courses.ts'
import { startTestApp, type TestApp, type TestPerson } from '#server/app/testing.ts'
import { countTotals } from '../oversight/oversight.store.ts'
import type { InsightScope } from './insights.rules.ts'

let server: TestApp
let sellers: TestPerson[]
let learners: TestPerson[]
let courses: TestCourse[]

const run = async <T>(statement: RawBuilder<T>): Promise<T[]> =>
  (await statement.execute(server.database.kysely)).rows

/** Returns a generator of the same numbers in every run (mulberry32). */
function randomFrom(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below
  }
}

beforeAll(async () => {
  server = await startTestApp({ payments: unusedPayments })
  sellers = [await server.person('admin'), await server.person('instructor')]
  learners = await Promise.all(Array.from({ length: 6 }, () => server.person()))
  courses = []
  for (const [nth, owner] of [...sellers, ...sellers].entries()) {
    const contents =
      nth < 2
        ? [{ resources: [{}, { type: 'pdf' as const }] }, { resources: [{ type: 'pdf' as const }, {}] }]
        : [{ resources: [{ type: 'pdf' as const }] }]
    courses.push(await makeCourse(server.database, { owner, priceCents: 1_000 * nth, contents }))
  }
})
afterAll(() => server.stop())

const scopes = (): InsightScope[] => [
  { kind: 'platform' },
  { kind: 'business', businessId: sellers[0]?.businessId ?? 0 },
  { kind: 'own', userId: sellers[1]?.id ?? 0, businessId: null },
]

async function expectSameFigures(): Promise<void> {
  const { figures } = server.services
  const now = server.clock.now()
  for (const scope of scopes())
    expect(await figures.read(scope, now)).toEqual(await figures.count(scope, now))
  const totals = await countTotals(server.database.kysely)
  const { accounts, enrolments, paidOrders } = (await figures.platform()) ?? {}
  expect({ people: accounts, enrolments, settledOrders: paidOrders }).toEqual(totals)
}

const at = (daysAgo: number) => sql`now() - make_interval(days => ${daysAgo}::int)`

/** Writes one event with the product's statements. */
async function change(kind: number, random: (below: number) => number, nth: number): Promise<void> {
  const course = courses[random(courses.length)]
  const user = learners[random(learners.length)]?.id ?? 0
  const id = course?.id ?? 0
  const items = course?.contents.flatMap(({ resources }) => resources) ?? []
  const item = items[random(items.length)] ?? 0
  const module = course?.contents[random(course.contents.length)]?.id ?? 0
  const days = random(200)
  const events = [
    sql`INSERT INTO enrolments AS e (user_id, course_id, source, granted_at)
        VALUES (${user}, ${id}, ${random(2) === 0 ? 'free' : 'granted'}, ${at(days)})
        ON CONFLICT (user_id, course_id) DO UPDATE
          SET revoked_at = NULL, source = excluded.source, granted_at = excluded.granted_at WHERE e.revoked_at IS NOT NULL`,
    sql`UPDATE enrolments SET revoked_at = now() WHERE user_id = ${user} AND course_id = ${id} AND revoked_at IS NULL`,
    sql`INSERT INTO resource_progress AS p (user_id, resource_id, completed_at) VALUES (${user}, ${item}, now())
        ON CONFLICT (user_id, resource_id) DO UPDATE SET completed_at = excluded.completed_at WHERE p.completed_at IS NULL`,
    sql`UPDATE resource_progress SET completed_at = NULL WHERE user_id = ${user} AND resource_id = ${item}`,
    sql`DELETE FROM resource_progress WHERE user_id = ${user} AND resource_id = ${item}`,
    sql`WITH o AS (
          INSERT INTO orders (public_id, buyer_id, total_cents, payment_account_id, origin)
          VALUES (${`figures-${nth}`}, ${user}, 0, NULL, 'http://127.0.0.1') RETURNING id)
        INSERT INTO order_lines (order_id, course_id, seller_id, title, list_price_cents, price_cents)
        SELECT o.id, c.id, c.seller_id, c.title, ${100 + nth}::int, ${100 + nth}::int FROM o, courses c WHERE c.id = ${id}`,
    sql`WITH o AS (SELECT id FROM orders WHERE state = 'created' ORDER BY id LIMIT 1),
        lines AS (UPDATE order_lines SET status = 'granted' WHERE order_id IN (SELECT id FROM o))
        UPDATE orders SET state = 'paid', settled_at = ${at(days)} WHERE id IN (SELECT id FROM o)`,
    sql`WITH lines AS (UPDATE order_lines SET status = 'refunded'
           WHERE id = (SELECT min(id) FROM order_lines WHERE status = 'granted') RETURNING order_id)
        UPDATE orders SET state = 'refunded' WHERE id IN (SELECT order_id FROM lines)`,
    sql`UPDATE course_resources SET is_published = NOT is_published WHERE id = ${item}`,
    sql`UPDATE course_contents SET is_published = NOT is_published WHERE id = ${module}`,
    sql`UPDATE course_resources SET file_type = CASE file_type WHEN 'pdf' THEN 'video' ELSE 'pdf' END WHERE id = ${item}`,
    sql`INSERT INTO course_resources (content_id, title, file_type, sort_order) VALUES (${module}, 'More', 'video', 9)`,
    sql`DELETE FROM course_resources WHERE content_id = ${module} AND title = 'More'`,
    sql`UPDATE courses SET archived_at = CASE WHEN archived_at IS NULL THEN now() END WHERE id = ${id}`,
    sql`INSERT INTO users (email, name) VALUES (${`figures-${nth}@example.test`}, 'Somebody')`,
    sql`UPDATE users SET erased_at = CASE WHEN erased_at IS NULL THEN now() END WHERE id = ${user}`,
  ]
  const event = events[kind % events.length]
  if (event) await run(event)
}

test('figures from sums equal figures counted from rows after any order of events', async () => {
  const random = randomFrom(4_711)
  await server.services.figures.fold()
  for (let nth = 0; nth < 160; nth += 1) {
    // Enrolments and completions are chosen more often than other events.
    await change(random(3) === 0 ? random(3) : random(16), random, nth)
    if (random(5) === 0) await server.services.figures.fold()
    if (nth % 10 === 0) await expectSameFigures()
  }
  await expectSameFigures()
  expect(await server.services.figures.compare()).toBe(0)
  await server.services.figures.fold()
  await expectSameFigures()
  expect(await run(sql`SELECT id FROM figure_changes`)).toEqual([])
})

test('sums that differ from their rows are counted as differences and replaced', async () => {
  await server.services.figures.fold()
  await run(
    sql`UPDATE course_figures SET enrolments = enrolments + 1 WHERE course_id = ${courses[0]?.id ?? 0}`,
  )
  await run(sql`UPDATE course_months SET enrolments = enrolments + 1 WHERE course_id = 0
                 AND month = (SELECT max(month) FROM course_months)`)
  await run(sql`UPDATE platform_figures SET enrolments = enrolments + 1, paid_orders = paid_orders + 1`)
  expect(await server.services.figures.compare()).toBe(3)
  await expectSameFigures()
  expect(await server.services.figures.compare()).toBe(0)
})

test('sums that are built while enrolments are written equal the rows', async () => {
  await run(sql`DELETE FROM course_figures`)
  await run(sql`DELETE FROM course_months`)
  await run(sql`DELETE FROM booked_people`)
  await run(
    sql`UPDATE platform_figures SET built_at = NULL, enrolments = 0, lessons = 0, completed = 0, booked_people = 0`,
  )
  const random = randomFrom(7)
  await Promise.all([
    server.services.figures.fold(),
    ...Array.from({ length: 12 }, async (_, nth) => change(nth % 4, random, 1_000 + nth)),
  ])
  await expectSameFigures()
  await server.services.figures.fold()
  await expectSameFigures()
})

test('a lesson that is completed while its course changes counts once', async () => {
  const owner = await server.person('admin')
  const course = await makeCourse(server.database, { owner, contents: [{ resources: [{}, {}] }] })
  const [lesson = 0, other = 0] = course.contents[0]?.resources ?? []
  const learner = await server.person()
  await run(
    sql`INSERT INTO enrolments (user_id, course_id, source) VALUES (${learner.id}, ${course.id}, 'granted')`,
  )
  await server.services.figures.fold()
  let unpublished: Promise<unknown> = Promise.resolve()
  await server.database.transaction(async (tx) => {
    await sql`INSERT INTO resource_progress (user_id, resource_id, completed_at) VALUES (${learner.id}, ${lesson}, now())`.execute(
      tx,
    )
    unpublished = run(sql`UPDATE course_resources SET is_published = false WHERE id IN (${lesson}, ${other})`)
    await server.services.figures.fold()
  })
  await unpublished
  await expectSameFigures()
  await server.services.figures.fold()
  await expectSameFigures()
})
