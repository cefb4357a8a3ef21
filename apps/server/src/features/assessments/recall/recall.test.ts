/** Tests the question after a video: who is asked, what it counts for, and what becomes of it with its video. */
import { newQuestion } from '@apogee/contracts/assessments/draft-parts.ts'
import type { DraftQuestion } from '@apogee/contracts/assessments/quiz-draft.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { unusedPayments } from '#server/adapters/payments/testing.ts'
import { makeCourse } from '#server/app/testing-courses.ts'
import { startTestApp, type TestApp, type TestPerson } from '#server/app/testing.ts'
import { canary, makeAssessment } from '../testing.ts'

let server: TestApp
let teacher: TestPerson
beforeAll(async () => {
  server = await startTestApp({ payments: unusedPayments })
  teacher = await server.person('admin')
})
afterAll(() => server.stop())

const dayMs = 86_400_000

/** Moves all due times `days` earlier. */
const pass = (days: number) =>
  sql`UPDATE question_repetitions SET due_at = due_at - ${days * dayMs} * interval '1 millisecond'`.execute(
    server.database.kysely,
  )

/** The right answer is the second option. */
const colour: DraftQuestion = {
  ...newQuestion('multiple-choice', 'colour'),
  question: 'Which one is red?',
  explanation: `Rust is. ${canary}`,
  options: [
    { text: 'Sky', feedback: '', isRight: false },
    { text: 'Rust', feedback: '', isRight: true },
  ],
}

let learner: TestPerson
let courseId: number
let video: number
let quizItem: number
beforeEach(async () => {
  learner = await server.person()
  const course = await makeCourse(server.database, {
    owner: teacher,
    title: 'Colours',
    contents: [{ resources: [{ type: 'video', title: 'Red' }, { type: 'quiz' }] }],
  })
  courseId = course.id
  ;[video = 0, quizItem = 0] = course.contents[0]?.resources ?? []
  await enrol(learner)
})

const enrol = (person: TestPerson, id = courseId) =>
  server.database.transaction((tx) =>
    server.services.enrolments.grant(tx, { userId: person.id, courseId: id, source: 'granted' }),
  )

const save = (question: DraftQuestion = colour, { id = video, as = teacher, version = 0 } = {}) =>
  server.call('saveRecallQuestion', {
    params: { id },
    body: { question, ...(version > 0 && { version }) },
    as,
  })

const asked = async (as: TestPerson = learner, id = video) =>
  (await server.call('readRecallQuestion', { params: { id }, as })).body.data

const edited = async (id = video) =>
  (await server.call('readRecallEdit', { params: { id }, as: teacher })).body.data

const reply = (questionId: number, answer: number | boolean, as: TestPerson = learner) =>
  server.call('answerRepetition', { params: { questionId }, body: { answer }, as })

const due = async (as: TestPerson = learner) => (await server.call('listRepetitions', { as })).body.data

async function lesson(as: TestPerson, id = courseId) {
  const { body } = await server.call('readCourse', { params: { courseId: id }, as })
  return body.data.contents[0]?.resources[0]
}

/** Saves the question and returns its id. */
async function saved(question: DraftQuestion = colour): Promise<number> {
  expect((await save(question)).status).toBe(200)
  return (await asked()).question?.id ?? 0
}

