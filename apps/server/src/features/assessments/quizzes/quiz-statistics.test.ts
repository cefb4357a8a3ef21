/** Tests statistics of questions: which attempts count, what is shown, and to whom. */
import type { Attempt, GivenAnswer } from '@apogee/contracts/assessments/assessments.ts'
import { newQuestion } from '@apogee/contracts/assessments/draft-parts.ts'
import type { QuizDraft } from '@apogee/contracts/assessments/quiz-draft.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestSchool, type TestSchool } from '#server/features/courses/testing.ts'
import { learnersOf, publishedQuiz, quizOfQuestions, takeQuiz } from './quiz-editor.testing.ts'

let school: TestSchool
beforeAll(async () => {
  school = await startTestSchool()
})
afterAll(() => school.server.stop())

const quiz: QuizDraft = quizOfQuestions([
  {
    ...newQuestion('multiple-choice', 'red'),
    question: '=Red?',
    options: [
      { text: 'Sky', feedback: '', isRight: false },
      { text: 'Rust', feedback: '', isRight: true },
    ],
  },
  { ...newQuestion('true-false', 'round'), question: 'Round?' },
  { ...newQuestion('true-false', 'hollow'), question: 'Hollow?', isTrue: false },
  { ...newQuestion('short-answer', 'far'), question: 'Farthest?', accepted: ['Apogee'] },
])
type Question = Attempt['questions'][number]
/** Answers the first `right` questions correctly, and the last one only if `word` is set. */
const answering =
  (right: number, word?: string) =>
  ({ question }: Question): GivenAnswer | undefined => {
    if (question === '=Red?') return right >= 1 ? 1 : 0
    if (question === 'Round?') return right >= 2
    if (question === 'Hollow?') return right < 3
    return word
  }
const read = (id: number, version?: number) =>
  school.server.call('readQuizStatistics', {
    params: { id },
    query: version === undefined ? {} : { version: String(version) },
    as: school.teacher,
  })

test('statistics are of the first graded attempt of each learner, and of nobody who teaches', async () => {
  const { resourceId, assessmentId, courseId } = await publishedQuiz(school, quiz)
  const learners = await learnersOf(school, courseId, 5)
  await takeQuiz(school, school.teacher, assessmentId, answering(3, 'apogee'))
  for (const [index, learner] of learners.slice(0, 4).entries())
    await takeQuiz(school, learner, assessmentId, answering(index))
  expect((await read(resourceId)).body.data).toEqual({
    version: 1,
    versions: [1],
    attempts: 4,
    questions: [],
  })
  for (const learner of learners) await takeQuiz(school, learner, assessmentId, answering(3, 'apogee'))
  const { body } = await read(resourceId)
  expect(body.data).toMatchObject({ version: 1, attempts: 5 })
  expect(body.data.questions).toEqual([
    {
      key: 'red',
      kind: 'multiple-choice',
      question: '=Red?',
      points: 10,
      asked: 5,
      answered: 5,
      difficulty: 0.8,
      discrimination: 0.514,
      problems: [],
      options: [
        { text: 'Sky', isRight: false, chosen: 1 },
        { text: 'Rust', isRight: true, chosen: 4 },
      ],
    },
    expect.objectContaining({
      key: 'round',
      difficulty: 0.6,
      options: [
        { text: 'true', isRight: true, chosen: 3 },
        { text: 'false', isRight: false, chosen: 2 },
      ],
    }),
    expect.objectContaining({ key: 'hollow', difficulty: 0.4, problems: ['mostWrong'] }),
    expect.objectContaining({ key: 'far', answered: 1, difficulty: 0.2, options: [] }),
  ])
  expect(body.data.questions[3]?.problems).toEqual(['tooHard', 'oftenBlank'])
})

test('each version has its own statistics', async () => {
  const { resourceId, assessmentId, courseId } = await publishedQuiz(school, quiz)
  for (const learner of await learnersOf(school, courseId, 5))
    await takeQuiz(school, learner, assessmentId, answering(3))
  const changed = { ...quiz, questions: quiz.questions.slice(1) }
  await school.server.call('publishQuiz', {
    params: { id: resourceId },
    body: { quiz: changed },
    as: school.teacher,
  })
  expect((await read(resourceId)).body.data).toMatchObject({ version: 2, versions: [2, 1], attempts: 0 })
  expect((await read(resourceId, 1)).body.data).toMatchObject({ version: 1, attempts: 5 })
  expect((await read(resourceId, 99_999_999_999)).body.data.version).toBe(2)
})

