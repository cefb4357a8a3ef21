import type { HandIn } from '@apogee/contracts/assessments/hand-ins.ts'
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { anAttempt, answerOpen } from '#web/testing/assessment.ts'
import { answer, breakNetwork, recordCalls, refuse } from '#web/testing/mock-api.ts'
import { admin, aisyah } from '#web/testing/people.ts'
import { answerManagedCourse } from '#web/testing/managed-course.ts'
import { renderRoute } from '#web/testing/render-route.tsx'

const handIn = (more: Partial<HandIn> = {}): HandIn => ({
  attemptId: 7,
  userId: 3,
  name: 'Aisyah Rahman',
  email: 'a@x.test',
  assessmentTitle: 'Plans',
  number: 1,
  submittedAt: '2026-11-25T02:00:00.000Z',
  gradedAt: null,
  percentage: null,
  courseTitle: 'Fire',
  assessmentId: 2,
  state: 'waiting',
  passPercentage: null,
  seen: 0,
  next: null,
  answers: [
    {
      questionId: 11,
      question: 'Write a plan',
      points: 10,
      guide: 'Three steps',
      text: 'First, then, last',
      files: [{ url: '/media/x?s=1', name: 'plan.pdf', sizeBytes: 2048 }],
      grades: [],
    },
  ],
  ...more,
})

beforeEach(() => answerManagedCourse())

const openGrading = () => renderRoute('/course/5/hand-ins/7', { user: admin })

test('a grade needs points of the question; what was typed is kept when saving fails, and after a reload', async () => {
  answer('readHandIn', { success: true, data: handIn() })
  const { press, unmount } = await openGrading()
  await press.type(await screen.findByLabelText('Comment'), 'Good start')
  await press.type(screen.getByLabelText('Points, 0 to 10'), '11')
  await press.click(screen.getByRole('button', { name: 'Save Grade' }))
  expect(screen.getByText('Please enter a whole number from 0 to 10')).toBeTruthy()
  refuse('gradeHandIn', 'UNAVAILABLE')
  await press.clear(screen.getByLabelText('Points, 0 to 10'))
  await press.type(screen.getByLabelText('Points, 0 to 10'), '7')
  await press.click(screen.getByRole('button', { name: 'Save Grade' }))
  await screen.findByRole('alert')
  unmount()
  await openGrading()
  expect((await screen.findByLabelText<HTMLTextAreaElement>('Comment')).value).toBe('Good start')
  expect(screen.getByLabelText<HTMLInputElement>('Points, 0 to 10').value).toBe('7')
})

test('a grade that somebody else has given meanwhile is shown, and the own one is kept for the next save', async () => {
  answer('readHandIn', { success: true, data: handIn() })
  const { press } = await openGrading()
  await press.type(await screen.findByLabelText('Points, 0 to 10'), '7')
  refuse('gradeHandIn', 'HAND_IN_GRADED')
  await press.click(screen.getByRole('button', { name: 'Save Grade' }))
  const theirs = { id: 90, points: 4, comment: 'Thin', by: 'Tan Wei Jian', at: '2026-11-25T03:00:00.000Z' }
  const [given] = handIn().answers
  answer('readHandIn', {
    success: true,
    data: handIn({
      state: 'graded',
      percentage: 40,
      seen: 90,
      answers: given ? [{ ...given, grades: [theirs] }] : [],
    }),
  })
  await press.click(await screen.findByRole('button', { name: 'Show that grade' }))
  await screen.findByText('4 points by Tan Wei Jian, 25 Nov 2026, 11:00')
  expect(screen.getByLabelText<HTMLInputElement>('Points, 0 to 10').value).toBe('7')
  const saved = recordCalls('gradeHandIn', { success: true, data: handIn({ state: 'graded', seen: 91 }) })
  await press.click(screen.getByRole('button', { name: 'Save New Grade' }))
  await waitFor(() => expect(saved).toHaveLength(1))
  expect(saved[0]?.body).toMatchObject({ seen: 90, grades: [{ questionId: 11, points: 7, comment: '' }] })
})

const uploaded = (url: string) => ({
  success: true as const,
  url,
  data: { url, size: 6, contentType: 'text/plain' },
})

const asked = () =>
  anAttempt({
    questions: [
      {
        id: 11,
        kind: 'hand-in',
        question: 'Write a plan',
        points: 10,
        options: [],
        starterCode: '',
        functionName: null,
        given: 'First',
        filesAllowed: 2,
        files: [],
      },
    ],
  })

