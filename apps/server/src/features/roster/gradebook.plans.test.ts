/** Tests how PostgreSQL reads the gradebook of a course with many learners. Times are in docs/performance.md. */
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { unusedPayments } from '#server/adapters/payments/testing.ts'
import { makeCourse } from '#server/app/testing-courses.ts'
import { startTestApp, type TestApp, type TestPerson } from '#server/app/testing.ts'
import { columnsStatement, gradebookStatement, type GradebookPage } from './gradebook.store.ts'

/**
 * The times in docs/performance.md were measured with 10,000 learners (`GRADEBOOK_PEOPLE=10000`). PostgreSQL chooses the same plans
 * for fewer.
 */
const people = Number(process.env['GRADEBOOK_PEOPLE'] ?? 500)
const assessments = 20

let server: TestApp
let teacher: TestPerson
let courseId: number
let items: number[]
beforeAll(async () => {
  server = await startTestApp({ payments: { ...unusedPayments } })
  teacher = await server.person('instructor')
  const course = await makeCourse(server.database, {
    owner: teacher,
    contents: [{ resources: Array.from({ length: assessments }, () => ({ seconds: 600 })) }],
  })
  courseId = course.id
  items = course.contents.flatMap((content) => content.resources)
  const { kysely } = server.database
  await sql`UPDATE course_resources SET file_type = 'quiz' WHERE id = ANY (${items}::int[])`.execute(kysely)
  await sql`
    WITH made AS (INSERT INTO users (name, email, password_hash)
      SELECT 'Learner ' || md5(n::text), 'learner-' || n || '@many.test', 'none' FROM generate_series(1, ${sql.lit(people)}) n
      RETURNING id)
    INSERT INTO enrolments (user_id, course_id, source, granted_at)
    SELECT id, ${courseId}, 'free', now() - id * interval '1 minute' FROM made`.execute(kysely)
  // Each learner has one or two results in most quizzes. The rows are inserted in the order in which people would study.
  await sql`
    WITH made AS (INSERT INTO assessments (resource_id, title, time_limit_seconds)
                  SELECT id, 'Quiz', 600 FROM unnest(${items}::int[]) AS id RETURNING id)
    INSERT INTO attempts (user_id, assessment_id, number, started_at, deadline_at, submitted_at, graded_at, earned_points,
                          total_points, percentage)
    SELECT e.user_id, made.id, n, now(), now() + interval '1 hour', now(), now(), 1, 10, (e.user_id * 7 + made.id + n * 13) % 101
      FROM enrolments e CROSS JOIN made CROSS JOIN generate_series(1, 2) n
     WHERE e.course_id = ${courseId} AND (e.user_id + made.id) % 10 > 0 AND (n = 1 OR (e.user_id + made.id) % 3 = 0)
     ORDER BY e.user_id % 97, made.id, e.user_id, n`.execute(kysely)
  for (const table of ['users', 'enrolments', 'attempts', 'assessments', 'course_resources'])
    await sql`VACUUM ANALYZE ${sql.table(table)}`.execute(kysely)
}, 600_000)
afterAll(() => server.stop())

interface Plan {
  'Node Type': string
  'Relation Name'?: string
  'Actual Rows': number
  'Actual Loops': number
  'Rows Removed by Filter'?: number
  'Rows Removed by Index Recheck'?: number
  Plans?: Plan[]
}
const nodesOf = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(nodesOf)]

async function explained(what: string, statement: ReturnType<typeof sql>): Promise<Plan[]> {
  const ask = () =>
    sql<{ 'QUERY PLAN': [{ Plan: Plan; 'Execution Time': number; 'Planning Time': number }] }>`
      EXPLAIN (ANALYZE, FORMAT JSON) ${statement}`.execute(server.database.kysely)
  const [found] = (await ask()).rows[0]?.['QUERY PLAN'] ?? []
  if (!found) throw new Error('there is no plan')
  if (process.env['GRADEBOOK_PEOPLE']) {
    const times = []
    for (let round = 0; round < 15; round += 1) {
      const [again] = (await ask()).rows[0]?.['QUERY PLAN'] ?? []
      if (again) times.push(again['Planning Time'] + again['Execution Time'])
    }
    const [least = 0] = times.toSorted((one, other) => one - other)
    console.log(`${what}: ${least.toFixed(1)} ms at least, ${times.map((ms) => ms.toFixed(0)).join(' ')}`)
  }
  return nodesOf(found.Plan)
}
/** Counts all rows that a step of the plan reads, including discarded ones. The figures of a plan are means of its loops. */
const rowsReadBy = (node: Plan): number =>
  (node['Actual Rows'] +
    (node['Rows Removed by Filter'] ?? 0) +
    (node['Rows Removed by Index Recheck'] ?? 0)) *
  node['Actual Loops']
