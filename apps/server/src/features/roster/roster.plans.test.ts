/** Tests how PostgreSQL reads the roster of a course with many learners. Times are in docs/performance.md. */
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { rosterSorts, type LearnerState, type RosterSort } from '@apogee/contracts/roster/roster-choices.ts'
import { unusedPayments } from '#server/adapters/payments/testing.ts'
import { makeCourse } from '#server/app/testing-courses.ts'
import { startTestApp, type TestApp, type TestPerson } from '#server/app/testing.ts'
import { rosterStatement } from './roster.store.ts'

/**
 * The times in docs/performance.md were measured with 10,000 learners (`ROSTER_PEOPLE=10000`). PostgreSQL chooses the same plans
 * for fewer.
 */
const people = Number(process.env['ROSTER_PEOPLE'] ?? 2000)

let server: TestApp
let courseId: number
let teacher: TestPerson
let lessons: number[]
beforeAll(async () => {
  server = await startTestApp({ payments: { ...unusedPayments } })
  teacher = await server.person('instructor')
  const resources = Array.from({ length: 10 }, () => ({ seconds: 600 }))
  const course = await makeCourse(server.database, {
    owner: teacher,
    contents: [{ resources }, { resources }],
  })
  courseId = course.id
  lessons = course.contents.flatMap((content) => content.resources)
  const { kysely } = server.database
  await sql`
    WITH made AS (INSERT INTO users (name, email, password_hash)
      SELECT 'Learner ' || md5(n::text), 'learner-' || n || '@many.test', 'none' FROM generate_series(1, ${sql.lit(people)}) n
      RETURNING id)
    INSERT INTO enrolments (user_id, course_id, source, granted_at, last_accessed_at)
    SELECT id, ${courseId}, (ARRAY['free', 'purchase', 'invitation', 'granted'])[1 + id % 4], now() - id * interval '1 minute',
           CASE WHEN id % 5 > 0 THEN now() - id * interval '30 seconds' END FROM made`.execute(kysely)
  // Learners have completed twelve of twenty lessons on average. Their rows lie among those of other people.
  for (const [place, lesson] of lessons.entries())
    await sql`
    INSERT INTO resource_progress (user_id, resource_id, completed_at, watched)
    SELECT e.user_id, ${lesson}, CASE WHEN (e.user_id + ${place}) % 5 < 3 THEN now() END,
           CASE WHEN ${place} = 0 THEN int4multirange(int4range(0, (100 + e.user_id % 200)::int),
                                                          int4range((320 + e.user_id % 90)::int, 600)) ELSE '{}' END
      FROM enrolments e
     WHERE e.course_id = ${courseId} AND e.user_id % 5 > 0`.execute(kysely)
  await sql`
    WITH made AS (INSERT INTO assessments (resource_id, title, time_limit_seconds)
                  VALUES (${lessons[0]}, 'Quiz', 600) RETURNING id)
    INSERT INTO attempts (user_id, assessment_id, number, started_at, deadline_at, submitted_at, graded_at, earned_points,
                          total_points, percentage)
    SELECT e.user_id, made.id, n, now(), now() + interval '1 hour', now(), now(), 1, 10, e.user_id % 100
      FROM made, enrolments e, generate_series(1, 2) n WHERE e.course_id = ${courseId} AND e.user_id % 3 > 0`.execute(
    kysely,
  )
  for (const table of ['users', 'enrolments', 'resource_progress', 'attempts'])
    await sql`VACUUM ANALYZE ${sql.table(table)}`.execute(kysely)
}, 600_000)
afterAll(() => server.stop())

interface Plan {
  'Node Type': string
  'Relation Name'?: string
  'Index Name'?: string
  'Actual Rows': number
  'Actual Loops': number
  Plans?: Plan[]
}

const nodesOf = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(nodesOf)]

async function explained(sort: RosterSort, state: LearnerState | null = null, pattern: string | null = null) {
  const filter = {
    pattern,
    source: null,
    state,
    cohort: null,
    stoppedAt: null,
    inactiveBefore: new Date(Date.now() - 14 * 86_400_000),
  }
  const page = { sort, descending: true, limit: 50, after: null }
  const { rows } = await sql<{
    'QUERY PLAN': [{ Plan: Plan; 'Execution Time': number; 'Planning Time': number }]
  }>`
    EXPLAIN (ANALYZE, FORMAT JSON) ${rosterStatement(courseId, filter, page)}`.execute(server.database.kysely)
  const [found] = rows[0]?.['QUERY PLAN'] ?? []
  if (!found) throw new Error('there is no plan')
  if (process.env['ROSTER_PEOPLE']) {
    const ms = found['Planning Time'] + found['Execution Time']
    console.log(`${sort} ${state ?? 'all'} ${pattern ?? ''}: ${ms.toFixed(1)} ms`)
  }
  return nodesOf(found.Plan)
}

/** Returns the number of rows that the plan reads of a table. */
const rowsOf = (nodes: readonly Plan[], relation: string) =>
  nodes
    .filter((node) => node['Relation Name'] === relation)
    .reduce((sum, node) => sum + node['Actual Rows'] * node['Actual Loops'], 0)

test.each(rosterSorts)(
  'the roster in the order of %s reads progress and attempts at most once for each learner',
  async (sort) => {
    const nodes = await explained(sort)
    // The rows of the page's learners are read, and those of all learners if the order depends on them.
    const all = sort === 'progress' ? people * 20 : 0
    expect(rowsOf(nodes, 'resource_progress')).toBeLessThanOrEqual(51 * 20 + all)
    expect(rowsOf(nodes, 'attempts')).toBeLessThanOrEqual(51 * 2 + (sort === 'score' ? people * 2 : 0))
    expect(rowsOf(nodes, 'enrolments')).toBeLessThanOrEqual(people)
  },
)

test.each(['not-started', 'in-progress', 'completed', 'inactive'] as const)(
  'learners who are %s are found with the completed lessons of all learners from their index alone',
  async (state) => {
    const nodes = await explained('since', state)
    const indexes = nodes
      .filter((node) => node['Node Type'] === 'Index Only Scan')
      .map((node) => node['Index Name'])
    expect(indexes).toContain('resource_progress_completed_idx')
    expect(rowsOf(nodes, 'resource_progress')).toBeLessThanOrEqual(people * 20 + 51 * 20)
  },
)

test('a search reads the learners of the course, not all accounts for each of them', async () => {
  expect(rowsOf(await explained('since', null, '%learner%'), 'users')).toBeLessThanOrEqual(3 * people + 60)
})

/** Prints the time of a call if `ROSTER_PEOPLE` is set. The test does not depend on the time. */
async function told<Answer>(what: string, ask: () => Promise<Answer>): Promise<Answer> {
  await ask()
  const began = performance.now()
  const answer = await ask()
  if (process.env['ROSTER_PEOPLE']) console.log(`${what}: ${(performance.now() - began).toFixed(0)} ms`)
  return answer
}

test('the figures of the course and of a video count all learners', async () => {
  const figures = await told('course figures', () =>
    server.call('readCourseFigures', { params: { id: courseId }, query: {}, as: teacher }),
  )
  expect(figures.body.data.funnel[0]?.learners).toBe(people)
  const studied = figures.body.data.lessons[0]?.opened ?? 0
  const watching = await told('watch figures', () =>
    server.call('readWatchFigures', { params: { id: lessons[0] ?? 0 }, query: {}, as: teacher }),
  )
  expect(watching.body.data.viewers).toBe(studied)
  expect(watching.body.data.parts[0]).toEqual({ from: 0, to: 10, viewers: studied })
})
