/** Tests the table of the learners' scores: cells, averages, order, search, pages, rights and the CSV. */
import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { unusedPayments } from '#server/adapters/payments/testing.ts'
import { makeCourse, type TestCourse } from '#server/app/testing-courses.ts'
import { startTestApp, type TestApp, type TestPerson } from '#server/app/testing.ts'

let server: TestApp
let teacher: TestPerson
let course: TestCourse
beforeAll(async () => {
  server = await startTestApp({ payments: { ...unusedPayments }, limitsOn: false })
})
beforeEach(async () => {
  teacher = await server.person('instructor', { isProven: true })
  course = await makeCourse(server.database, {
    owner: teacher,
    title: 'Orbits',
    contents: [{ title: 'First', resources: [{ title: 'Launch' }] }],
  })
})
afterAll(() => server.stop())

async function learner(name: string, courseId = course.id): Promise<TestPerson> {
  const person = await server.person()
  await sql`UPDATE users SET name = ${name} WHERE id = ${person.id}`.execute(server.database.kysely)
  await server.database.transaction((tx) =>
    server.services.enrolments.grant(tx, { userId: person.id, courseId, source: 'granted' }),
  )
  server.clock.advance(1000)
  return person
}

interface Item {
  resourceId: number
  assessmentId: number
}
async function quiz(
  title: string,
  {
    isPublished = true,
    passPercentage = null,
  }: { isPublished?: boolean; passPercentage?: number | null } = {},
): Promise<Item> {
  const made = await sql<Item>`
    WITH item AS (
      INSERT INTO course_resources (content_id, title, file_type, sort_order, is_published, pass_percentage)
      VALUES (${course.contents[0]?.id}, ${title}, 'quiz', 9, ${isPublished}, ${passPercentage}) RETURNING id)
    INSERT INTO assessments (resource_id, title, time_limit_seconds) SELECT id, ${title}, 600 FROM item
    RETURNING resource_id AS "resourceId", id AS "assessmentId"`.execute(server.database.kysely)
  const [item] = made.rows
  if (!item) throw new Error('no quiz was made')
  return item
}
async function results({ assessmentId }: Item, person: TestPerson, ...percentages: number[]): Promise<void> {
  for (const [index, percentage] of percentages.entries())
    await sql`
      INSERT INTO attempts (user_id, assessment_id, number, started_at, deadline_at, submitted_at, graded_at, earned_points,
                            total_points, percentage)
      VALUES (${person.id}, ${assessmentId}, ${index + 1}, now(), now() + interval '1 hour', now(), now(), 1, 10, ${percentage})`.execute(
      server.database.kysely,
    )
}
async function waiting({ assessmentId }: Item, person: TestPerson): Promise<number> {
  const made = await sql<{ id: number }>`
    INSERT INTO attempts (user_id, assessment_id, number, started_at, deadline_at, submitted_at, total_points, waiting_since)
    VALUES (${person.id}, ${assessmentId}, 9, now(), now() + interval '1 hour', now(), 10, now()) RETURNING id`.execute(
    server.database.kysely,
  )
  return made.rows[0]?.id ?? 0
}
async function archived(...activities: string[]): Promise<number> {
  const publicId = randomBytes(16).toString('base64url')
  const made = await sql<{ id: number }>`
    WITH file AS (
      INSERT INTO media (public_id, owner_id, storage_key, content_type, size_bytes, sha256, purpose)
      VALUES (${publicId}, ${teacher.id}, ${publicId}, 'application/zip', 1, ${randomBytes(32)}, 'package') RETURNING id)
    INSERT INTO packages (media_id, public_id, version, title, activities)
    SELECT id, ${publicId}, '1.2', 'Package', ${JSON.stringify(activities.map((identifier) => ({ identifier })))}::jsonb FROM file
    RETURNING media_id AS id`.execute(server.database.kysely)
  return made.rows[0]?.id ?? 0
}
async function packaged(title: string, ...activities: string[]): Promise<number> {
  const made = await sql<{ id: number }>`
    INSERT INTO course_resources (content_id, title, file_type, sort_order, media_id)
    VALUES (${course.contents[0]?.id}, ${title}, 'other', 10, ${await archived(...activities)}) RETURNING id`.execute(
    server.database.kysely,
  )
  return made.rows[0]?.id ?? 0
}
const reported = (resourceId: number, person: TestPerson, activity: string, score: number | null) =>
  sql`INSERT INTO package_runs (user_id, resource_id, activity, launch_id, score, updated_at)
      VALUES (${person.id}, ${resourceId}, ${activity}, 1, ${score}, now())`.execute(server.database.kysely)

type Query = NonNullable<Parameters<typeof server.call<'listGradebook'>>[1]['query']>
async function page(query: Query = {}) {
  const { status, body } = await server.call('listGradebook', {
    params: { id: course.id },
    query,
    as: teacher,
  })
  expect(status).toBe(200)
  return body
}
const names = async (query: Query = {}) => (await page(query)).data.map(({ name }) => name)
const columns = async () =>
  (await server.call('readGradebookColumns', { params: { id: course.id }, as: teacher })).body.data

