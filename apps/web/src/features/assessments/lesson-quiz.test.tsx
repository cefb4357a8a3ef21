import type { Assessment } from '@apogee/contracts/assessments/assessments.ts'
import type { CourseResource } from '@apogee/contracts/courses/courses.ts'
import { screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { anAttempt, answerOpen } from '#web/testing/assessment.ts'
import { answer, breakNetwork } from '#web/testing/mock-api.ts'
import { aCourse, aisyah } from '#web/testing/people.ts'
import { renderRoute } from '#web/testing/render-route.tsx'

const quiz: CourseResource = {
  id: 21,
  courseId: 5,
  courseContentId: 11,
  title: 'Orbit quiz',
  fileType: 'quiz',
  seconds: null,
  pages: null,
  order: 0,
  isPublished: true,
  isPreview: false,
  progress: { completed: false, watchTime: 0, position: 0 },
}

const assessment: Assessment = {
  id: 9,
  title: 'Orbit quiz',
  timeLimitSeconds: 1200,
  questionCount: 3,
  review: 'answers',
  passPercentage: null,
  totalPoints: 35,
  lesson: { courseId: 5, courseTitle: 'Orbits', courseContentId: 11, resourceId: 21 },
  attempts: [],
}

const graded: Assessment['attempts'][number] = {
  number: 1,
  state: 'graded',
  startedAt: '2026-11-20T02:00:00.000Z',
  deadline: '2026-11-20T02:20:00.000Z',
  submittedAt: '2026-11-20T02:10:00.000Z',
  percentage: 86,
  earnedPoints: 30,
  totalPoints: 35,
}

function showQuiz(item: CourseResource) {
  const content = {
    id: 11,
    courseId: 5,
    title: 'First steps',
    description: '',
    order: 0,
    type: 'chapter',
    isPublished: true,
    resources: [item],
  }
  answer('readCourse', {
    success: true,
    data: {
      ...aCourse({ isEnrolled: true }),
      contents: [content],
      permissions: { study: true, manage: false },
    },
  })
  answer('listContentResources', { success: true, data: [item], meta: { total: 1, nextCursor: null } })
}

beforeEach(() => {
  showQuiz(quiz)
  answer('saveResourceProgress', {
    success: true,
    completed: false,
    watchTime: 0,
    position: 0,
    course: { totalLessons: 1, completedLessons: 0, progressPercentage: 0, lastAccessed: null },
  })
  answer('readResourceAssessment', { success: true, data: assessment })
})

const show = () => renderRoute('/lesson/11/resources/21', { user: aisyah })

test('a quiz shows its questions, points, time and one start, which opens the first question', async () => {
  const page = await show()
  const start = await screen.findByRole('button', { name: 'Start quiz' })
  expect(screen.getByText(/^You have 20 minutes. The timer starts when you start/)).toBeTruthy()
  const facts = [...document.querySelectorAll('.assess-facts > div')].map((fact) => fact.textContent)
  expect(facts).toEqual(['Questions3', 'Points35', 'Time limit20 minutes'])
  expect(screen.getByText('When the time is up, your saved answers are submitted.')).toBeTruthy()
  expect(screen.queryByText('Practice Exercise')).toBeNull()
  const attempt = { ...anAttempt(), assessmentId: 9 }
  answer('startAttempt', { success: true, data: attempt })
  answerOpen(attempt)
  await page.press.click(start)
  expect(await screen.findByRole('heading', { name: 'Question 1 of 3' })).toBeTruthy()
  expect(page.address()).toContain('/assessment/9')
})

test('a taken quiz shows the last result', async () => {
  answer('readResourceAssessment', { success: true, data: { ...assessment, attempts: [graded] } })
  await show()
  expect(await screen.findByText('86%')).toBeTruthy()
  expect(screen.getByRole('link', { name: 'See result' }).getAttribute('href')).toBe(
    '/assessment/9/attempts/1',
  )
  expect(screen.getByRole('button', { name: 'Try again' })).toBeTruthy()
})

test('a running quiz is continued', async () => {
  const open = { ...graded, state: 'open', submittedAt: null, percentage: null, earnedPoints: null } as const
  answer('readResourceAssessment', { success: true, data: { ...assessment, attempts: [open] } })
  await show()
  expect(await screen.findByRole('link', { name: 'Continue quiz' })).toBeTruthy()
})

test('a quiz that could not be loaded can be retried', async () => {
  breakNetwork('readResourceAssessment')
  const page = await show()
  const again = await screen.findByRole('button', { name: 'Try again' })
  answer('readResourceAssessment', { success: true, data: assessment })
  await page.press.click(again)
  expect(await screen.findByRole('button', { name: 'Start quiz' })).toBeTruthy()
})

test('a quiz with a pass mark names it, and is not marked as complete by hand', async () => {
  const toPass = {
    ...assessment,
    passPercentage: 70,
    review: 'score' as const,
    attempts: [{ ...graded, percentage: 40 }],
  }
  answer('readResourceAssessment', { success: true, data: toPass })
  showQuiz({ ...quiz, passPercentage: 70 })
  await show()
  expect(await screen.findByText('Reach 70% in the quiz to complete this lesson.')).toBeTruthy()
  expect(screen.getByText('After submitting you see your score only.')).toBeTruthy()
  const facts = [...document.querySelectorAll('.assess-facts > div')].map((fact) => fact.textContent)
  expect(facts).toContain('Pass mark70%')
  expect(screen.queryByRole('button', { name: 'Mark as Complete' })).toBeNull()
})

test('a taken quiz shows the best result beside a worse last one', async () => {
  const attempts = [
    { ...graded, number: 2, percentage: 0 },
    { ...graded, percentage: 86 },
  ]
  answer('readResourceAssessment', { success: true, data: { ...assessment, attempts } })
  await show()
  await screen.findByText('Best result')
  const facts = [...document.querySelectorAll('.assess-facts > div')].map((fact) => fact.textContent)
  expect(facts.slice(-2)).toEqual(['Last result0%', 'Best result86%'])
})

test('the lesson of a quiz says what counts as passed, and how often it can be taken', async () => {
  const first = await show()
  expect(await screen.findByText(/^There is no pass mark\./)).toBeTruthy()
  expect(screen.getByText('You can take it as often as you like.')).toBeTruthy()
  first.unmount()
  const limited = { ...assessment, passPercentage: 70, attemptsAllowed: 3, attemptsLeft: 2 }
  answer('readResourceAssessment', { success: true, data: { ...limited, attempts: [graded] } })
  showQuiz({ ...quiz, passPercentage: 70 })
  await show()
  expect(await screen.findByText('Reach 70% in the quiz to complete this lesson.')).toBeTruthy()
  expect(screen.getByText('You can take it 3 times.')).toBeTruthy()
  expect(screen.getByText('2 of 3 left')).toBeTruthy()
})

test('a quiz without attempts left says so, and does not lead to a start', async () => {
  const usedUp = { ...assessment, attemptsAllowed: 1, attemptsLeft: 0, attempts: [graded] }
  answer('readResourceAssessment', { success: true, data: usedUp })
  await show()
  expect(await screen.findByText('You have used all attempts.')).toBeTruthy()
  expect(screen.getByRole('link', { name: 'See result' })).toBeTruthy()
  expect(screen.queryByRole('link', { name: 'Try again' })).toBeNull()
})

test("the start page of a lesson's quiz does not repeat its figures", async () => {
  answer('readAssessment', { success: true, data: { ...assessment, passPercentage: 70 } })
  await renderRoute('/assessment/9', { user: aisyah })
  expect(await screen.findByRole('button', { name: 'Start Assessment' })).toBeTruthy()
  expect(screen.getByText(/^You have 20 minutes\. The timer starts/)).toBeTruthy()
  expect(document.querySelector('.assess-facts')).toBeNull()
  expect(screen.queryByText(/You pass with/)).toBeNull()
})

test('the title of a quiz stands above its panel', async () => {
  await show()
  const title = await screen.findByRole('heading', { level: 2, name: 'Orbit quiz' })
  const panel = await waitFor(
    () => document.querySelector('.assess-quiz') ?? expect.fail('There is no panel'),
  )
  expect(title.compareDocumentPosition(panel) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy()
  expect(screen.getAllByRole('heading', { name: 'Orbit quiz' })).toHaveLength(1)
})
