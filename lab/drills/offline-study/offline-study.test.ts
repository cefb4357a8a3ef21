/**
 * Runs fifty seeded learners with ten minutes without a network in the middle of a video, a document, a quiz and notes: the web
 * client's outbox against the real server, over a connection that loses requests and answers, with pages that end at any moment and
 * a second device. Only the time is virtual.
 */
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { unusedPayments } from '../../../apps/server/src/adapters/payments/testing.ts'
import { makeCourse, type TestCourse } from '../../../apps/server/src/app/testing-courses.ts'
import { startTestApp, type TestApp, type TestPerson } from '../../../apps/server/src/app/testing.ts'
import {
  answering,
  gradedEventsOf,
  makeAssessment,
} from '../../../apps/server/src/features/assessments/testing.ts'
import type { QuizFile } from '../../../packages/contracts/src/assessments/quiz-file.ts'
import { installBrowser, randomOf } from './browser.ts'
import { nothingYet, StudyPage, type Expected, type Studies } from './learner.ts'

const minuteMs = 60_000
const quiz: QuizFile = {
  title: 'Five statements',
  questions: Array.from({ length: 5 }, (_, index) => ({
    type: 'true-false' as const,
    question: `Statement ${index}`,
    points: 1,
    answer: true,
  })),
}

let server: TestApp
let course: TestCourse
let browser: ReturnType<typeof installBrowser> | null = null

beforeAll(async () => {
  server = await startTestApp({ payments: unusedPayments, limitsOn: false })
  const owner = await server.person('admin')
  course = await makeCourse(server.database, {
    owner,
    contents: [
      { resources: [{ seconds: 3600 }, { type: 'reading' }, { type: 'pdf', pages: 12 }, { type: 'quiz' }] },
    ],
  })
})
afterAll(() => server.stop())
afterEach(() => {
  browser?.restore()
  browser = null
  vi.useRealTimers()
})

function pass(ms: number): void {
  vi.setSystemTime(Date.now() + ms)
  server.clock.advance(ms)
}

let assessmentId = 0
let earlierId = 0

/** Enrols the learner in the middle of an attempt, with a due review question of an earlier quiz. */
async function studiesOf(learner: TestPerson): Promise<Studies> {
  const [video = 0, text = 0, document = 0, quizItem = 0] = course.contents[0]?.resources ?? []
  assessmentId ||= await makeAssessment(server, { quiz, resourceId: quizItem })
  earlierId ||= await makeAssessment(server, { quiz })
  await server.database.transaction((tx) =>
    server.services.enrolments.grant(tx, { userId: learner.id, courseId: course.id, source: 'granted' }),
  )
  const { number, questionIds } = await answering(server, learner, earlierId, [false, true, true, true, true])
  await server.call('submitAttempt', { params: { id: earlierId, number }, as: learner })
  const due = new Date(server.clock.now().getTime() - minuteMs)
  const { pool } = server.database
  await pool.query('UPDATE question_repetitions SET due_at = $1 WHERE user_id = $2', [due, learner.id])
  const { body } = await server.call('startAttempt', { params: { id: assessmentId }, as: learner })
  return {
    userId: learner.id,
    courseId: course.id,
    video,
    text,
    document,
    attempt: body.data,
    missed: { questionId: questionIds[0] ?? 0, dueAt: due.toISOString() },
  }
}

const notesOf = async (as: TestPerson) =>
  (await server.call('listNotes', { params: { courseId: course.id }, query: { limit: 100 } as never, as }))
    .body.data

async function whatTheServerHas(learner: TestPerson, { video, text, document, missed }: Studies) {
  const { body } = await server.call('readCourse', { params: { courseId: course.id }, as: learner })
  const progressOf = (id: number) =>
    body.data.contents.flatMap(({ resources }) => resources).find((item) => item.id === id)?.progress
  const { body: attempts } = await server.call('readAttempt', {
    params: { id: assessmentId, number: 1 },
    as: learner,
  })
  const { pool } = server.database
  const { rows: discussions } = await pool.query<{ title: string }>(
    'SELECT title FROM discussions WHERE author_id = $1',
    [learner.id],
  )
  const { rows: steps } = await pool.query<{ step: number }>(
    'SELECT step FROM question_repetitions WHERE user_id = $1 AND question_id = $2',
    [learner.id, missed.questionId],
  )
  return {
    watched: (progressOf(video)?.watched ?? []).flatMap(([from, to]) =>
      Array.from({ length: to - from }, (_, index) => from + index),
    ),
    isCompleted: progressOf(text)?.completed ?? false,
    page: progressOf(document)?.page ?? null,
    pagesSeen: progressOf(document)?.pagesSeen ?? 0,
    attempt: attempts.data,
    notes: new Map((await notesOf(learner)).map(({ id, text: written }) => [id, written])),
    discussions: discussions.map(({ title }) => title).toSorted(),
    step: steps[0]?.step,
  }
}

