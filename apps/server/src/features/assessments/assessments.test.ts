import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { unusedPayments } from '#server/adapters/payments/testing.ts'
import { startTestApp, type TestApp, type TestPerson } from '#server/app/testing.ts'
import { emit } from '#server/events.ts'
import { answering, canary, gradedEventsOf, makeAssessment, rightCode, threeQuestions } from './testing.ts'

let server: TestApp
let learner: TestPerson
let id: number
beforeAll(async () => {
  server = await startTestApp({ payments: unusedPayments })
  learner = await server.person()
  id = await makeAssessment(server)
})
afterAll(() => server.stop())

const submit = (as: TestPerson, number: number, assessmentId = id) =>
  server.call('submitAttempt', { params: { id: assessmentId, number }, as })

const gradedEvents = (userId: number) => gradedEventsOf(server, userId)

describe('the assessment', () => {
  test('the default assessment has three questions worth 10, 20 and 5 points and a limit of 3600 s', async () => {
    const { body, status } = await server.call('readAssessment', { params: { id }, as: learner })
    expect(status).toBe(200)
    expect(body.data).toEqual({
      id,
      title: 'Three questions',
      timeLimitSeconds: 3600,
      questionCount: 3,
      totalPoints: 35,
      review: 'answers',
      passPercentage: null,
      attemptsAllowed: null,
      attemptsLeft: null,
      lesson: null,
      attempts: [],
    })
    const { body: started } = await server.call('startAttempt', { params: { id }, as: learner })
    expect(started.data.questions.map(({ kind, points }) => [kind, points])).toEqual([
      ['multiple-choice', 10],
      ['coding', 20],
      ['true-false', 5],
    ])
  })

  test('an assessment without a course is open to all signed-in users only', async () => {
    expect((await server.call('readAssessment', { params: { id } })).status).toBe(401)
    expect((await server.call('startAttempt', { params: { id } })).status).toBe(401)
    for (const role of ['student', 'instructor', 'admin', 'superadmin'] as const) {
      const person = await server.person(role)
      expect((await server.call('readAssessment', { params: { id }, as: person })).status).toBe(200)
    }
  })

  test('a missing assessment answers Assessment not found', async () => {
    const { status, body } = await server.call('readAssessment', { params: { id: 987_654 }, as: learner })
    expect(status).toBe(404)
    expect(body).toEqual({ success: false, error: 'Assessment not found', errorCode: 'ASSESSMENT_NOT_FOUND' })
  })
})

