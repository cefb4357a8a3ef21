import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { unusedPayments } from '#server/adapters/payments/testing.ts'
import { makeCourse, type TestCourse } from '#server/app/testing-courses.ts'
import { startTestApp, type TestApp, type TestPerson } from '#server/app/testing.ts'
import { watchStatements } from '#server/platform/database/testing/sent-statements.testing.ts'

const dayMs = 24 * 3_600_000

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
    contents: [{ title: 'First', resources: [{ title: 'Launch' }, { title: 'Burn' }] }],
  })
})
afterAll(() => server.stop())

type Source = 'free' | 'purchase' | 'invitation' | 'granted'

async function learner(name: string, source: Source = 'granted'): Promise<TestPerson> {
  const person = await server.person()
  await sql`UPDATE users SET name = ${name} WHERE id = ${person.id}`.execute(server.database.kysely)
  await server.database.transaction((tx) =>
    server.services.enrolments.grant(tx, {
      userId: person.id,
      courseId: course.id,
      source:
        source === 'purchase'
          ? { kind: 'order_line', id: person.id }
          : source === 'invitation'
            ? { kind: 'link', id: 1 }
            : source,
    }),
  )
  server.clock.advance(1000)
  return person
}

const lessons = () => course.contents[0]?.resources ?? []
const complete = (as: TestPerson, ...ids: number[]) =>
  Promise.all(
    ids.map((id) => server.call('saveResourceProgress', { params: { id }, body: { completed: true }, as })),
  )

type Query = NonNullable<Parameters<typeof server.call<'listCourseLearners'>>[1]['query']>
async function roster(query: Query = {}, as: TestPerson = teacher) {
  const { status, body } = await server.call('listCourseLearners', {
    params: { id: course.id },
    query,
    as,
  })
  expect(status).toBe(200)
  return body
}
const names = async (query: Query = {}) => (await roster(query)).data.map(({ name }) => name)

async function quizResult(person: TestPerson, ...percentages: number[]): Promise<number> {
  const found = await sql<{ id: number }>`
    WITH quiz AS (
      INSERT INTO course_resources (content_id, title, file_type, sort_order)
      VALUES (${course.contents[0]?.id}, 'Quiz', 'quiz', 9) RETURNING id),
    made AS (
      INSERT INTO assessments (resource_id, title, time_limit_seconds) SELECT id, 'Quiz', 600 FROM quiz RETURNING id),
    asked AS (
      INSERT INTO assessment_questions (quiz_id, place, kind, question, points)
      SELECT id, 0, 'true-false', 'Is it round?', 10 FROM made RETURNING id),
    keyed AS (INSERT INTO answer_keys (question_id, key, explanation) SELECT id, 'true', 'Look at it' FROM asked),
    tried AS (
      INSERT INTO attempts (user_id, assessment_id, number, started_at, deadline_at, submitted_at, graded_at, earned_points,
                            total_points, percentage)
      SELECT ${person.id}, made.id, n.number, now(), now() + interval '1 hour', now(), now(), n.percentage / 10, 10, n.percentage
        FROM made, unnest(${percentages}::int[]) WITH ORDINALITY AS n (percentage, number) RETURNING id, number)
    INSERT INTO answers (attempt_id, question_id, given, saved_at, is_correct, earned_points)
    SELECT tried.id, asked.id, 'true', now(), true, 10 FROM tried, asked WHERE tried.number = 1
    RETURNING (SELECT id FROM made)`.execute(server.database.kysely)
  return found.rows[0]?.id ?? 0
}

test('the roster shows source, progress, last seen, quiz score and certificate of each learner', async () => {
  const ali = await learner('Ali', 'free')
  await complete(ali, ...lessons())
  await quizResult(ali, 40, 80)
  await server.jobs.runDueOnce()
  const { data, meta } = await roster()
  const certificates = await server.call('listCertificates', { query: {}, as: ali })
  expect(data).toEqual([
    {
      userId: ali.id,
      name: 'Ali',
      email: ali.email,
      avatar: null,
      source: 'free',
      since: expect.any(String),
      removedAt: null,
      lastSeenAt: server.clock.now().toISOString(),
      completedLessons: 2,
      totalLessons: 2,
      quizScore: 80,
      certificateId: certificates.body.data[0]?.id,
    },
  ])
  expect(meta).toEqual({ total: 1, nextCursor: null, courseTitle: 'Orbits' })
})

