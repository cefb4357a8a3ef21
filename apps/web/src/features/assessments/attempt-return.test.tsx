/**
 * The tests cover a result of which the author's review rule hides a part, and the way from a result to the assessment while its
 * cached data is older.
 */
import type { Assessment, Attempt } from '@apogee/contracts/assessments/assessments.ts'
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { answerCourse, basics, item, module } from '#web/testing/lesson.ts'
import { answer, breakNetwork } from '#web/testing/mock-api.ts'
import { aisyah } from '#web/testing/people.ts'
import { renderRoute } from '#web/testing/render-route.tsx'

const summary = {
  assessmentId: 1,
  number: 1,
  state: 'graded',
  startedAt: '2026-11-20T01:00:00.000Z',
  deadline: '2026-11-20T02:00:00.000Z',
  submittedAt: '2026-11-20T01:30:00.000Z',
  percentage: 71,
  earnedPoints: 25,
  totalPoints: 35,
} as const

const graded: Attempt = {
  ...summary,
  title: 'Fundamentals Check',
  review: 'answers',
  passPercentage: null,
  now: '2026-11-20T01:31:00.000Z',
  questions: [],
  results: [],
}

const anAssessment = (attempt: Assessment['attempts'][number]): Assessment => ({
  id: 1,
  title: 'Fundamentals Check',
  timeLimitSeconds: 3600,
  questionCount: 3,
  review: 'answers',
  passPercentage: null,
  totalPoints: 35,
  lesson: null,
  attempts: [attempt],
})

test('All attempts leads from a result to the assessment, although its cached data still has the attempt open', async () => {
  let assessment = anAssessment({
    ...summary,
    state: 'open',
    submittedAt: null,
    percentage: null,
    earnedPoints: null,
  })
  answer('readAttempt', { success: true, data: graded })
  answer('readAssessment', () => ({ success: true, data: assessment }))
  const page = await renderRoute('/assessment/1/attempts/1', { user: aisyah })
  await screen.findByText('71%')
  assessment = anAssessment(summary)
  await page.press.click(screen.getByRole('link', { name: 'All attempts' }))
  expect((await screen.findByRole('link', { name: /Attempt 1/ })).textContent).toContain('71%')
  expect(page.address()).toBe('/assessment/1')
})

test.each([
  { review: 'score', sentence: 'This quiz shows your score only.' },
  { review: 'marks', sentence: 'This quiz shows which answers were correct, without the correct answers.' },
] as const)('a result with the review rule $review says what it leaves out', async ({ review, sentence }) => {
  answer('readAttempt', { success: true, data: { ...graded, review } })
  answer('readAssessment', { success: true, data: { ...anAssessment(summary), review } })
  await renderRoute('/assessment/1/attempts/1', { user: aisyah })
  expect(await screen.findByText(sentence)).toBeTruthy()
  expect(screen.getByText('71%')).toBeTruthy()
})

test('the start page says before the attempt that the score alone is shown', async () => {
  answer('readAssessment', { success: true, data: { ...anAssessment(summary), review: 'score' } })
  await renderRoute('/assessment/1', { user: aisyah })
  expect(await screen.findByText('After submitting you see your score only.')).toBeTruthy()
})

test.each([
  { passPercentage: 80, mark: 'Not passed', sentence: /The pass mark is 80%\. Try again/ },
  { passPercentage: 71, mark: 'Passed', sentence: /The pass mark is 71%\. This lesson is completed/ },
])(
  'a result of 71% with the pass mark $passPercentage is $mark',
  async ({ passPercentage, mark, sentence }) => {
    answer('readAttempt', { success: true, data: { ...graded, passPercentage } })
    answer('readAssessment', { success: true, data: { ...anAssessment(summary), passPercentage } })
    await renderRoute('/assessment/1/attempts/1', { user: aisyah })
    expect(await screen.findByText(mark)).toBeTruthy()
    expect(screen.getByText(sentence)).toBeTruthy()
  },
)

test('the start page names the pass mark', async () => {
  answer('readAssessment', { success: true, data: { ...anAssessment(summary), passPercentage: 80 } })
  await renderRoute('/assessment/1', { user: aisyah })
  expect(await screen.findByText('You pass with 80% or more. You can try again until you pass.')).toBeTruthy()
})