test('the statistics are downloaded as CSV, in which no text is a formula', async () => {
  const { resourceId, assessmentId, courseId } = await publishedQuiz(school, quiz)
  for (const learner of await learnersOf(school, courseId, 5))
    await takeQuiz(school, learner, assessmentId, answering(2))
  const { body } = await school.server.call('exportQuizStatistics', {
    params: { id: resourceId },
    query: {},
    as: school.teacher,
  })
  expect(body.data.fileName).toBe('A-quiz-statistics.csv')
  const lines = body.data.csv.split('\r\n')
  expect(lines[1]).toBe("1,1,'=Red?,multiple-choice,10,5,5,1,,tooEasy,,,")
  expect(lines[3]).toBe("1,1,'=Red?,,,,,,,,Rust,yes,5")
})

test('a quiz without questions has no statistics, and another item is no quiz', async () => {
  const course = await school.makeCourse(school.teacher)
  const module = await school.makeContent(school.teacher, course.id)
  const created = await school.server.call('createQuiz', {
    params: { id: module.id },
    body: { title: 'Empty' },
    as: school.teacher,
  })
  expect((await read(created.body.data.id)).body.data).toEqual({
    version: null,
    versions: [],
    attempts: 0,
    questions: [],
  })
  const sheet = await school.makeResource(school.teacher, module.id)
  expect((await read(sheet.id)).body.errorCode).toBe('LESSON_NOT_QUIZ')
})

test('the questions that a course misses most are those of the first attempts of its learners', async () => {
  const { resourceId, assessmentId, courseId } = await publishedQuiz(school, quiz)
  const learners = await learnersOf(school, courseId, 5)
  const missed = async (as = school.teacher) =>
    school.server.call('readMissedQuestions', { params: { id: courseId }, query: {}, as })
  for (const learner of learners.slice(0, 4)) await takeQuiz(school, learner, assessmentId, answering(2))
  expect((await missed()).body.data.questions).toEqual([])
  await takeQuiz(school, learners[4] ?? school.student, assessmentId, answering(0))
  // Second attempts and attempts of teachers do not count.
  await takeQuiz(school, learners[0] ?? school.student, assessmentId, answering(0))
  await takeQuiz(school, school.teacher, assessmentId, answering(0))
  const { body } = await missed()
  expect(body.data.questions.map(({ key, asked, missedPercent }) => [key, asked, missedPercent])).toEqual([
    ['hollow', 5, 100],
    ['far', 5, 100],
    ['red', 5, 20],
    ['round', 5, 20],
  ])
  expect(body.data.questions[1]).toMatchObject({ resourceId, question: 'Farthest?' })
  expect((await missed(school.lone)).status).toBe(404)
  const changed = { ...quiz, questions: quiz.questions.slice(0, 3) }
  await school.server.call('publishQuiz', {
    params: { id: resourceId },
    body: { quiz: changed },
    as: school.teacher,
  })
  expect((await missed()).body.data.questions).toEqual([])
  // A learner who took an earlier version counts with their first attempt at this one.
  for (const learner of learners) await takeQuiz(school, learner, assessmentId, answering(2))
  expect((await missed()).body.data.questions.map(({ key }) => key)).toEqual(['hollow'])
})

test('the questions missed most are those of learners who enrolled within the days, also in the CSV', async () => {
  const { assessmentId, courseId } = await publishedQuiz(school, quiz)
  const learners = await learnersOf(school, courseId, 10)
  for (const [place, learner] of learners.entries())
    await takeQuiz(school, learner, assessmentId, answering(place < 5 ? 1 : 3))
  // 1 February begins in Malaysia at 16:00 UTC on 31 January.
  const early = learners.slice(0, 5).map(({ id }) => id)
  await sql`
    UPDATE enrolments SET granted_at = '2026-01-31T15:59:59Z'
     WHERE course_id = ${courseId} AND user_id = ANY(${early}::bigint[])`.execute(
    school.server.database.kysely,
  )
  const missed = async (query: { from?: string; to?: string }) => {
    const { body } = await school.server.call('readMissedQuestions', {
      params: { id: courseId },
      query,
      as: school.teacher,
    })
    return body.data.questions.map(({ key, asked, missedPercent }) => [key, asked, missedPercent])
  }
  expect(await missed({})).toContainEqual(['round', 10, 50])
  expect(await missed({ to: '2026-01-31' })).toContainEqual(['round', 5, 100])
  expect((await missed({ from: '2026-02-01' })).map(([key]) => key)).toEqual(['far'])
  expect(await missed({ to: '2026-01-30' })).toEqual([])
  const reversed = await school.server.call('readMissedQuestions', {
    params: { id: courseId },
    query: { from: '2026-02-02', to: '2026-02-01' },
    as: school.teacher,
  })
  expect([reversed.status, reversed.body.errorCode]).toEqual([400, 'ORDER_DAYS_REVERSED'])
  const { body } = await school.server.call('exportCourseFigures', {
    params: { id: courseId },
    query: { to: '2026-01-31' },
    as: school.teacher,
  })
  const lines = body.data.csv.split('\r\n').filter((line) => line.startsWith('Question,'))
  expect(lines.find((line) => line.includes('Round?'))).toBe('Question,Round?,,5,,,,A quiz,100')
})
