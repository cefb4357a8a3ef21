import { emptySettings } from '@apogee/contracts/assessments/draft-parts.ts'
import type { Assessment, Attempt } from '@apogee/contracts/assessments/assessments.ts'
import type { HandIn } from '@apogee/contracts/assessments/hand-ins.ts'
import type { CourseResource } from '@apogee/contracts/courses/courses.ts'
import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { anAttempt } from '#web/testing/assessment.ts'
import { answer, recordCalls } from '#web/testing/mock-api.ts'
import { answerManagedCourse } from '#web/testing/managed-course.ts'
import { aCourse, admin, aisyah } from '#web/testing/people.ts'
import { renderRoute } from '#web/testing/render-route.tsx'

const rubric = [
  {
    criterion: 'Structure',
    levels: [
      { points: 0, words: 'No order' },
      { points: 6, words: 'Clear order' },
    ],
  },
  {
    criterion: 'Sources',
    levels: [
      { points: 0, words: 'None' },
      { points: 4, words: 'All named' },
    ],
  },
]

const item: CourseResource = {
  id: 21,
  courseId: 5,
  courseContentId: 11,
  title: 'Plan',
  fileType: 'quiz',
  isAssignment: true,
  passPercentage: 1,
  seconds: null,
  pages: null,
  order: 0,
  isPublished: true,
  isPreview: false,
  progress: { completed: false, watchTime: 0, position: 0 },
}

const question: Attempt['questions'][number] = {
  id: 31,
  kind: 'hand-in',
  question: 'Write a plan',
  points: 10,
  options: [],
  starterCode: '',
  functionName: null,
  given: null,
  filesAllowed: 0,
  files: [],
  rubric,
}

const task = (given: Partial<Assessment> = {}): Assessment => ({
  id: 9,
  title: 'Plan',
  timeLimitSeconds: null,
  questionCount: 1,
  review: 'answers',
  passPercentage: 1,
  totalPoints: 10,
  attemptsAllowed: 3,
  attemptsLeft: 3,
  lesson: { courseId: 5, courseTitle: 'Orbits', courseContentId: 11, resourceId: 21 },
  attempts: [],
  assignment: {
    instructions: 'Write a plan',
    filesAllowed: 0,
    rubric,
    dueAt: '2099-12-31T16:00:00.000Z',
    refusesLate: false,
  },
  ...given,
})

const tryOf = (given: Partial<Attempt>): Attempt =>
  anAttempt({ assessmentId: 9, number: 1, deadline: null, questions: [question], totalPoints: 10, ...given })

const returned = {
  number: 1,
  state: 'graded' as const,
  submittedAt: '2026-11-20T02:10:00.000Z',
  percentage: 0,
  earnedPoints: 6,
}

function showLesson(assessment: Assessment) {
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
  answer('readResourceAssessment', { success: true, data: assessment })
  answer('saveResourceProgress', {
    success: true,
    completed: false,
    watchTime: 0,
    position: 0,
    course: { totalLessons: 1, completedLessons: 0, progressPercentage: 0, lastAccessed: null },
  })
  return renderRoute('/lesson/11/resources/21', { user: aisyah })
}

test('a learner sees task, due date and criteria, starts, and hands in on the same page', async () => {
  const { press } = await showLesson(task())
  await screen.findByText('Not started')
  expect(screen.getByText('31 Dec 2099, 23:59')).toBeTruthy()
  expect(screen.getByText('Clear order')).toBeTruthy()
  const open = tryOf({ state: 'open' })
  answer('startAttempt', { success: true, data: open })
  answer('readAttempt', { success: true, data: open })
  answer('readResourceAssessment', { success: true, data: task({ attempts: [open] }) })
  await press.click(screen.getByRole('button', { name: 'Start' }))
  const field = await screen.findByRole('textbox', { name: 'Your work' })
  await waitFor(() => expect(document.activeElement).toBe(field))
  await press.click(screen.getByRole('button', { name: 'Hand in' }))
  expect(screen.getByText('Write something or add a file before you hand in.')).toBeTruthy()
  const saves = recordCalls('saveAnswer', { success: true, data: { savedAt: '2026-11-20T02:00:00.000Z' } })
  const waiting = tryOf({ state: 'waiting', submittedAt: '2026-11-20T02:10:00.000Z' })
  answer('submitAttempt', { success: true, data: waiting })
  await press.type(field, 'First')
  answer('readResourceAssessment', { success: true, data: task({ attempts: [waiting], attemptsLeft: 0 }) })
  answer('readAttempt', { success: true, data: waiting })
  await press.click(screen.getByRole('button', { name: 'Hand in' }))
  await screen.findByText(/^Your teacher grades your work/)
  expect(screen.getAllByText('Handed in').length).toBeGreaterThan(0)
  expect(document.activeElement?.textContent).toBe('AssignmentHanded in')
  expect(saves.at(-1)?.body).toMatchObject({ answer: 'First' })
})

test('returned work shows the levels and the comment, and another try can begin', async () => {
  const result = {
    questionId: 31,
    isCorrect: false,
    earnedPoints: 6,
    correctAnswer: null,
    tests: null,
    problem: null,
    explanation: '',
    comment: 'Name your sources',
    levels: [1, 0],
  }
  answer('readAttempt', { success: true, data: tryOf({ ...returned, results: [result] }) })
  await showLesson(task({ attempts: [tryOf(returned)], attemptsLeft: 2 }))
  await screen.findByText('Name your sources')
  expect(screen.getAllByText('Returned')).toHaveLength(2)
  expect(screen.getByText('6 of 10 points')).toBeTruthy()
  expect(screen.getByText('2 of 3 left')).toBeTruthy()
  expect(screen.getByText('None').closest('li')?.textContent).toContain('Your level')
  expect(screen.getByRole('button', { name: 'Try again' })).toBeTruthy()
})