test('the roster names where a place comes from and can be narrowed to it', async () => {
  await learner('Order', 'purchase')
  await learner('Free', 'free')
  await learner('Link', 'invitation')
  await learner('Mail', 'granted')
  const seated = await learner('Seat', 'granted')
  await sql`
    WITH bill AS (
      INSERT INTO invoices (public_id, seller_id, language, company_name, contact_email, due_on)
      SELECT 'seat-of-the-roster-test', seller_id, 'en', 'Petronia', 'bills@petronia.test', '2030-01-01' FROM courses WHERE id = ${course.id} RETURNING id),
    line AS (
      INSERT INTO invoice_lines (invoice_id, course_id, title, seats, unit_price_cents, list_price_cents, total_cents)
      SELECT id, ${course.id}, 'Orbits', 1, 100, 100, 100 FROM bill RETURNING id)
    INSERT INTO invoice_seats (line_id, email, user_id, state) SELECT id, ${seated.email}, ${seated.id}, 'enrolled' FROM line`.execute(
    server.database.kysely,
  )
  const { data } = await roster()
  expect(Object.fromEntries(data.map(({ name, source }) => [name, source]))).toEqual({
    Order: 'order',
    Free: 'free',
    Link: 'invite-link',
    Mail: 'email',
    Seat: 'invoice',
  })
  for (const { name, source } of data) expect(await names({ source })).toEqual([name])
})

test('the roster can be searched by name and address', async () => {
  const ali = await learner('Ali bin Abu')
  await learner('Siti')
  expect(await names({ search: 'BIN' })).toEqual(['Ali bin Abu'])
  expect(await names({ search: ali.email.slice(0, 12) })).toContain('Ali bin Abu')
  expect(await names({ search: '%' })).toEqual([])
})

test('names are found without case and accents in every script, and are sorted among their letters', async () => {
  for (const name of ['Zul', 'ÉLISE', 'Nguyễn Văn', 'Ämin', 'İnci', 'Мария', 'Fong']) await learner(name)
  const searches = ['élise', 'e\u0301lise', 'nguyen', 'МАРИЯ', 'inci', 'ämin']
  const found = await Promise.all(searches.map((search) => names({ search })))
  expect(found).toEqual([['ÉLISE'], ['ÉLISE'], ['Nguyễn Văn'], ['Мария'], ['İnci'], ['Ämin']])
  const sorted = ['Ämin', 'ÉLISE', 'Fong', 'İnci', 'Nguyễn Văn', 'Zul', 'Мария']
  expect(await names({ sort: 'name' })).toEqual(sorted)
})

test('the roster can be narrowed to learners who have not started, study, have finished, or are inactive', async () => {
  await learner('Waiting')
  const studying = await learner('Studying')
  const finished = await learner('Finished')
  server.clock.advance(20 * dayMs)
  await complete(finished, ...lessons())
  await complete(studying, lessons()[0] ?? 0)
  await learner('New')
  const found = async (query: Query) => new Set(await names(query))
  expect(await found({ state: 'not-started' })).toEqual(new Set(['New', 'Waiting']))
  expect(await found({ state: 'in-progress' })).toEqual(new Set(['Studying']))
  expect(await found({ state: 'completed' })).toEqual(new Set(['Finished']))
  expect(await found({ state: 'inactive' })).toEqual(new Set(['Waiting']))
  server.clock.advance(15 * dayMs)
  expect(await found({ state: 'inactive' })).toEqual(new Set(['New', 'Studying', 'Waiting']))
})

