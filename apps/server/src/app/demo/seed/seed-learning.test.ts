import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { unusedPayments } from '#server/adapters/payments/testing.ts'
import { publishedPassword } from '#server/features/accounts/passwords/published-password.ts'
import { startTestApp, type TestApp } from '../../testing.ts'
import { loadDemoSchool } from '../load-demo-school.ts'
import { seedDemoSchool } from './seed-demo.ts'

const school = loadDemoSchool()
const sqlCourseId = school.courses.findIndex(({ key }) => key === 'sql-for-people-with-questions') + 1

let server: TestApp
let student: { token: string; user: { id: number } }
beforeAll(async () => {
  server = await startTestApp({ payments: { ...unusedPayments, checkCredentials: async () => 'accepted' } })
  await server.services.businesses.connectPlatformAccount({ chipSecret: 'platform', chipBrandId: 'platform' })
  await seedDemoSchool(server.services, server.dependencies)
  const login = { email: 'student@apogee.test', password: publishedPassword }
  student = (await server.call('login', { body: login })).body.data
})
afterAll(() => server.stop())

const past = (id: number, number: number) =>
  server.call('readAttempt', { params: { id, number }, as: student })

describe('the demo school’s assessments', () => {
  test('/assessment/1 has three questions: multiple-choice 10, coding 20, true-false 5 points, in 3600 s', async () => {
    const { body } = await server.call('readAssessment', { params: { id: 1 }, as: student })
    expect(body.data).toMatchObject({
      timeLimitSeconds: 3600,
      questionCount: 3,
      totalPoints: 35,
      lesson: null,
    })
    const { questions } = (await past(1, 1)).body.data
    expect(questions.map(({ kind, points }) => [kind, points])).toEqual([
      ['multiple-choice', 10],
      ['coding', 20],
      ['true-false', 5],
    ])
  })

  test('the demo student improved at the assessment and has an average score', async () => {
    const { body } = await server.call('readAssessment', { params: { id: 1 }, as: student })
    expect(body.data.attempts.map(({ number, state, percentage }) => [number, state, percentage])).toEqual([
      [2, 'graded', 89],
      [1, 'graded', 60],
    ])
    expect(await server.services.assessments.averageScoreOf(student.user.id)).toBe(85)
  })

  test('the two videos of SQL that the demo student comes to ask one question each, and it is a good one', async () => {
    const { body } = await server.call('readCourse', { params: { courseId: 3 }, as: student })
    const asked = body.data.contents
      .flatMap(({ resources }) => resources)
      .filter(({ hasRecall }) => hasRecall)
    expect(asked.map(({ title }) => title)).toEqual(['Rows in, rows out', 'Filtering, and the trap of NULL'])
    for (const { id } of asked) {
      const recall = await server.call('readRecallQuestion', { params: { id }, as: student })
      const { question } = recall.body.data
      expect(question?.options).toHaveLength(4)
      const answered = await server.call('answerRepetition', {
        params: { questionId: question?.id ?? 0 },
        body: { answer: id === asked[0]?.id ? 2 : 0 },
        as: student,
      })
      expect(answered.body.data).toMatchObject({ isCorrect: true })
    }
  })

  test('one demo assessment belongs to a course and is completed there by the demo student', async () => {
    const { body } = await server.call('readAssessment', { params: { id: 2 }, as: student })
    const { lesson, attempts } = body.data
    expect(lesson?.courseTitle).toBe('Statistics You Can Say Out Loud')
    expect(attempts.map(({ percentage }) => percentage)).toEqual([80])
    const course = await server.call('readCourse', {
      params: { courseId: lesson?.courseId ?? 0 },
      as: student,
    })
    const item = course.body.data.contents
      .flatMap(({ resources }) => resources)
      .find(({ id }) => id === lesson?.resourceId)
    expect(item).toMatchObject({ fileType: 'quiz', progress: { completed: true } })
  })

  test('a demo quiz is the last item of the module that its entry names', async () => {
    const { body } = await server.call('readCourse', {
      params: { courseId: sqlCourseId },
      as: student,
    })
    const quizzes = body.data.contents.map(({ title, resources }) => [
      title,
      resources.findIndex(({ fileType }) => fileType === 'quiz') - resources.length,
    ])
    expect(quizzes).toEqual([
      ['Asking for rows', -1],
      ['Joining and counting', -1],
      ['Keeping the row', -1],
      ['Real tables', -1],
    ])
  })

  test('each exercise of the demo school shows below its lesson', async () => {
    const { body } = await server.call('readCourse', { params: { courseId: sqlCourseId }, as: student })
    const shown = body.data.contents
      .flatMap(({ resources }) => resources)
      .flatMap(({ title, practice }) => (practice ? [{ title, practice }] : []))
    const written = (school.courses[sqlCourseId - 1]?.outline ?? [])
      .flatMap(({ resources }) => resources)
      .flatMap(({ title, practice }) => (practice ? [{ title, practice }] : []))
    expect(written.length).toBeGreaterThanOrEqual(6)
    expect(shown).toEqual(written)
  })
})