describe('what is asked', () => {
  test('a video without a question says nothing about one', async () => {
    expect(await lesson(learner)).not.toHaveProperty('hasRecall')
    expect(await asked()).toEqual({ question: null, nextDueAt: null })
  })

  test('learners get the question without its answer', async () => {
    await saved()
    expect(await lesson(learner)).toMatchObject({ hasRecall: true })
    const read = await asked()
    expect(read).toEqual({
      question: {
        id: expect.any(Number),
        kind: 'multiple-choice',
        question: 'Which one is red?',
        options: ['Sky', 'Rust'],
        prompts: [],
        assessmentTitle: 'Red',
        courseTitle: 'Colours',
        dueAt: expect.any(String),
      },
      nextDueAt: null,
    })
    expect(JSON.stringify([read, await lesson(learner)])).not.toContain(canary)
  })

  test('the right answer and its explanation come with the result', async () => {
    const { body } = await reply(await saved(), 0)
    expect(body.data).toMatchObject({ isCorrect: false, correctAnswer: 1, explanation: `Rust is. ${canary}` })
  })

  test('a wrong answer returns the next day, a right one after three, and the lesson names the day', async () => {
    const question = await saved()
    const wrong = (await reply(question, 0)).body.data
    expect(await asked()).toEqual({ question: null, nextDueAt: wrong.nextDueAt })
    await pass(1)
    expect((await due()).questions).toMatchObject([
      { id: question, assessmentTitle: 'Red', courseTitle: 'Colours' },
    ])
    expect((await asked()).question).toMatchObject({ id: question })
    const right = (await reply(question, 1)).body.data
    expect(Math.ceil((new Date(right.nextDueAt ?? 0).getTime() - Date.now()) / dayMs)).toBe(3)
    expect(await due()).toMatchObject({ due: 0, nextDueAt: right.nextDueAt })
  })

  test('a right first answer is asked again after three days', async () => {
    const { nextDueAt } = (await reply(await saved(), 1)).body.data
    expect(Math.ceil((new Date(nextDueAt ?? 0).getTime() - Date.now()) / dayMs)).toBe(3)
  })

  test('a question that was answered correctly after every interval is not asked again', async () => {
    const question = await saved()
    let last: Awaited<ReturnType<typeof reply>> | undefined
    let dueAt = new Date().toISOString()
    for (let answered = 0; answered < 9 && last?.body.data.nextDueAt !== null; answered += 1) {
      dueAt = (await asked()).question?.dueAt ?? ''
      last = await reply(question, 1)
      expect(last.status).toBe(200)
      await pass(90)
    }
    expect(last?.body.data.nextDueAt).toBeNull()
    expect(await asked()).toEqual({ question: null, nextDueAt: null })
    expect(await due()).toEqual({ questions: [], due: 0, nextDueAt: null })
    const late = { answer: 0, dueAt, agoMs: dayMs }
    for (const body of [late, { answer: 1 }]) {
      const again = await server.call('answerRepetition', {
        params: { questionId: question },
        body,
        as: learner,
      })
      expect(again.body.errorCode).toBe('QUESTION_NOT_DUE')
    }
    expect(await asked()).toEqual({ question: null, nextDueAt: null })
    await save({ ...colour, question: 'Which of these is red?' })
    expect(await asked()).toEqual({ question: null, nextDueAt: null })
  })

  test('two first answers at once count once', async () => {
    const question = await saved()
    const both = await Promise.all([reply(question, 1), reply(question, 0)])
    expect(new Set(both.map(({ status }) => status))).toEqual(new Set([200, 409]))
  })

  test('an answer that does not fit begins no repetition', async () => {
    const question = await saved()
    expect((await reply(question, true)).status).toBe(400)
    expect((await asked()).question).toMatchObject({ id: question })
  })

  test('a late first answer counts from the time at which it was given', async () => {
    const question = await saved()
    const { body } = await server.call('answerRepetition', {
      params: { questionId: question },
      body: { answer: 0, dueAt: new Date().toISOString(), agoMs: 2 * dayMs },
      as: learner,
    })
    expect(new Date(body.data.nextDueAt ?? 0).getTime()).toBeLessThan(Date.now())
    expect((await due()).due).toBe(1)
  })
})

describe('what it counts for', () => {
  test('answers change no progress, points, score, average or gradebook, and nobody takes it as a quiz', async () => {
    const question = await saved()
    const facts = async () => {
      const course = (await server.call('readCourse', { params: { courseId }, as: learner })).body.data
      const points = await sql`SELECT 1 FROM xp_events WHERE user_id = ${learner.id}`.execute(
        server.database.kysely,
      )
      return {
        progress: course.contents.flatMap(({ resources }) => resources.map((one) => one.progress)),
        points: points.rows.length,
        average: await server.services.assessments.averageScoreOf(learner.id),
        best: await server.services.assessments.bestInCourse(server.database.kysely, learner.id, courseId),
      }
    }
    const before = await facts()
    await reply(question, 1)
    expect(await facts()).toEqual(before)
    const { body } = await server.call('readResourceAssessment', { params: { id: video }, as: learner })
    expect(body.errorCode).toBe('ASSESSMENT_NOT_FOUND')
    const [row] = (
      await sql<{ id: number }>`SELECT id FROM assessments WHERE resource_id = ${video}`.execute(
        server.database.kysely,
      )
    ).rows
    const id = row?.id ?? 0
    for (const name of ['readAssessment', 'startAttempt'] as const)
      expect((await server.call(name, { params: { id }, as: learner })).body.errorCode).toBe(
        'ASSESSMENT_NOT_FOUND',
      )
    const attempt = sql`
      INSERT INTO attempts (user_id, assessment_id, number, started_at, total_points)
      VALUES (${learner.id}, ${id}, 1, now(), 1)`.execute(server.database.kysely)
    await expect(attempt).rejects.toThrow('not taken as a quiz')
  })

  test('the questions of quizzes cannot be answered before they are missed', async () => {
    const id = await makeAssessment(server, { resourceId: quizItem })
    const { body } = await server.call('startAttempt', { params: { id }, as: learner })
    expect((await reply(body.data.questions[0]?.id ?? 0, 1)).body.errorCode).toBe('QUESTION_NOT_FOUND')
  })
})