const choose = async (press: { upload: (input: HTMLElement, file: File) => Promise<void> }, name: string) =>
  press.upload(
    await screen.findByLabelText<HTMLInputElement>('Add files, up to 2'),
    new File(['A plan'], name, { type: 'text/plain' }),
  )

test('chosen files are saved with the text of their answer, and taken out again', async () => {
  answerOpen(asked())
  let count = 0
  answer('uploadFile', () => {
    count += 1
    return uploaded(`/media/file${count}?s=1`)
  })
  const saved = recordCalls('saveAnswer', { success: true, data: { savedAt: '2026-11-25T02:00:00.000Z' } })
  const { press } = await renderRoute('/assessment/1', { user: aisyah })
  await choose(press, 'plan.txt')
  await screen.findByRole('link', { name: /plan.txt/ })
  await choose(press, 'map.txt')
  await screen.findByRole('link', { name: /map.txt/ })
  await screen.findByText('All 2 files are added.')
  await press.click(screen.getByRole('button', { name: 'Remove plan.txt' }))
  await waitFor(() => expect(screen.queryByRole('link', { name: /plan.txt/ })).toBeNull())
  expect(saved.map(({ body }) => body)).toEqual([
    { answer: 'First', files: ['/media/file1?s=1'] },
    { answer: 'First', files: ['/media/file1?s=1', '/media/file2?s=1'] },
    { answer: 'First', files: ['/media/file2?s=1'] },
  ])
})

test('a file that could not be uploaded keeps the attempt from being submitted until it is sent or removed', async () => {
  answerOpen(asked())
  breakNetwork('uploadFile')
  const { press } = await renderRoute('/assessment/1', { user: aisyah })
  await choose(press, 'plan.txt')
  await screen.findByText(/could not be uploaded|connection/i)
  await press.click(screen.getByRole('button', { name: 'Submit Assessment' }))
  // The mock network would fail the test if the attempt were submitted.
  expect(screen.getByRole('button', { name: 'Try again' })).toBeTruthy()
  answer('uploadFile', uploaded('/media/file1'))
  answer('saveAnswer', { success: true, data: { savedAt: '2026-11-25T02:00:00.000Z' } })
  await press.click(screen.getByRole('button', { name: 'Try again' }))
  await screen.findByRole('link', { name: /plan.txt/ })
})

test('a file with malware is named with the reason, and what was typed stays', async () => {
  answerOpen(asked())
  refuse('uploadFile', 'FILE_INFECTED')
  const { press } = await renderRoute('/assessment/1', { user: aisyah })
  await choose(press, 'plan.txt')
  await screen.findByText(/We found malware in this file, so it was not kept\./)
  expect(screen.getByDisplayValue('First')).toBeTruthy()
})

test('leaving the page is asked about while a file of an answer is uploaded', async () => {
  answerOpen(asked())
  const end = Promise.withResolvers<undefined>()
  answer('uploadFile', async () => {
    await end.promise
    return uploaded('/media/file1?s=1')
  })
  answer('saveAnswer', { success: true, data: { savedAt: '2026-11-25T02:00:00.000Z' } })
  const { press, address } = await renderRoute('/assessment/1', { user: aisyah })
  await choose(press, 'plan.txt')
  const [away] = screen.getAllByRole('link', { name: 'My learning' })
  if (away) await press.click(away)
  const question = await screen.findByRole('alertdialog', { name: 'Leave this page?' })
  await press.click(within(question).getByRole('button', { name: 'Stay' }))
  expect(address()).toMatch(/^\/assessment\/1/)
  end.resolve(undefined)
  await screen.findByRole('link', { name: /plan.txt/ })
  expect(dispatchEvent(new Event('beforeunload', { cancelable: true }))).toBe(true)
})

test('a file above 20 MB is refused before it is sent', async () => {
  answerOpen(asked())
  const { press } = await renderRoute('/assessment/1', { user: aisyah })
  const large = new File(['x'], 'film.mp4', { type: 'video/mp4' })
  Object.defineProperty(large, 'size', { value: 21 * 1_048_576 })
  await press.upload(await screen.findByLabelText<HTMLInputElement>('Add files, up to 2'), large)
  await screen.findByText(/20\s?MB limit/)
})
