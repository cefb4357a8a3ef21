/** Tests when missed questions are asked again, to whom, and what the reply shows. */
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { unusedPayments } from '#server/adapters/payments/testing.ts'
import { makeCourse } from '#server/app/testing-courses.ts'
import { startTestApp, type TestApp, type TestPerson } from '#server/app/testing.ts'
import { answering, canary, makeAssessment, rightCode, threeQuestions } from '../testing.ts'

let server: TestApp
beforeAll(async () => {
  server = await startTestApp({ payments: unusedPayments })
})
afterAll(() => server.stop())

const dayMs = 86_400_000

/** Moves all due times `days` earlier. */
const pass = (days: number) =>
  sql`UPDATE question_repetitions SET due_at = due_at - ${days * dayMs} * interval '1 millisecond'`.execute(
    server.database.kysely,
  )

let learner: TestPerson
beforeEach(async () => {
  await sql`DELETE FROM question_repetitions`.execute(server.database.kysely)
  learner = await server.person()
})

const read = async (as: TestPerson = learner) => (await server.call('listRepetitions', { as })).body.data

const reply = (questionId: number, answer: number | boolean | string | null, as: TestPerson = learner) =>
  server.call('answerRepetition', { params: { questionId }, body: { answer }, as })

async function submitted(
  answers: readonly (number | boolean | string | null)[],
  assessmentId: number,
  as: TestPerson = learner,
) {
  const { number, questionIds } = await answering(server, as, assessmentId, answers)
  await server.call('submitAttempt', { params: { id: assessmentId, number }, as })
  return questionIds
}

/** Makes an attempt that misses the choice, skips the code and answers the last question correctly. */
async function missedChoice(review?: 'score' | 'marks') {
  const quiz = review ? { ...threeQuestions, review } : threeQuestions
  const [choice = 0] = await submitted([0, null, true], await makeAssessment(server, { quiz }))
  return choice
}

describe('what is asked again', () => {
  test('a wrong and an unanswered question return the next day; a right one and code do not', async () => {
    const [choice, , trueFalse] = await submitted([0], await makeAssessment(server))
    const tomorrow = await read()
    expect(tomorrow).toMatchObject({ questions: [], due: 0 })
    expect(new Date(tomorrow.nextDueAt ?? 0).getTime() - Date.now()).toBeLessThanOrEqual(dayMs)
    await pass(1)
    const due = await read()
    expect(due.questions.map(({ id }) => id)).toEqual([choice, trueFalse])
    expect(due).toMatchObject({ due: 2, nextDueAt: null })
    expect(due.questions[0]).toEqual({
      id: choice,
      kind: 'multiple-choice',
      question: 'Which one is red?',
      options: ['Sky', 'Rust', 'Leaf'],
      prompts: [],
      assessmentTitle: 'Three questions',
      courseTitle: null,
      dueAt: expect.any(String),
    })
    expect(JSON.stringify(due)).not.toContain(canary)
  })

  test('an attempt without a mistake adds nothing', async () => {
    await submitted([1, rightCode, true], await makeAssessment(server))
    expect(await read()).toEqual({ questions: [], due: 0, nextDueAt: null })
  })

  test('a quiz that shows the score alone adds nothing, because its questions would tell what was wrong', async () => {
    await missedChoice('score')
    expect((await read()).nextDueAt).toBeNull()
  })

  test('a question that is missed again starts with the first interval', async () => {
    const id = await makeAssessment(server)
    const [choice = 0] = await submitted([0, null, true], id)
    await pass(1)
    await reply(choice, 1)
    await submitted([0, null, true], id)
    await pass(1)
    expect((await read()).due).toBe(1)
  })
})

