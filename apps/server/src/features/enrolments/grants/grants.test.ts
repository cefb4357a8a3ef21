/** Tests who gives access, and what remains of it when one source ends (docs/decisions/access-periods.md). */
import type { AccessLength } from '@apogee/contracts/courses/access-length.ts'
import { dayInMalaysia, startOfDay } from '@apogee/domain/time/malaysia-time.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { unusedPayments } from '#server/adapters/payments/testing.ts'
import { makeCourse } from '#server/app/testing-courses.ts'
import { startTestApp, type TestApp, type TestPerson } from '#server/app/testing.ts'
import type { GrantSource } from './grants.rules.ts'

const dayMs = 24 * 3_600_000
let server: TestApp
let teacher: TestPerson
let learner: TestPerson
let courseId: number
/** Returns the last second of the day that is `days` days from today. */
const endOn = (days: number) =>
  new Date(startOfDay(dayInMalaysia(new Date(Date.now() + days * dayMs))).getTime() + dayMs - 1000)

beforeAll(async () => {
  server = await startTestApp({ payments: unusedPayments })
  teacher = await server.person('instructor')
})
beforeEach(async () => {
  learner = await server.person()
  courseId = (await makeCourse(server.database, { owner: teacher })).id
})
afterAll(() => server.stop())

type Row = Exclude<GrantSource, string>
const line = (id: number): Row => ({ kind: 'order_line', id })
const seat = (id: number): Row => ({ kind: 'seat', id })
const invitation = (id: number): Row => ({ kind: 'invitation', id })

const give = (source: GrantSource, access: AccessLength | null = null) =>
  server.database.transaction((tx) =>
    server.services.enrolments.grant(tx, {
      userId: learner.id,
      courseId,
      source,
      access,
      ...(typeof source === 'object' && source.kind !== 'invitation' && { extending: 'always' }),
    }),
  )
const takeBack = ({ kind, id }: Row) =>
  server.database.transaction((tx) => server.services.enrolments.revoke(tx, { kind, ids: [id] }))