test('each order of the roster pages through all learners once, in both directions', async () => {
  const people = []
  for (const name of ['Dina', 'ali', 'Chong', 'Bala', 'Eka']) people.push(await learner(name))
  const [dina, ali, chong] = people as [TestPerson, TestPerson, TestPerson]
  await complete(dina, ...lessons())
  await complete(ali, lessons()[0] ?? 0)
  await quizResult(chong, 70)
  async function paged(query: Query): Promise<(string | null)[]> {
    const found: (string | null)[] = []
    let cursor: string | null = null
    do {
      const page: Awaited<ReturnType<typeof roster>> = await roster({
        ...query,
        limit: '2',
        ...(cursor && { cursor }),
      })
      expect(page.meta.total).toBe(5)
      found.push(...page.data.map(({ name }) => name))
      cursor = page.meta.nextCursor
    } while (cursor !== null)
    return found
  }
  expect(await paged({})).toEqual(['Eka', 'Bala', 'Chong', 'ali', 'Dina'])
  expect(await paged({ sort: 'name' })).toEqual(['ali', 'Bala', 'Chong', 'Dina', 'Eka'])
  for (const sort of ['since', 'name', 'last-seen', 'progress', 'score'] as const) {
    const down = await paged({ sort, direction: 'descending' })
    expect(new Set(down).size).toBe(5)
    expect(await paged({ sort, direction: 'ascending' })).toEqual(down.toReversed())
  }
  const third = await roster({ limit: '2', page: '3' })
  expect([third.data.map(({ name }) => name), third.meta.total]).toEqual([['Dina'], 5])
  const behind = await roster({ limit: '2', page: '4' })
  expect([behind.data, behind.meta.total]).toEqual([[], 5])
  expect((await paged({ sort: 'progress' })).slice(0, 2)).toEqual(['Dina', 'ali'])
  expect((await paged({ sort: 'score' }))[0]).toBe('Chong')
})

test('a cursor of another order or of nobody is refused, and one behind the last learner keeps the total', async () => {
  const ali = await learner('Ali')
  await learner('Siti')
  const { meta } = await roster({ sort: 'name', limit: '1' })
  const refused = async (query: Query) =>
    (await server.call('listCourseLearners', { params: { id: course.id }, query, as: teacher })).body
      .errorCode
  expect(await refused({ sort: 'since', cursor: meta.nextCursor ?? '' })).toBe('VALIDATION')
  for (const cursor of ['nothing', 'WyJuYW1lIl0', Buffer.from('["name","a\\u0000",1]').toString('base64url')])
    expect(await refused({ sort: 'name', cursor })).toBe('VALIDATION')
  await server.call('removeLearner', {
    params: { id: course.id, userId: ali.id },
    body: { reason: 'Gone' },
    as: teacher,
  })
  const behind = Buffer.from('["name","zzz",1]').toString('base64url')
  expect(await roster({ sort: 'name', cursor: behind })).toMatchObject({ data: [], meta: { total: 1 } })
})

test('the total of a long roster stops at 1,000', async () => {
  await sql`
    WITH made AS (INSERT INTO users (name, email, password_hash)
      SELECT 'Many', 'many-' || n || ${`@${teacher.id}.test`}, 'none' FROM generate_series(1, 1001) n RETURNING id)
    INSERT INTO enrolments (user_id, course_id, source) SELECT id, ${course.id}, 'free' FROM made`.execute(
    server.database.kysely,
  )
  expect((await roster({ limit: '1' })).meta).toMatchObject({ total: 1000, totalIsCapped: true })
})