interface Journey {
  studies: Studies
  expected: Expected
  learner: TestPerson
  random: () => number
}

/** Runs a page for some actions and then ends it. In some cases, the page sends its waiting entries before. */
async function visit({ studies, expected, learner, random }: Journey, device: number, acts: number) {
  browser?.use(device)
  localStorage.setItem('authToken', learner.token)
  const isReached = browser?.line.isCut === false
  const notes = isReached && device === 0 ? await notesOf(learner) : []
  const page = new StudyPage(
    { studies, expected, random },
    crypto.randomUUID(),
    new Map(notes.map(({ id, version }) => [id, version])),
  )
  // Two devices that write notes would cause a conflict question, so the second device writes none.
  const all = ['watch', 'read', 'toggle', 'answer', 'answer', 'repeat', 'ask', 'write', 'write'] as const
  for (let act = 0; act < acts; act++) {
    pass(2_000 + Math.floor(random() * 20_000))
    const chosen = all[Math.floor(random() * (device === 0 ? all.length : all.length - 2))] ?? 'watch'
    // oxlint-disable-next-line no-await-in-loop -- one person
    await page[chosen]()
  }
  if (random() < 0.5) await page.sendAll(random() < 0.5)
  return page
}

test.each(Array.from({ length: 50 }, (_, index) => index + 1))(
  'seed %i: ten minutes without a network lose nothing and count nothing twice',
  async (seed) => {
    vi.useFakeTimers({ toFake: ['Date'], now: server.clock.now() })
    const random = randomOf(seed)
    const learner = await server.person()
    const studies = await studiesOf(learner)
    browser = installBrowser(async ({ method, path, headers, body }) => {
      const answer = await server.app.inject({
        method: method as 'GET',
        url: path,
        headers: { ...headers, ...(body !== undefined && { 'content-type': 'application/json' }) },
        ...(body !== undefined && { payload: body }),
      })
      return { status: answer.statusCode, body: answer.json() as unknown }
    }, random)
    const { line } = browser
    const expected = nothingYet()
    const journey = { studies, expected, learner, random }

    line.losses = 0.15
    for (let page = 0; page < 3; page++) (await visit(journey, random() < 0.3 ? 1 : 0, 3)).die()
    const from = Date.now()
    line.isCut = true
    while (Date.now() - from < 10 * minuteMs) {
      // The other device has a connection during the outage.
      const isOther = random() < 0.2
      line.isCut = !isOther
      const page = await visit(journey, isOther ? 1 : 0, 3)
      // If the other device sends an answer after the submission, the answer is too late.
      const waitsElsewhere = browser.waitingOn(1).some((key) => key.includes(' answer '))
      if (!isOther && !waitsElsewhere && Date.now() - from > 7 * minuteMs && random() < 0.5)
        await page.handIn()
      page.die()
    }
    line.isCut = false
    for (let page = 0; page < 2; page++) (await visit(journey, 0, 2)).die()
    expect(line.lost).toBeGreaterThan(0)

    line.losses = 0
    for (const device of [1, 0]) {
      pass(5_000)
      const page = await visit(journey, device, 0)
      if (device === 0) await page.handIn()
      await page.sendAll()
      await page.sendAll()
      expect(page.stuckNotes()).toEqual([])
      page.die()
    }
    for (const device of [0, 1]) expect(browser.waitingOn(device)).toEqual([])
    const found = await whatTheServerHas(learner, studies)
    expect(new Set(found.watched)).toEqual(expected.seconds)
    expect(found).toMatchObject({
      isCompleted: expected.isCompleted,
      page: expected.page,
      pagesSeen: expected.pages.size,
      notes: expected.notes,
      discussions: expected.discussions.toSorted(),
      step: expected.isRepeated ? 1 : 0,
    })
    const given = found.attempt.questions.map(({ id, given: answer }) => [id, answer])
    expect(given).toEqual(studies.attempt.questions.map(({ id }) => [id, expected.answers.get(id) ?? null]))
    const right = [...expected.answers.values()].filter((answer) => answer === true).length
    expect(found.attempt).toMatchObject({ state: 'graded', earnedPoints: right })
    // Two quizzes were graded, so there are two events.
    expect(await gradedEventsOf(server, learner.id)).toHaveLength(2)
  },
)