async function access() {
  const { rows } = await sql<{ source: string; endsAt: Date | null }>`
    SELECT source, access_ends_at AS "endsAt" FROM enrolments
     WHERE user_id = ${learner.id} AND course_id = ${courseId} AND revoked_at IS NULL`.execute(
    server.database.kysely,
  )
  return rows[0]
}
async function eventsOf(kind: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    SELECT count(*)::int AS count FROM domain_events
     WHERE kind = ${kind} AND payload @> ${JSON.stringify({ userId: learner.id, courseId })}::jsonb`.execute(
    server.database.kysely,
  )
  return rows[0]?.count ?? 0
}

test('a course with two sources loses one and stays open, and losing the last one ends the access once', async () => {
  await give(line(learner.id))
  await give(seat(learner.id))
  expect(await takeBack(line(learner.id))).toMatchObject([{ outcome: 'kept' }])
  expect(await access()).toEqual({ source: 'granted', endsAt: null })
  expect(await eventsOf('enrolment.revoked')).toBe(0)
  expect(await takeBack(line(learner.id))).toEqual([])
  expect(await takeBack(seat(learner.id))).toMatchObject([{ outcome: 'revoked' }])
  expect(await access()).toBeUndefined()
  expect(await eventsOf('enrolment.revoked')).toBe(1)
  expect(await eventsOf('enrolment.granted')).toBe(1)
})

test('a source that waited behind other access begins with its own length when that access ends', async () => {
  await give(line(learner.id))
  await give(seat(learner.id), { days: 30 })
  expect(await access()).toMatchObject({ endsAt: null })
  await takeBack(line(learner.id))
  expect(await access()).toMatchObject({ endsAt: endOn(30) })
})

test('access without an end that waited behind a paid period stays without an end', async () => {
  await give(line(learner.id), { days: 30 })
  await give(invitation(learner.id))
  expect(await access()).toMatchObject({ source: 'purchase', endsAt: endOn(30) })
  await takeBack(line(learner.id))
  expect(await access()).toEqual({ source: 'granted', endsAt: null })
})

test('paid periods that waited behind access without an end begin one after the other', async () => {
  await give(line(learner.id))
  await give(seat(learner.id), { days: 30 })
  await give(seat(-learner.id), { days: 20 })
  await takeBack(line(learner.id))
  expect(await access()).toMatchObject({ endsAt: endOn(50) })
  await takeBack(seat(learner.id))
  expect(await access()).toMatchObject({ endsAt: endOn(20) })
})

test('a grant without an end that waited begins when a renewed period is refunded', async () => {
  await give(line(learner.id), { days: 30 })
  await give(line(-learner.id), { days: 30 })
  await give(invitation(learner.id))
  expect(await access()).toMatchObject({ endsAt: endOn(60) })
  await takeBack(line(-learner.id))
  expect(await access()).toMatchObject({ source: 'purchase', endsAt: null })
})

test('two sources that end at once end the access once', async () => {
  await give(line(learner.id))
  await give(seat(learner.id))
  const both = server.database.transaction(async (tx) => {
    // The enrolment stays locked until both have begun to wait for it.
    await sql`SELECT FROM enrolments WHERE user_id = ${learner.id} FOR UPDATE`.execute(tx)
    const outcomes = Promise.all([takeBack(line(learner.id)), takeBack(seat(learner.id))])
    await vi.waitFor(async () => {
      const { rows } = await sql<{ count: number }>`
        SELECT count(*)::int AS count FROM pg_stat_activity
         WHERE datname = current_database() AND wait_event_type = 'Lock'`.execute(server.database.kysely)
      expect(rows[0]?.count).toBe(2)
    })
    return { outcomes }
  })
  const outcomes = (await (await both).outcomes).flat().map(({ outcome }) => outcome)
  expect(outcomes.toSorted()).toEqual(['kept', 'revoked'])
  expect(await access()).toBeUndefined()
  expect(await eventsOf('enrolment.revoked')).toBe(1)
})

test('access that is given while another source ends stays open in either order', async () => {
  for (let round = 0; round < 10; round++) {
    await give(line(learner.id * 100 + round))
    await Promise.all([
      takeBack(line(learner.id * 100 + round)),
      give(line(learner.id * 100 + round + 1), { days: 30 + round }),
    ])
    expect(await access()).toMatchObject({ source: 'purchase' })
  }
})

test('an end that the staff have shortened stays when a later paid period is refunded', async () => {
  await give('free', { days: 30 })
  const endsOn = dayInMalaysia(new Date(Date.now() + 10 * dayMs))
  const params = { id: courseId, userId: learner.id }
  expect((await server.call('setLearnerAccess', { params, body: { endsOn }, as: teacher })).status).toBe(200)
  await give(line(learner.id), { days: 20 })
  expect(await access()).toMatchObject({ endsAt: endOn(30) })
  await takeBack(line(learner.id))
  expect(await access()).toEqual({ source: 'free', endsAt: endOn(10) })
})

test('a removed learner keeps no source, and a person who leaves keeps none in any course', async () => {
  await give('free')
  await give(invitation(learner.id))
  const params = { id: courseId, userId: learner.id }
  await server.call('removeLearner', { params, body: { reason: 'Asked to leave' }, as: teacher })
  const open = async () => {
    const { rows } = await sql`SELECT FROM open_grants WHERE user_id = ${learner.id}`.execute(
      server.database.kysely,
    )
    return rows.length
  }
  expect([await access(), await open()]).toEqual([undefined, 0])
  await server.call('restoreLearner', { params, as: teacher })
  expect([await access(), await open()]).toEqual([{ source: 'free', endsAt: null }, 1])
  await server.database.transaction((tx) => server.services.enrolments.leaveAll(tx, learner.id))
  expect([await access(), await open()]).toEqual([undefined, 0])
})

/** Returns the numbers of a linear congruential generator, so that a failing walk can be repeated. */
function* numbers(seed: number): Generator<number, never> {
  for (let value = seed; ;) {
    value = (value * 1_103_515_245 + 12_345) % 2_147_483_648
    yield value / 2_147_483_648
  }
}

test('access is open while a source is left, whatever is given and taken back, and in any order', async () => {
  const sourceKinds: Record<Row['kind'], string> = {
    order_line: 'purchase',
    seat: 'granted',
    invitation: 'granted',
    link: 'invitation',
  }
  for (let walk = 1; walk <= 12; walk++) {
    learner = await server.person()
    const random = numbers(walk)
    const held = new Map<string, { source: Row; length: AccessLength | null }>()
    for (let step = 0; step < 14; step++) {
      const kinds = Object.keys(sourceKinds) as Row['kind'][]
      const kind = kinds[Math.floor(random.next().value * kinds.length)] ?? 'seat'
      const source: Row = { kind, id: learner.id * 10 + Math.floor(random.next().value * 2) }
      const key = `${kind}:${source.id}`
      if (held.delete(key)) {
        await takeBack(source)
      } else {
        const length = random.next().value < 0.4 ? null : { days: 1 + Math.floor(random.next().value * 60) }
        held.set(key, { source, length })
        await give(source, length)
      }
      const left = [...held.values()]
      const found = await access()
      const about = `walk ${walk}, step ${step}`
      expect(found !== undefined, about).toBe(left.length > 0)
      if (!found) continue
      expect(
        left.map((one) => sourceKinds[one.source.kind]),
        about,
      ).toContain(found.source)
      if (left.every(({ length }) => length === null)) expect(found.endsAt, about).toBeNull()
      if (left.every(({ length }) => length !== null)) {
        const daysOf = (sources: typeof left) =>
          sources.map(({ length }) => (length && 'days' in length ? length.days : 0))
        const all = daysOf(left).reduce((sum, days) => sum + days, 0)
        // An unpaid source may still wait behind a paid one.
        const paid = daysOf(
          left.filter(({ source: { kind: one } }) => one === 'order_line' || one === 'seat'),
        )
        expect(found.endsAt, about).not.toBeNull()
        expect(found.endsAt?.getTime(), about).toBeLessThanOrEqual(endOn(all).getTime())
        expect(found.endsAt?.getTime(), about).toBeGreaterThanOrEqual(endOn(Math.max(1, ...paid)).getTime())
      }
    }
  }
})