const rowsOf = (nodes: readonly Plan[], relation: string) =>
  nodes.filter((node) => node['Relation Name'] === relation).reduce((sum, node) => sum + rowsReadBy(node), 0)

const pageOf = (given: Partial<GradebookPage>) =>
  gradebookStatement(courseId, {
    sort: 'name',
    item: null,
    descending: false,
    pattern: null,
    limit: 50,
    after: null,
    ...given,
  })

test.each([
  ['name', {}],
  ['since', { sort: 'since', descending: true }],
  ['search', { pattern: '%learner%' }],
  ['a page in the middle', { after: { key: 'learner 8', id: 0 } }],
] as const)('sorted by %s, the results of the page’s learners alone are read', async (what, given) => {
  const nodes = await explained(what, pageOf(given))
  expect(rowsOf(nodes, 'attempts')).toBeLessThanOrEqual(51 * assessments * 2)
  expect(rowsOf(nodes, 'enrolments')).toBeLessThanOrEqual(people)
})

test('sorted by one item, the results of that item are read in addition', async () => {
  const nodes = await explained('score', pageOf({ sort: 'score', item: items[3] ?? 0, descending: true }))
  expect(rowsOf(nodes, 'attempts')).toBeLessThanOrEqual(51 * assessments * 2 + people * 2)
})

test('the averages read each result of the course once', async () => {
  if (process.env['GRADEBOOK_PEOPLE']) {
    // Transactions were still running during the first VACUUM, so that it could not mark all pages as all-visible.
    await sql`VACUUM ANALYZE attempts`.execute(server.database.kysely)
    const times = []
    for (let round = 0; round < 15; round += 1) {
      const began = performance.now()
      await server.call('readGradebookColumns', { params: { id: courseId }, as: teacher })
      times.push(performance.now() - began)
    }
    console.log(`columns over HTTP: ${Math.min(...times).toFixed(0)} ms at least`)
  }
  const nodes = await explained('columns', columnsStatement(courseId))
  expect(rowsOf(nodes, 'attempts')).toBeLessThanOrEqual(people * assessments * 2)
})

test('the averages are those of the plain statement, with open attempts and people who left', async () => {
  const { kysely } = server.database
  await sql`
    UPDATE enrolments SET revoked_at = now() WHERE course_id = ${courseId} AND user_id % 5 = 0`.execute(
    kysely,
  )
  await sql`
    UPDATE users SET erased_at = now()
     WHERE id % 17 = 0 AND id IN (SELECT user_id FROM enrolments WHERE course_id = ${courseId})`.execute(
    kysely,
  )
  await sql`
    INSERT INTO attempts (user_id, assessment_id, number, started_at, deadline_at, submitted_at, total_points, waiting_since)
    SELECT e.user_id, a.id, 9, now(), now() + interval '1 hour', now(), 10, CASE WHEN e.user_id % 2 = 0 THEN now() END
      FROM enrolments e CROSS JOIN assessments a
     WHERE e.course_id = ${courseId} AND a.resource_id = ANY (${items}::int[]) AND (e.user_id * 3 + a.id) % 7 = 0`.execute(
    kysely,
  )
  const plain = await sql<{ resourceId: number; average: number; learners: number; waiting: number }>`
    SELECT resource_id AS "resourceId", round(avg(score))::int AS average, count(score)::int AS learners, sum(waiting)::int AS waiting
      FROM (SELECT a.resource_id, t.user_id, max(t.percentage) AS score,
                   count(*) FILTER (WHERE t.waiting_since IS NOT NULL AND t.graded_at IS NULL) AS waiting
              FROM attempts t JOIN assessments a ON a.id = t.assessment_id GROUP BY 1, 2) best
      JOIN enrolments e ON e.user_id = best.user_id AND e.course_id = ${courseId} AND e.revoked_at IS NULL
      JOIN users u ON u.id = e.user_id AND u.erased_at IS NULL
     WHERE resource_id = ANY (${items}::int[]) GROUP BY 1 ORDER BY 1`.execute(kysely)
  const found = await columnsStatement(courseId).execute(kysely)
  const figures = found.rows.map(({ resourceId, average, learners, waiting }) => ({
    resourceId,
    average,
    learners,
    waiting,
  }))
  expect(figures).toEqual(plain.rows)
  expect(figures.every(({ learners, waiting }) => learners > 0 && waiting > 0)).toBe(true)
})
