/** Tests the grading sweep while other grading runs. */
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { unusedPayments } from '#server/adapters/payments/testing.ts'
import { startTestApp, type TestApp } from '#server/app/testing.ts'
import { closingAfterAccess } from './assessments.store.ts'
import { answering, gradedEventsOf, makeAssessment, rightCode } from './testing.ts'

let server: TestApp
let id: number
beforeAll(async () => {
  server = await startTestApp({ payments: unusedPayments })
  id = await makeAssessment(server)
})
afterAll(() => server.stop())

test('the sweep continues past attempts that cannot be graded', async () => {
  const [unlucky, person] = [await server.person(), await server.person()]
  const broken = await makeAssessment(server)
  await sql`
    UPDATE answer_keys SET key = '[null]'
     WHERE question_id = (SELECT id FROM assessment_questions WHERE quiz_id = ${broken} AND kind = 'coding')`.execute(
    server.database.kysely,
  )
  await sql`
    WITH handed_in AS (
      INSERT INTO attempts (user_id, assessment_id, number, started_at, deadline_at, submitted_at, total_points)
      SELECT ${unlucky.id}, ${broken}, number, ${server.clock.now()}, ${server.clock.now()}::timestamptz + interval '1 hour',
             ${server.clock.now()}, 35
        FROM generate_series(1, 120) AS given (number) RETURNING id)
    INSERT INTO answers (attempt_id, question_id, given, saved_at)
    SELECT h.id, q.id, '"const double = 1"', now() FROM handed_in h, assessment_questions q
     WHERE q.quiz_id = ${broken} AND q.kind = 'coding'`.execute(server.database.kysely)
  await answering(server, person, id, [1, rightCode, true])
  server.clock.advance(3_600_000)
  await server.services.assessments.grader.sweep()
  expect(await gradedEventsOf(server, person.id)).toMatchObject([{ percentage: 100 }])
  expect(await gradedEventsOf(server, unlucky.id)).toEqual([])
  // The attempts that cannot be graded do not hide the other results of these people.
  const { status, body } = await server.call('readAssessment', { params: { id: broken }, as: unlucky })
  expect([status, body.data.attempts[0]?.state]).toEqual([200, 'grading'])
  await sql`DELETE FROM attempts WHERE user_id = ${unlucky.id}`.execute(server.database.kysely)
})

test('ending attempts after the access reads only open attempts without a time limit', async () => {
  const { kysely } = server.database
  const [person, quiz] = [await server.person(), await makeAssessment(server)]
  await sql`
    INSERT INTO attempts (user_id, assessment_id, number, started_at, deadline_at, submitted_at, total_points)
    SELECT ${person.id}, ${quiz}, number, now(), now() + interval '1 hour', now(), 35
      FROM generate_series(1, 2000) AS given (number)`.execute(kysely)
  await sql`ANALYZE attempts`.execute(kysely)
  const plan = await sql`EXPLAIN (FORMAT JSON) ${closingAfterAccess}`.execute(kysely)
  expect(JSON.stringify(plan.rows)).toContain('"attempts_open_untimed"')
  await sql`DELETE FROM attempts WHERE user_id = ${person.id}`.execute(kysely)
})

test('the sweep does not wait for a person whose attempt is being graded', async () => {
  const [busy, person] = [await server.person(), await server.person()]
  await answering(server, busy, id, [1])
  await answering(server, person, id, [1])
  server.clock.advance(3_600_000)
  const { promise: held, resolve: hold } = Promise.withResolvers<void>()
  const { promise: ending, resolve: end } = Promise.withResolvers<void>()
  const holding = server.database.transaction(async (tx) => {
    await sql`SELECT 1 FROM attempts WHERE user_id = ${busy.id} FOR UPDATE`.execute(tx)
    hold()
    await ending
  })
  await held
  const first = server.services.assessments.grader.sweep()
  const waits = async () => {
    const { rows } = await sql`SELECT 1 FROM pg_stat_activity
       WHERE datname = current_database() AND wait_event_type = 'Lock'`.execute(server.database.kysely)
    expect(rows).toHaveLength(1)
  }
  await vi
    .waitFor(waits, { timeout: 10_000, interval: 20 })
    .then(() => server.services.assessments.grader.sweep())
    .then(async () => expect(await gradedEventsOf(server, person.id)).toMatchObject([{ percentage: 29 }]))
    .finally(end)
  await Promise.all([holding, first])
  expect(await gradedEventsOf(server, busy.id)).toMatchObject([{ percentage: 29 }])
})

test('the sweep ends at its time limit, and the next one continues', async () => {
  const person = await server.person()
  await answering(server, person, id, [1])
  server.clock.advance(3_600_000)
  const sweep = server.services.assessments.grader.sweep()
  server.clock.advance(60_000)
  await sweep
  expect(await gradedEventsOf(server, person.id)).toEqual([])
  await server.services.assessments.grader.sweep()
  expect(await gradedEventsOf(server, person.id)).toHaveLength(1)
})