test('an assignment that refuses late work is closed to a learner who has handed in nothing', async () => {
  const late = { ...task().assignment, dueAt: '2020-01-01T16:00:00.000Z', refusesLate: true }
  await showLesson(task({ assignment: late as NonNullable<Assessment['assignment']> }))
  await screen.findByText('The due date has passed, and late work is not accepted.')
  expect(screen.queryByRole('button', { name: 'Start' })).toBeNull()
})

const handIn = (given: Partial<HandIn> = {}): HandIn => ({
  attemptId: 7,
  userId: 3,
  name: 'Aisyah Rahman',
  email: 'a@x.test',
  assessmentTitle: 'Plan',
  number: 1,
  submittedAt: '2026-11-25T02:00:00.000Z',
  gradedAt: null,
  percentage: null,
  courseTitle: 'Fire',
  assessmentId: 9,
  state: 'waiting',
  passPercentage: 1,
  isAssignment: true,
  seen: 0,
  next: null,
  answers: [
    {
      questionId: 31,
      question: 'Write a plan',
      points: 10,
      guide: '',
      rubric,
      text: 'First',
      files: [],
      grades: [],
    },
  ],
  ...given,
})

test('a digit chooses a level of the first open criterion, and R returns the work with a comment', async () => {
  answerManagedCourse()
  const queue = { courseTitle: 'Fire', items: [], waiting: 1, graded: 0, elsewhere: [] }
  answer('listHandIns', { success: true, data: queue })
  answer('readHandIn', { success: true, data: handIn() })
  const { press } = await renderRoute('/course/5/hand-ins/7', { user: admin })
  await screen.findByText('0 of 10 points')
  await press.keyboard('r')
  expect(screen.getAllByText('Please choose a level')).toHaveLength(2)
  expect(screen.getByText('Please say what is missing before you return the work')).toBeTruthy()
  await press.click(screen.getByRole('radio', { name: /None/ }))
  await press.keyboard('2')
  expect(screen.getByText('6 of 10 points')).toBeTruthy()
  await press.keyboard('c')
  await press.keyboard('Name your sources{Escape}')
  const graded = { success: true as const, data: handIn({ state: 'graded', seen: 4 }) }
  const sent = recordCalls('gradeHandIn', graded)
  answer('readHandIn', graded)
  await press.keyboard('r')
  await waitFor(() => expect(sent).toHaveLength(1))
  expect(sent[0]?.body).toEqual({
    seen: 0,
    verdict: 'return',
    grades: [{ questionId: 31, points: 6, comment: 'Name your sources', levels: [1, 0] }],
  })
  await waitFor(() => expect(screen.queryByText(/^Keys:/)).toBeNull())
  await press.keyboard('p')
  expect(sent, 'a key does not change a verdict').toHaveLength(1)
})

test('an author writes an assignment as one question with criteria, a due date and tries', async () => {
  const assignment = { dueOn: '', dueAfterDays: '', refusesLate: false, cohorts: [] }
  const edit = {
    resourceId: 21,
    courseId: 5,
    assessmentId: 9,
    title: 'Plan',
    isPublished: false,
    isModulePublished: true,
    quiz: { settings: { ...emptySettings, assignment }, questions: [] },
    hasDraft: false,
    pictures: [],
    publishedVersion: null,
    attempts: 0,
    savedAt: '2026-11-24T02:00:00.000Z',
    version: 4,
  }
  answer('readQuizEdit', { success: true, data: edit })
  answer('listCohorts', { success: true, data: { cohorts: [], selfPaced: true } })
  recordCalls('saveQuizDraft', { success: true, data: { ...edit, version: 5 } })
  const published = recordCalls('publishQuiz', { success: true, data: { ...edit, version: 6 } })
  const { press } = await renderRoute('/course/5/manage/quizzes/21', { user: admin })
  await press.type(await screen.findByLabelText('Instructions'), 'Write a plan')
  await press.click(screen.getByLabelText('Files'))
  await press.click(screen.getByRole('button', { name: 'Add a criterion' }))
  await press.type(screen.getByLabelText('Criterion 1'), 'Structure')
  for (const [index, field] of screen.getAllByLabelText('What the work looks like').entries())
    await press.type(field, `Level ${index}`)
  expect(screen.getByText('The best levels add up to 10 points.')).toBeTruthy()
  await press.click(screen.getByLabelText('Days after the access began'))
  await press.clear(screen.getByLabelText('Days'))
  expect(screen.getByText('Without a number, the assignment has no due date')).toBeTruthy()
  await press.type(screen.getByLabelText('Days'), '14')
  await press.click(screen.getByLabelText('Close the assignment after the due date'))
  await press.type(screen.getByLabelText('Tries, at most'), '2')
  await press.click(screen.getByRole('button', { name: 'Publish assignment' }))
  await waitFor(() => expect(published).toHaveLength(1))
  expect(published[0]?.body).toMatchObject({
    quiz: {
      settings: { attemptsAllowed: '2', assignment: { dueAfterDays: '14', refusesLate: true } },
      questions: [{ type: 'hand-in', question: 'Write a plan', files: '5', isFilesOnly: true }],
    },
  })
})