test('a row has the best result of each quiz, the mean of a package, and what waits for a person', async () => {
  const [first, second] = [await quiz('First quiz'), await quiz('Second quiz')]
  const film = await packaged('Fire drill', 'one', 'two', 'three')
  const [ali, siti] = [await learner('Ali'), await learner('Siti')]
  await results(first, ali, 40, 80, 60)
  const attemptId = await waiting(second, ali)
  await reported(film, ali, 'one', 0.5)
  await reported(film, ali, 'two', 1)
  await reported(film, ali, 'three', null)
  const [row, empty] = (await page()).data
  expect(row).toMatchObject({ userId: ali.id, name: 'Ali', average: 78 })
  expect(row?.scores.toSorted((one, other) => one.resourceId - other.resourceId)).toEqual([
    { resourceId: first.resourceId, percentage: 80, attempts: 3, waiting: null },
    { resourceId: second.resourceId, percentage: null, attempts: 1, waiting: attemptId },
    { resourceId: film, percentage: 75, attempts: 0, waiting: null },
  ])
  expect(empty).toMatchObject({ userId: siti.id, average: null, scores: [] })
})

test('columns are the published quizzes and the packages with a score, with the average of those with access', async () => {
  const first = await quiz('First quiz', { passPercentage: 50 })
  const hidden = await quiz('Hidden', { isPublished: false })
  const [film, silent] = [await packaged('Fire drill', 'one'), await packaged('Silent', 'one')]
  const [ali, siti, gone] = [await learner('Ali'), await learner('Siti'), await learner('Gone')]
  await results(first, ali, 40, 80)
  await results(first, siti, 61)
  await results(first, gone, 1)
  await results(hidden, ali, 100)
  await results(first, teacher, 3)
  await waiting(first, siti)
  await reported(film, ali, 'one', -0.5)
  await reported(silent, ali, 'one', null)
  const params = { id: course.id, userId: gone.id }
  await server.call('removeLearner', { params, body: { reason: 'Left' }, as: teacher })
  expect(await columns()).toEqual({
    courseTitle: 'Orbits',
    columns: [
      {
        resourceId: first.resourceId,
        title: 'First quiz',
        kind: 'quiz',
        passPercentage: 50,
        average: 71,
        learners: 2,
        waiting: 1,
      },
      {
        resourceId: film,
        title: 'Fire drill',
        kind: 'package',
        passPercentage: null,
        average: 0,
        learners: 1,
        waiting: 0,
      },
    ],
  })
  expect(
    (await page()).data.flatMap(({ scores }) => scores.map(({ resourceId }) => resourceId)),
  ).not.toContain(hidden.resourceId)
})

test('an assignment has the share that passed, and is in no average of a learner', async () => {
  const [first, plan] = [await quiz('First quiz'), await quiz('Plan', { passPercentage: 1 })]
  await sql`UPDATE course_resources SET is_assignment = true WHERE id = ${plan.resourceId}`.execute(
    server.database.kysely,
  )
  const [ali, siti] = [await learner('Ali'), await learner('Siti')]
  await results(first, ali, 80)
  await results(plan, ali, 0, 30)
  await results(plan, siti, 0)
  expect((await columns()).columns.at(-1)).toMatchObject({ kind: 'assignment', average: 50, learners: 2 })
  const [ofAli, ofSiti] = (await page()).data
  expect([ofAli?.average, ofSiti?.average]).toEqual([80, null])
  expect(ofSiti?.scores).toEqual([
    { resourceId: plan.resourceId, isAssignment: true, percentage: 0, attempts: 1, waiting: null },
  ])
  const ticket = await server.call('createTicket', {
    body: { what: 'gradebook', filters: { courseId: course.id } },
    as: teacher,
  })
  const { body } = await server.app.inject({ url: ticket.body.data.url })
  const [head, ...lines] = body.trim().split('\r\n')
  expect(head).toContain('First quiz (%),Plan,Waiting')
  expect(lines.map((line) => line.split(',').slice(-3))).toEqual([
    ['80', 'Passed', '0'],
    ['', 'Returned', '0'],
  ])
})

test('a score counts while the package of its lesson has its activity', async () => {
  const film = await packaged('Fire drill', 'one', 'two')
  const ali = await learner('Ali')
  await reported(film, ali, 'one', 0.2)
  await reported(film, ali, 'two', 1)
  const shown = async () => [(await page()).data[0]?.scores, (await columns()).columns]
  expect(await shown()).toMatchObject([[{ percentage: 60 }], [{ average: 60, learners: 1 }]])
  const replace = async (...activities: string[]) =>
    sql`UPDATE course_resources SET media_id = ${await archived(...activities)} WHERE id = ${film}`.execute(
      server.database.kysely,
    )
  await replace('two', 'three')
  expect(await shown()).toMatchObject([[{ percentage: 100 }], [{ average: 100, learners: 1 }]])
  await replace('three')
  expect(await shown()).toEqual([[], []])
})