describe('an answer', () => {
  test('right answers are asked again after 3, 7, 16 and 35 days, and then no more', async () => {
    const choice = await missedChoice()
    const waits = []
    for (const days of [1, 3, 7, 16, 35]) {
      await pass(days)
      const { body } = await reply(choice, 1)
      expect(body.data).toMatchObject({ isCorrect: true, correctAnswer: 1 })
      waits.push(
        body.data.nextDueAt && Math.ceil((new Date(body.data.nextDueAt).getTime() - Date.now()) / dayMs),
      )
    }
    expect(waits).toEqual([3, 7, 16, 35, null])
    expect(await read()).toEqual({ questions: [], due: 0, nextDueAt: null })
  })

  test('a wrong answer shows the right one with its explanation, and returns the next day', async () => {
    const choice = await missedChoice()
    await pass(1)
    await reply(choice, 1)
    await pass(3)
    const { body } = await reply(choice, 2)
    expect(body.data).toMatchObject({ isCorrect: false, correctAnswer: 1, explanation: `Rust is. ${canary}` })
    await pass(1)
    expect((await read()).due).toBe(1)
  })

  test('an answer to a quiz that shows marks tells right from wrong and nothing else', async () => {
    const choice = await missedChoice('marks')
    await pass(1)
    const { body } = await reply(choice, 0)
    expect(body.data).toMatchObject({ isCorrect: false, correctAnswer: null, explanation: '' })
  })

  test('a question is answered once while it is due', async () => {
    const choice = await missedChoice()
    expect((await reply(choice, 1)).body.errorCode).toBe('QUESTION_NOT_DUE')
    await pass(1)
    const both = await Promise.all([reply(choice, 1), reply(choice, 1)])
    expect(new Set(both.map(({ status }) => status))).toEqual(new Set([200, 409]))
  })

  test('an answer that arrives twice, or after the question was answered elsewhere, counts once', async () => {
    const choice = await missedChoice()
    await pass(1)
    const { dueAt } = (await read()).questions[0] ?? {}
    const send = () =>
      server.call('answerRepetition', {
        params: { questionId: choice },
        body: { answer: 1, dueAt, agoMs: 2000 },
        as: learner,
      })
    expect((await send()).body.data).toMatchObject({ isCorrect: true })
    expect((await send()).body.errorCode).toBe('QUESTION_NOT_DUE')
    // The question is due again, but the delayed answer names the time at which it was due before.
    await pass(4)
    expect((await send()).body.errorCode).toBe('QUESTION_NOT_DUE')
    expect((await read()).due).toBe(1)
  })

  test('the next interval begins when the answer was given, not when it arrived', async () => {
    const choice = await missedChoice()
    await pass(3)
    const { dueAt } = (await read()).questions[0] ?? {}
    const { body } = await server.call('answerRepetition', {
      params: { questionId: choice },
      body: { answer: 1, dueAt, agoMs: dayMs },
      as: learner,
    })
    const waits = (new Date(body.data.nextDueAt ?? 0).getTime() - Date.now()) / dayMs
    expect(Math.ceil(waits)).toBe(2)
  })

  test.each([null, 7, true, 'Rust'])('the answer %o does not fit a choice of three', async (given) => {
    const choice = await missedChoice()
    await pass(1)
    expect((await reply(choice, given)).status).toBe(400)
    expect((await read()).due).toBe(1)
  })
})

describe('whose questions', () => {
  test("another person's question is not found", async () => {
    const choice = await missedChoice()
    await pass(1)
    const other = await server.person()
    expect((await reply(choice, 1, other)).body.errorCode).toBe('QUESTION_NOT_FOUND')
    expect(await read(other)).toEqual({ questions: [], due: 0, nextDueAt: null })
  })

  async function ofCourse() {
    const owner = await server.person('admin')
    const { id: courseId, contents } = await makeCourse(server.database, {
      owner,
      title: 'Colours',
      contents: [{ resources: [{ type: 'quiz' }] }],
    })
    const id = await makeAssessment(server, { resourceId: contents[0]?.resources[0] ?? 0 })
    await server.database.transaction((tx) =>
      server.services.enrolments.grant(tx, { userId: learner.id, courseId, source: 'granted' }),
    )
    return { owner, courseId, id }
  }

  test('questions of a course are asked while the learner is enrolled', async () => {
    const { courseId, id } = await ofCourse()
    const [choice = 0] = await submitted([0, null, true], id)
    await pass(1)
    expect((await read()).questions).toMatchObject([{ id: choice, courseTitle: 'Colours' }])
    await server.database.transaction((tx) =>
      server.services.enrolments.end(tx, { userId: learner.id, courseId }),
    )
    expect(await read()).toEqual({ questions: [], due: 0, nextDueAt: null })
    expect((await reply(choice, 1)).body.errorCode).toBe('QUESTION_NOT_FOUND')
  })

  test('a teacher who tries the quiz is not asked again', async () => {
    const { owner, id } = await ofCourse()
    await submitted([0], id, owner)
    expect((await read(owner)).nextDueAt).toBeNull()
  })
})