describe('who is asked', () => {
  test('people who do not study the course are asked nothing, and their answers begin nothing', async () => {
    const question = await saved()
    const stranger = await server.person()
    const { status } = await server.call('readRecallQuestion', { params: { id: video }, as: stranger })
    expect(status).toBe(403)
    expect((await reply(question, 1, stranger)).body.errorCode).toBe('QUESTION_NOT_FOUND')
    expect((await reply(question, 1, teacher)).body.errorCode).toBe('QUESTION_NOT_FOUND')
    expect(await lesson(stranger)).not.toHaveProperty('hasRecall')
  })

  test('an unpublished video asks nothing', async () => {
    const question = await saved()
    await sql`UPDATE course_resources SET is_published = false WHERE id = ${video}`.execute(
      server.database.kysely,
    )
    const { status } = await server.call('readRecallQuestion', { params: { id: video }, as: learner })
    expect(status).toBe(404)
    expect((await reply(question, 1)).body.errorCode).toBe('QUESTION_NOT_FOUND')
  })

  test('an erased learner leaves no repetition', async () => {
    await reply(await saved(), 1)
    await server.database.transaction((tx) => server.services.repetitions.forget(tx, learner.id))
    const left = await sql`SELECT 1 FROM question_repetitions WHERE user_id = ${learner.id}`.execute(
      server.database.kysely,
    )
    expect(left.rows).toEqual([])
  })
})

describe('writing it', () => {
  test('a saved question is read as it was written, without points and group', async () => {
    const { body } = await save({ ...colour, group: 'A', points: '40' })
    expect(body.data.question).toEqual({ ...colour, points: '1' })
    expect(await edited()).toEqual(body.data)
  })

  test('a correction keeps the repetitions, and another question begins anew', async () => {
    const question = await saved()
    await reply(question, 1)
    await save({ ...colour, question: 'Which of these is red?' })
    expect((await asked()).nextDueAt).not.toBeNull()
    await pass(3)
    const [repeated] = (await due()).questions
    expect(repeated).toMatchObject({ question: 'Which of these is red?' })
    expect(repeated?.id).not.toBe(question)
    await save({ ...newQuestion('true-false', 'other'), question: 'Rust is red.' })
    expect((await due()).due).toBe(0)
    expect((await asked()).question).toMatchObject({ question: 'Rust is red.' })
  })

  test('an incomplete question is refused with the fields that are missing', async () => {
    const { status, body } = await save({ ...colour, question: '', options: colour.options.slice(0, 1) })
    expect(status).toBe(422)
    expect(body).toMatchObject({
      errorCode: 'QUIZ_INCOMPLETE',
      issues: expect.arrayContaining([expect.objectContaining({ path: 'question.question' })]),
    })
    expect((await edited()).question).toBeNull()
  })

  test.each(['coding', 'hand-in'] as const)('a question of the kind %s is refused', async (kind) => {
    expect((await save({ ...newQuestion(kind, 'k'), question: 'Write.' })).status).toBe(400)
  })

  test('a quiz has no question after it', async () => {
    expect((await save(colour, { id: quizItem })).body.errorCode).toBe('LESSON_NOT_VIDEO')
  })

  test('a change that overwrites one of another person is refused', async () => {
    const { version = 0 } = (await save()).body.data
    await save({ ...colour, question: 'Which one is reddish?' }, { version })
    const { body } = await save({ ...colour, question: 'Which one?' }, { version })
    expect(body.errorCode).toBe('EDIT_CONFLICT')
  })

  test('a removed question is asked no more', async () => {
    await reply(await saved(), 0)
    await pass(1)
    const { body } = await server.call('removeRecallQuestion', { params: { id: video }, as: teacher })
    expect(body.data.question).toBeNull()
    expect(await due()).toEqual({ questions: [], due: 0, nextDueAt: null })
    expect(await lesson(learner)).not.toHaveProperty('hasRecall')
  })

  test('a question that was copied from the bank stays when the bank’s question is deleted', async () => {
    const place = { id: video }
    const banked = await server.call('saveBankQuestion', {
      params: place,
      body: { question: colour, tags: [] },
      as: teacher,
    })
    const { id, revision } = banked.body.data
    await save({ ...colour, bank: { id, revision } })
    await server.call('deleteBankQuestion', { params: { ...place, bankQuestionId: id }, as: teacher })
    expect((await edited()).question).toMatchObject({ question: colour.question, bank: { id, revision } })
    expect((await asked()).question).toMatchObject({ question: colour.question })
  })
})

describe('copies', () => {
  test('a duplicated video brings its question, without answers', async () => {
    await reply(await saved(), 1)
    const copied = await server.call('copyResource', { params: { id: video }, body: {}, as: teacher })
    const copy = copied.body.data.id
    await server.jobs.runDueOnce()
    expect((await edited(copy)).question).toMatchObject({ question: colour.question })
    await server.call('publishItems', {
      params: { id: courseId },
      body: { resources: [copy], isPublished: true },
      as: teacher,
    })
    expect((await asked(learner, copy)).question).toMatchObject({ question: colour.question })
  })

  test('a copied course brings the questions after its videos', async () => {
    await saved()
    const { body } = await server.call('duplicateCourse', { params: { id: courseId }, body: {}, as: teacher })
    await server.jobs.runDueOnce()
    expect(await lesson(teacher, body.data.id)).toMatchObject({ title: 'Red', hasRecall: true })
  })

  test('a deleted video leaves no repetition', async () => {
    await reply(await saved(), 1)
    await sql`DELETE FROM course_resources WHERE id = ${video}`.execute(server.database.kysely)
    expect(await due()).toEqual({ questions: [], due: 0, nextDueAt: null })
  })
})