describe('an attempt', () => {
  test('an attempt gets its deadline from the server, 3600 s after its start', async () => {
    const person = await server.person()
    const { body, status } = await server.call('startAttempt', { params: { id }, as: person })
    expect(status).toBe(201)
    const { now, startedAt, deadline, number, state } = body.data
    expect([number, state, startedAt]).toEqual([1, 'open', now])
    expect(Date.parse(deadline ?? '') - Date.parse(startedAt)).toBe(3_600_000)
  })

  test('concurrent starts return the open attempt', async () => {
    const person = await server.person()
    const starts = await Promise.all(
      [1, 2, 3, 4, 5].map(() => server.call('startAttempt', { params: { id }, as: person })),
    )
    expect(new Set(starts.map(({ body }) => body.data.number))).toEqual(new Set([1]))
    const { number } = await answering(server, person, id, [1, rightCode])
    expect(number).toBe(1)
    const again = await server.call('startAttempt', { params: { id }, as: person })
    expect(again.body.data.questions.map(({ given }) => given)).toEqual([1, rightCode, null])
  })

  test('an attempt stores, changes and clears answers', async () => {
    const person = await server.person()
    const { number, questionIds } = await answering(server, person, id, [0, null, false])
    const [first = 0, , third = 0] = questionIds
    const save = (questionId: number, answer: number | boolean | null) =>
      server.call('saveAnswer', { params: { id, number, questionId }, body: { answer }, as: person })
    expect((await save(first, 2)).status).toBe(200)
    expect((await save(third, null)).status).toBe(200)
    const { body } = await server.call('readAttempt', { params: { id, number }, as: person })
    expect(body.data.questions.map(({ given }) => given)).toEqual([2, null, null])
  })

  test('an answer that arrives late does not replace one that was given after it', async () => {
    const person = await server.person()
    const { number, questionIds } = await answering(server, person, id, [0])
    const [first = 0] = questionIds
    const save = (answer: number | null, agoMs: number) =>
      server.call('saveAnswer', {
        params: { id, number, questionId: first },
        body: { answer, agoMs },
        as: person,
      })
    for (const late of [1, null]) {
      expect((await save(late, 60_000)).status).toBe(200)
      const { body } = await server.call('readAttempt', { params: { id, number }, as: person })
      expect(body.data.questions[0]?.given).toBe(0)
    }
  })

  test('an answer that was taken back does not return when an earlier one arrives late', async () => {
    const person = await server.person()
    const { number, questionIds } = await answering(server, person, id, [0])
    const [first = 0, , third = 0] = questionIds
    const save = (questionId: number, answer: number | boolean | null, agoMs: number) =>
      server.call('saveAnswer', { params: { id, number, questionId }, body: { answer, agoMs }, as: person })
    for (const questionId of [first, third]) expect((await save(questionId, null, 0)).status).toBe(200)
    expect((await save(first, 1, 60_000)).status).toBe(200)
    expect((await save(third, true, 60_000)).status).toBe(200)
    const given = async () => {
      const { body } = await server.call('readAttempt', { params: { id, number }, as: person })
      return body.data.questions.map((question) => question.given)
    }
    expect(await given()).toEqual([null, null, null])
    expect((await save(third, true, 0)).status).toBe(200)
    const { body } = await submit(person, number)
    expect(body.data.results.map(({ isCorrect }) => isCorrect)).toEqual([false, false, true])
    expect(await given()).toEqual([null, null, true])
  })

  test('an attempt refuses an answer of another kind, question or size', async () => {
    const person = await server.person()
    const { number, questionIds } = await answering(server, person, id, [])
    const [first = 0, second = 0] = questionIds
    const save = async (questionId: number, answer: unknown) =>
      (
        await server.call('saveAnswer', {
          params: { id, number, questionId },
          body: { answer: answer as string },
          as: person,
        })
      ).body.errorCode
    expect(await save(first, 3)).toBe('VALIDATION')
    expect(await save(first, true)).toBe('VALIDATION')
    expect(await save(second, 1)).toBe('VALIDATION')
    expect(await save(second, 'x'.repeat(10_001))).toBe('VALIDATION')
    expect(await save(first, { toString: 1 })).toBe('VALIDATION')
    expect(await save(second, 'a\ud800b')).toBeUndefined()
    expect(await save(999_999, 1)).toBe('QUESTION_NOT_FOUND')
    const other = await makeAssessment(server)
    const { questionIds: foreign } = await answering(server, person, other, [])
    expect(await save(foreign[0] ?? 0, 1)).toBe('QUESTION_NOT_FOUND')
  })

  test("another person's attempt answers exactly like a missing one", async () => {
    const owner = await server.person()
    const stranger = await server.person('superadmin')
    const { number, questionIds } = await answering(server, owner, id, [1])
    const ask = [
      (asked: number) => server.call('readAttempt', { params: { id, number: asked }, as: stranger }),
      (asked: number) => server.call('submitAttempt', { params: { id, number: asked }, as: stranger }),
      (asked: number) =>
        server.call('saveAnswer', {
          params: { id, number: asked, questionId: questionIds[0] ?? 0 },
          body: { answer: 0 },
          as: stranger,
        }),
    ]
    for (const one of ask) {
      const [theirs, none] = [await one(number), await one(4321)]
      expect(theirs.status).toBe(404)
      expect(theirs.raw.body).toBe(none.raw.body)
    }
    const { body } = await server.call('readAttempt', { params: { id, number }, as: owner })
    expect(body.data.state).toBe('open')
    expect(body.data.questions[0]?.given).toBe(1)
  })

  test('an attempt reveals no answer key before it is graded', async () => {
    const person = await server.person()
    const { number, questionIds } = await answering(server, person, id, [1, rightCode, true])
    const answers = [
      await server.call('readAssessment', { params: { id }, as: person }),
      await server.call('startAttempt', { params: { id }, as: person }),
      await server.call('readAttempt', { params: { id, number }, as: person }),
      await server.call('saveAnswer', {
        params: { id, number, questionId: questionIds[0] ?? 0 },
        body: { answer: 1 },
        as: person,
      }),
    ]
    for (const { raw } of answers) {
      expect(raw.body).not.toContain(canary)
      expect(raw.body).not.toContain('470011')
      expect(raw.body).not.toContain('correctAnswer')
      expect(raw.body).not.toContain('expected')
    }
    const { raw } = await submit(person, number)
    expect(raw.body).toContain(canary)
    // The result of a submitted attempt still hides the hidden tests.
    expect(raw.body).not.toContain('470011')
  })

  test('an assessment can be started thirty times an hour', async () => {
    const person = await server.person()
    for (let number = 1; number <= 30; number += 1) {
      const { body } = await server.call('startAttempt', { params: { id }, as: person })
      expect(body.data.number).toBe(number)
      await submit(person, number)
    }
    const { status, body, raw } = await server.call('startAttempt', { params: { id }, as: person })
    expect([status, body.errorCode]).toEqual([429, 'TOO_MANY_ATTEMPTS'])
    expect(Number(raw.headers['retry-after'])).toBeGreaterThan(0)
    server.clock.advance(3_600_001)
    expect((await server.call('startAttempt', { params: { id }, as: person })).status).toBe(201)
  })
})