test('one learner is shown with lessons, watched share, attempts, orders, questions and changes of access', async () => {
  const ali = await learner('Ali')
  const [launch = 0, burn = 0] = lessons()
  await server.call('saveResourceProgress', {
    params: { id: launch },
    body: { position: 30, watched: [[0, 30]] },
    as: ali,
  })
  await complete(ali, burn)
  const assessmentId = await quizResult(ali, 100, 50)
  await server.call('startDiscussion', {
    body: { courseId: course.id, title: 'Why round?', body: 'I wonder' },
    as: ali,
  })
  const { body } = await server.call('readCourseLearner', {
    params: { id: course.id, userId: ali.id },
    as: teacher,
  })
  expect(body.data).toMatchObject({
    name: 'Ali',
    courseTitle: 'Orbits',
    paidBy: null,
    orders: [],
    invoiceIds: [],
    accessChanges: [],
    modules: [
      {
        title: 'First',
        lessons: [
          { title: 'Launch', watchedPercent: 50, completedAt: null },
          { title: 'Burn', watchedPercent: 0, completedAt: expect.any(String) },
          { title: 'Quiz', watchedPercent: null, completedAt: null },
        ],
      },
    ],
    quizzes: [{ assessmentId, title: 'Quiz', attempts: [{ number: 2, percentage: 50 }, { number: 1 }] }],
    questions: [{ title: 'Why round?', replies: 0 }],
  })
  const attempt = await server.call('readLearnerAttempt', {
    params: { id: course.id, userId: ali.id, assessmentId, number: 1 },
    as: teacher,
  })
  expect(attempt.body.data).toMatchObject({
    questions: [{ question: 'Is it round?', given: true }],
    results: [{ isCorrect: true, correctAnswer: true, explanation: 'Look at it' }],
  })
})

test('an attempt is shown with its keys even where learners see the score alone, and not through another course', async () => {
  const ali = await learner('Ali')
  const assessmentId = await quizResult(ali, 100)
  await sql`UPDATE assessments SET review = 'score' WHERE id = ${assessmentId}`.execute(
    server.database.kysely,
  )
  const other = await makeCourse(server.database, { owner: teacher })
  await sql`INSERT INTO enrolments (user_id, course_id, source) VALUES (${ali.id}, ${other.id}, 'free')`.execute(
    server.database.kysely,
  )
  const read = (id: number, userId = ali.id) =>
    server.call('readLearnerAttempt', { params: { id, userId, assessmentId, number: 1 }, as: teacher })
  expect((await read(course.id)).body.data.results).toHaveLength(1)
  expect((await read(other.id)).body.errorCode).toBe('ATTEMPT_NOT_FOUND')
  expect((await read(course.id, teacher.id)).body.errorCode).toBe('LEARNER_NOT_FOUND')
})

test('somebody who is no learner of the course is not found', async () => {
  const stranger = await server.person()
  for (const userId of [stranger.id, teacher.id, 999_999_999]) {
    const { status, body } = await server.call('readCourseLearner', {
      params: { id: course.id, userId },
      as: teacher,
    })
    expect([status, body.errorCode]).toEqual([404, 'LEARNER_NOT_FOUND'])
  }
})

test('the CSV holds the filtered roster, and only for people who manage the course', async () => {
  await learner('=Ali', 'free')
  await learner('Siti', 'granted')
  const download = async (as: TestPerson) => {
    const { body } = await server.call('createTicket', {
      body: { what: 'roster', filters: { courseId: course.id, source: 'free', sort: 'name' } },
      as,
    })
    return server.app.inject({ url: body.data.url })
  }
  const { body } = await download(teacher)
  const [header, row, rest] = body.split('\r\n')
  expect(header).toContain('User,Email,Source,Since')
  expect(row).toMatch(/^'=Ali,.*,free,/)
  expect(rest).toBe('')
  expect((await download(await server.person('instructor'))).json()).toMatchObject({
    errorCode: 'COURSE_NOT_FOUND',
  })
})

test('a learner with many quizzes takes as many statements as one with a single quiz', async () => {
  const statementsFor = async (person: TestPerson) => {
    const params = { id: course.id, userId: person.id }
    await server.call('readCourseLearner', { params, as: teacher })
    const statements = watchStatements()
    try {
      const { body } = await server.call('readCourseLearner', { params, as: teacher })
      return [body.data.quizzes.map(({ attempts }) => attempts.length), statements.sent().length] as const
    } finally {
      statements.stop()
    }
  }
  const [one, many] = [await learner('Ali'), await learner('Siti')]
  await quizResult(one, 10)
  for (const percentages of [[10], [20, 30], [40]]) await quizResult(many, ...percentages)
  const [single, several] = [await statementsFor(one), await statementsFor(many)]
  expect(several[0]).toEqual([1, 2, 1])
  expect(several[1]).toBe(single[1])
})