const lesson = { courseId: 5, courseTitle: 'Orbits', courseContentId: 12, resourceId: 4 }
const quiz = item({ id: 4, fileType: 'quiz', filePath: undefined, seconds: null })

test.each([
  { percentage: 71, passPercentage: null, isLast: false, main: 'Next: Lesson 6' },
  { percentage: 71, passPercentage: 70, isLast: false, main: 'Next: Lesson 6' },
  { percentage: 71, passPercentage: 80, isLast: false, main: 'Watch again: Why accuracy flatters' },
  { percentage: 49, passPercentage: null, isLast: false, main: 'Watch again: Why accuracy flatters' },
  { percentage: 50, passPercentage: null, isLast: false, main: 'Next: Lesson 6' },
  { percentage: 71, passPercentage: null, isLast: true, main: 'Back to course' },
  { percentage: 0, passPercentage: null, isLast: false, main: 'Watch again: Why accuracy flatters' },
])(
  'the main action of a result of $percentage % with the pass mark $passPercentage is $main',
  async ({ percentage, passPercentage, isLast, main }) => {
    answer('readAttempt', { success: true, data: { ...graded, percentage, passPercentage } })
    answer('readAssessment', { success: true, data: { ...anAssessment(summary), lesson } })
    answerCourse({
      contents: [basics, module(12, 'The end', isLast ? [quiz] : [quiz, item({ id: 6 })])],
    })
    await renderRoute('/assessment/1/attempts/1', { user: aisyah })
    await screen.findByText(`${percentage}%`)
    const primary = document.querySelectorAll('main [data-variant="primary"]')
    expect([...primary].map(({ textContent }) => textContent)).toEqual([main])
  },
)

test('a result whose course cannot be loaded leads back to its lesson', async () => {
  answer('readAttempt', { success: true, data: graded })
  answer('readAssessment', { success: true, data: { ...anAssessment(summary), lesson } })
  breakNetwork('readCourse')
  await renderRoute('/assessment/1/attempts/1', { user: aisyah })
  expect(await screen.findByRole('link', { name: 'Back to lesson' })).toBeTruthy()
})

test('a result without a right answer says so, and names what is kept', async () => {
  answer('readAttempt', { success: true, data: { ...graded, percentage: 0, earnedPoints: 0 } })
  answer('readAssessment', { success: true, data: { ...anAssessment(summary), lesson } })
  answerCourse({ contents: [basics, module(12, 'The end', [quiz, item({ id: 6 })])] })
  await renderRoute('/assessment/1/attempts/1', { user: aisyah })
  expect(
    await screen.findByText('No answer was right this time. Try again; your best result is kept.'),
  ).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Next: Lesson 6' }).getAttribute('data-variant')).toBe('quiet')
})

test('a missed pass mark without attempts left leads on instead of offering another attempt', async () => {
  answer('readAttempt', { success: true, data: { ...graded, passPercentage: 80 } })
  const usedUp = { ...anAssessment(summary), lesson, passPercentage: 80, attemptsAllowed: 1, attemptsLeft: 0 }
  answer('readAssessment', { success: true, data: usedUp })
  answerCourse({ contents: [basics, module(12, 'The end', [quiz, item({ id: 6 })])] })
  await renderRoute('/assessment/1/attempts/1', { user: aisyah })
  expect(await screen.findByText('The pass mark is 80%. You have used all attempts.')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull()
  expect(screen.getByRole('link', { name: 'Next: Lesson 6' }).getAttribute('data-variant')).toBe('primary')
})

test('the result of the last open item of a module says that the module is complete', async () => {
  const done = { completed: true, watchTime: 0, position: 0 }
  answer('readAttempt', { success: true, data: graded })
  answer('readAssessment', { success: true, data: { ...anAssessment(summary), lesson } })
  answerCourse({ contents: [basics, module(12, 'The end', [{ ...quiz, progress: done }])] })
  await renderRoute('/assessment/1/attempts/1', { user: aisyah })
  expect(await screen.findByText('Module 2 is complete: The end')).toBeTruthy()
})