describe('the result', () => {
  test.each([
    { review: 'score', marks: [], shows: false },
    { review: 'marks', marks: [true, false, false], shows: false },
    { review: 'answers', marks: [true, false, false], shows: true },
    { review: undefined, marks: [true, false, false], shows: true },
  ] as const)(
    'a graded attempt of a quiz with the review rule $review shows no more than the rule allows',
    async ({ review, marks, shows }) => {
      const quiz = { ...threeQuestions, ...(review && { review }) }
      const quizId = await makeAssessment(server, { quiz })
      const person = await server.person()
      const { number } = await answering(server, person, quizId, [1, null, false])
      const before = await server.call('readAttempt', { params: { id: quizId, number }, as: person })
      expect(before.body.data).toMatchObject({ review: review ?? 'answers', results: [] })
      await submit(person, number, quizId)
      const { body, raw } = await server.call('readAttempt', { params: { id: quizId, number }, as: person })
      expect(body.data).toMatchObject({ percentage: 29, earnedPoints: 10, totalPoints: 35 })
      expect(body.data.results.map(({ isCorrect }) => isCorrect)).toEqual(marks)
      expect(raw.body.includes(canary)).toBe(shows)
      expect(body.data.results.some(({ correctAnswer }) => correctAnswer !== null)).toBe(shows)
    },
  )

  test('the result shows percentage, points and a summary per question', async () => {
    const person = await server.person()
    const { number } = await answering(server, person, id, [1, rightCode, false])
    const { body, status } = await submit(person, number)
    expect(status).toBe(200)
    expect(body.data).toMatchObject({ state: 'graded', percentage: 86, earnedPoints: 30, totalPoints: 35 })
    expect(body.data.results).toEqual([
      {
        questionId: body.data.questions[0]?.id,
        isCorrect: true,
        earnedPoints: 10,
        correctAnswer: 1,
        tests: null,
        problem: null,
        explanation: `Rust is. ${canary}`,

        feedback: [],
      },
      {
        questionId: body.data.questions[1]?.id,
        isCorrect: true,
        earnedPoints: 20,
        correctAnswer: null,
        tests: { passed: 4, total: 4 },
        problem: null,
        explanation: `Map it. ${canary}`,

        feedback: [],
      },
      {
        questionId: body.data.questions[2]?.id,
        isCorrect: false,
        earnedPoints: 0,
        correctAnswer: true,
        tests: null,
        problem: null,
        explanation: `It is. ${canary}`,

        feedback: [],
      },
    ])
    const later = await server.call('readAttempt', { params: { id, number }, as: person })
    expect(later.body.data.results).toEqual(body.data.results)
  })

  test('the result gives code points per test, and says why one failed', async () => {
    const person = await server.person()
    const { number } = await answering(server, person, id, [
      null,
      'function double(numbers) { if (numbers[0] < 0) throw new Error("no negatives"); return numbers.map((n) => n + n) }',
    ])
    const { body } = await submit(person, number)
    expect(body.data).toMatchObject({ percentage: 43, earnedPoints: 15 })
    expect(body.data.results[1]).toMatchObject({
      isCorrect: false,
      earnedPoints: 15,
      tests: { passed: 3, total: 4 },
      problem: { kind: 'threw', message: 'Error: no negatives' },
    })
  })

  test('an attempt without answers scores 0 %', async () => {
    const person = await server.person()
    const { number } = await answering(server, person, id, [])
    const { body } = await submit(person, number)
    expect(body.data).toMatchObject({ state: 'graded', percentage: 0, earnedPoints: 0 })
    expect(body.data.results.map(({ isCorrect }) => isCorrect)).toEqual([false, false, false])
  })

  test('concurrent submissions grade once and notify once', async () => {
    const person = await server.person()
    const { number } = await answering(server, person, id, [1, rightCode, true])
    const again = await server.startAgain()
    const elsewhere = () =>
      again.app.inject({
        method: 'POST',
        url: `/api/assessments/${id}/attempts/${number}/submit`,
        headers: { authorization: `Bearer ${person.token}` },
      })
    const answers = await Promise.all([
      submit(person, number),
      submit(person, number),
      elsewhere(),
      elsewhere(),
    ])
    expect(answers.map((answer) => ('statusCode' in answer ? answer.statusCode : answer.status))).toEqual([
      200, 200, 200, 200,
    ])
    await again.app.close()
    expect(await gradedEvents(person.id)).toEqual([
      {
        userId: person.id,
        assessmentId: id,
        courseId: null,
        number,
        percentage: 100,
        earnedPoints: 35,
        totalPoints: 35,
      },
    ])
  })

  test('a result is final: no answer changes it, and a second submission returns it', async () => {
    const person = await server.person()
    const { number, questionIds } = await answering(server, person, id, [0])
    const first = await submit(person, number)
    const late = await server.call('saveAnswer', {
      params: { id, number, questionId: questionIds[0] ?? 0 },
      body: { answer: 1 },
      as: person,
    })
    expect([late.status, late.body.errorCode]).toEqual([409, 'ATTEMPT_OVER'])
    expect((await submit(person, number)).body.data.results).toEqual(first.body.data.results)
  })

  test('results of all attempts are kept, and the next attempt starts empty', async () => {
    const person = await server.person()
    await submit(person, (await answering(server, person, id, [0])).number)
    const next = await server.call('startAttempt', { params: { id }, as: person })
    expect(next.body.data.number).toBe(2)
    expect(next.body.data.questions.map(({ given }) => given)).toEqual([null, null, null])
    const { body } = await server.call('readAssessment', { params: { id }, as: person })
    expect(body.data.attempts.map(({ number, state, percentage }) => [number, state, percentage])).toEqual([
      [2, 'open', null],
      [1, 'graded', 0],
    ])
  })

  test('the average score is the mean of the best result of each assessment', async () => {
    const person = await server.person()
    const { assessments } = server.services
    expect(await assessments.averageScoreOf(person.id)).toBeNull()
    await submit(person, (await answering(server, person, id, [0])).number)
    expect(await assessments.averageScoreOf(person.id)).toBe(0)
    await submit(person, (await answering(server, person, id, [1, rightCode, true])).number)
    expect(await assessments.averageScoreOf(person.id)).toBe(100)
    const second = await makeAssessment(server)
    await submit(person, (await answering(server, person, second, [1])).number, second)
    expect(await assessments.averageScoreOf(person.id)).toBe(65)
  })
})