test('pages go on behind a name of many characters in any script', async () => {
  const long = '\u0BA4\u0BAE\u0BBF\u0BB4\u0BCD'.repeat(24).slice(0, 119)
  const [first, second] = [await learner(long), await learner(`${long}\u0BB4`)]
  const { data, meta } = await page({ limit: '1' })
  expect(data[0]?.userId).toBe(first.id)
  const next = await page({ limit: '1', cursor: meta.nextCursor ?? '' })
  expect(next.data[0]?.userId).toBe(second.id)
})

test('learners are sorted by name, enrolment and one item, and found by name and address', async () => {
  const first = await quiz('First quiz')
  const [cik, ali, budi] = [await learner('cik'), await learner('Ali'), await learner('Budi')]
  await results(first, ali, 50)
  await results(first, cik, 90)
  const item = String(first.resourceId)
  expect(await names()).toEqual(['Ali', 'Budi', 'cik'])
  expect(await names({ direction: 'descending' })).toEqual(['cik', 'Budi', 'Ali'])
  expect(await names({ sort: 'since' })).toEqual(['Budi', 'Ali', 'cik'])
  expect(await names({ sort: 'score', item })).toEqual(['cik', 'Ali', 'Budi'])
  expect(await names({ sort: 'score', item, direction: 'ascending' })).toEqual(['Budi', 'Ali', 'cik'])
  expect(await names({ sort: 'score' })).toEqual(['Ali', 'Budi', 'cik'])
  expect(await names({ search: 'LI' })).toEqual(['Ali'])
  expect((await page({ search: budi.email })).data).toHaveLength(1)
})

test("an item of another course sorts nobody: its scores are not the caller's to see", async () => {
  const [ali, budi] = [await learner('Ali'), await learner('Budi')]
  const own = course
  course = await makeCourse(server.database, {
    owner: await server.person('instructor'),
    contents: [{ title: 'Other' }],
  })
  const foreign = await quiz('Theirs')
  await results(foreign, ali, 100)
  course = own
  // A resource of another course has no scores here, so the order follows the enrolments.
  const found = await page({ sort: 'score', item: String(foreign.resourceId), direction: 'descending' })
  expect(found.data.map(({ userId }) => userId)).toEqual([budi.id, ali.id])
})

test('pages follow each other by their cursor, which belongs to one order', async () => {
  const first = await quiz('First quiz')
  const people = []
  for (let index = 0; index < 5; index += 1) people.push(await learner(`Learner ${index}`))
  for (const [index, person] of people.entries()) await results(first, person, index * 10)
  for (const order of [{}, { sort: 'since' }, { sort: 'score', item: String(first.resourceId) }] as const) {
    const all = await names(order)
    const found: (string | null)[] = []
    let cursor: string | null = ''
    while (cursor !== null) {
      const { data, meta } = await page({ ...order, limit: '2', ...(cursor && { cursor }) })
      expect(meta.total).toBe(5)
      found.push(...data.map(({ name }) => name))
      cursor = meta.nextCursor
    }
    expect(found).toEqual(all)
  }
  const { nextCursor } = (await page({ limit: '2' })).meta
  const { status } = await server.call('listGradebook', {
    params: { id: course.id },
    query: { sort: 'since', cursor: nextCursor ?? '' },
    as: teacher,
  })
  expect(status).toBe(400)
})

test('the CSV holds all learners and columns, and only for people who see the course’s learners', async () => {
  const first = await quiz('=First, quiz')
  const ali = await learner('Ali')
  await learner('Siti')
  await results(first, ali, 80)
  await waiting(first, ali)
  const download = async (as: TestPerson) => {
    const filters = { courseId: course.id }
    const { body } = await server.call('createTicket', { body: { what: 'gradebook', filters }, as })
    return server.app.inject({ url: body.data.url })
  }
  const { body } = await download(teacher)
  const [header, row, other, rest] = body.split('\r\n')
  expect(header).toBe('\uFEFFUser,Email,Average (%),"\'=First, quiz (%)",Waiting')
  expect(row).toBe(`Ali,${ali.email},80,80,1`)
  expect(other).toMatch(/^Siti,[^,]+,,,0$/)
  expect(rest).toBe('')
  expect((await download(await server.person('instructor'))).json()).toMatchObject({
    errorCode: 'COURSE_NOT_FOUND',
  })
})

test('learners, strangers and other instructors do not see the gradebook', async () => {
  const params = { id: course.id }
  for (const as of [await learner('Ali'), await server.person(), await server.person('instructor')]) {
    const statuses = [
      (await server.call('listGradebook', { params, as })).status,
      (await server.call('readGradebookColumns', { params, as })).status,
    ]
    expect(statuses.every((status) => status === 403 || status === 404)).toBe(true)
  }
})