test('a quiz without a time limit stays open until it is submitted', async () => {
  const untimed = await makeAssessment(server, { quiz: { ...threeQuestions, timeLimitMinutes: null } })
  const person = await server.person()
  const { number, questionIds } = await answering(server, person, untimed, [1])
  server.clock.advance(20 * 3_600_000)
  await server.services.assessments.grader.sweep()
  const open = await server.call('listOpenAttempts', { as: person })
  expect(open.body.data).toMatchObject([{ assessmentId: untimed, deadline: null }])
  const params = { id: untimed, number, questionId: questionIds[2] ?? 0 }
  expect((await server.call('saveAnswer', { params, body: { answer: true }, as: person })).status).toBe(200)
  const { body } = await submit(person, number, untimed)
  expect(body.data).toMatchObject({ state: 'graded', deadline: null, earnedPoints: 15 })
})

describe('after the deadline', () => {
  test('after the deadline no answer is accepted, and the stored ones are graded on the next read', async () => {
    const person = await server.person()
    const { number, questionIds } = await answering(server, person, id, [1])
    server.clock.advance(3_600_000)
    const late = await server.call('saveAnswer', {
      params: { id, number, questionId: questionIds[2] ?? 0 },
      body: { answer: true },
      as: person,
    })
    expect([late.status, late.body.errorCode]).toEqual([409, 'ATTEMPT_OVER'])
    const { body } = await server.call('readAttempt', { params: { id, number }, as: person })
    expect(body.data).toMatchObject({ state: 'graded', percentage: 29, earnedPoints: 10 })
    expect(body.data.submittedAt).toBe(body.data.deadline)
  })

  test('the sweep grades abandoned attempts', async () => {
    const person = await server.person()
    await answering(server, person, id, [1, rightCode, true])
    await server.services.assessments.grader.sweep()
    expect(await gradedEvents(person.id)).toEqual([])
    server.clock.advance(3_600_000)
    await server.services.assessments.grader.sweep()
    expect(await gradedEvents(person.id)).toMatchObject([{ percentage: 100 }])
  })

  test('starting again grades the old attempt first', async () => {
    const person = await server.person()
    await answering(server, person, id, [1])
    server.clock.advance(7_200_000)
    const { body } = await server.call('startAttempt', { params: { id }, as: person })
    expect(body.data.number).toBe(2)
    expect(await gradedEvents(person.id)).toMatchObject([{ number: 1, percentage: 29 }])
  })
})

test('erasing a person deletes their attempts and answers', async () => {
  const person = await server.person()
  await submit(person, (await answering(server, person, id, [1])).number)
  await server.database.transaction((tx) => emit(tx, 'user.erased', { userId: person.id }))
  await server.jobs.runDueOnce()
  const { rows } = await sql`SELECT 1 FROM attempts WHERE user_id = ${person.id}`.execute(
    server.database.kysely,
  )
  expect(rows).toEqual([])
})

test('the database refuses a second open attempt and a grade before the end', async () => {
  const person = await server.person()
  await answering(server, person, id, [])
  const { kysely } = server.database
  const second = sql`
    INSERT INTO attempts (user_id, assessment_id, number, started_at, deadline_at, total_points)
    VALUES (${person.id}, ${id}, 2, now(), now() + interval '1 hour', 35)`.execute(kysely)
  await expect(second).rejects.toMatchObject({ code: '23505' })
  const early = sql`
    UPDATE attempts SET graded_at = now(), earned_points = 35, percentage = 100 WHERE user_id = ${person.id}`.execute(
    kysely,
  )
  await expect(early).rejects.toMatchObject({ code: '23514' })
  expect(threeQuestions.questions).toHaveLength(3)
})
