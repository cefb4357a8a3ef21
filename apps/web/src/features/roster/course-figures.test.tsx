import type { CourseFigures, WatchFigures } from '@apogee/contracts/roster/course-figures.ts'
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { answer, breakNetwork, recordCalls, refuse } from '#web/testing/mock-api.ts'
import { admin } from '#web/testing/people.ts'
import { answerManagedCourse } from '#web/testing/managed-course.ts'
import { renderRoute } from '#web/testing/render-route.tsx'

const figures: CourseFigures = {
  courseTitle: 'Orbits',
  funnel: [
    { step: 'enrolled', learners: 40 },
    { step: 'started', learners: 30 },
    { step: 'quarter', learners: 20 },
    { step: 'half', learners: 12 },
    { step: 'threeQuarters', learners: 11 },
    { step: 'finished', learners: 10 },
    { step: 'certificate', learners: 1 },
  ],
  lessons: [
    { id: 1, title: 'Launch', fileType: 'video', opened: 30, completed: 28, stopped: 1, isSteep: false },
    { id: 2, title: 'Burn', fileType: 'pdf', opened: 28, completed: 12, stopped: 14, isSteep: true },
  ],
}
const found = { success: true, data: figures } as const
const watched: WatchFigures = {
  resourceId: 1,
  courseContentId: 9,
  title: 'Launch',
  seconds: 90,
  viewers: 12,
  parts: [
    { from: 0, to: 45, viewers: 12 },
    { from: 45, to: 90, viewers: 7 },
  ],
  leaves: [{ at: 45, lost: 5 }],
}
const missed = {
  resourceId: 3,
  quiz: 'Quiz: orbits',
  key: 'far',
  question: 'Which point is farthest?',
  asked: 40,
  missedPercent: 62,
}
beforeEach(() => {
  answerManagedCourse()
  answer('readWatchFigures', { success: true, data: watched })
  answer('readMissedQuestions', { success: true, data: { questions: [missed] } })
  answer('readSources', { success: true, data: { from: '2026-10-28', to: '2026-11-26', sources: [] } })
})

const open = (language: 'en' | 'ms' = 'en') => renderRoute('/course/5/figures', { user: admin, language })

test('the figures of a course show how far learners come, with shares for screen readers', async () => {
  answer('readCourseFigures', found)
  await open()
  const steps = within(await screen.findByRole('list', { name: 'How far learners come' })).getAllByRole(
    'listitem',
  )
  expect(steps.map((step) => step.querySelector('.vh')?.textContent)).toEqual([
    'Enrolled: 40 learners, 100%',
    'Started: 30 learners, 75%',
    '25%: 20 learners, 50%',
    '50%: 12 learners, 30%',
    '75%: 11 learners, 28%',
    'Finished: 10 learners, 25%',
    'Certificate: 1 learner, 3%',
  ])
})

test('the lessons of the figures tell in words where unusually many stop', async () => {
  answer('readCourseFigures', found)
  await open()
  const rows = within(await screen.findByRole('table', { name: 'Where learners stop' })).getAllByRole('row')
  expect(within(rows[2] ?? document.body).getByText('Unusually many stop here')).toBeTruthy()
  expect(within(rows[1] ?? document.body).queryByText('Unusually many stop here')).toBeNull()
  const people = screen.getByRole('link', { name: '14 stopped at Burn: see who' })
  expect(people.getAttribute('href')).toBe('/course/5/people?stoppedAt=2')
})

test('a range of days asks for the people who enrolled since then', async () => {
  const asked = recordCalls('readCourseFigures', found)
  const { press } = await open()
  await waitFor(() => expect(asked.length).toBe(1))
  await press.click(await screen.findByRole('button', { name: '30 days' }))
  await waitFor(() => expect(asked.length).toBe(2))
  expect(asked[0]?.query).toEqual({})
  expect(asked[1]?.query['from']).toMatch(/^\d{4}-\d\d-\d\d$/)
})

test('figures without learners say so, and a failure offers to try again', async () => {
  breakNetwork('readCourseFigures')
  const { press } = await open()
  expect(await screen.findByText('The figures could not be loaded')).toBeTruthy()
  answer('readCourseFigures', {
    success: true,
    data: { ...figures, funnel: figures.funnel.map(({ step }) => ({ step, learners: 0 })) },
  })
  await press.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByText('Nobody enrolled within these days')).toBeTruthy()
})

test('the parts of a video tell how many watched them, and where most leave', async () => {
  answer('readCourseFigures', found)
  const asked = recordCalls('readWatchFigures', { success: true, data: watched })
  await open()
  const parts = within(await screen.findByRole('list', { name: 'Where viewers leave a video' }))
  expect(parts.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    '0:00: 12 viewers',
    '0:45: 7 viewers',
  ])
  expect(screen.getByText('5 fewer than just before')).toBeTruthy()
  expect(screen.getByRole('link', { name: '0:45' }).getAttribute('href')).toBe('/lesson/9/resources/1?t=45')
  expect(asked[0]?.params).toMatchObject({ id: '1' })
  expect(screen.getAllByRole('option').map(({ textContent }) => textContent)).toContain('Launch')
})

test('the questions that are missed most are named with their quiz', async () => {
  answer('readCourseFigures', found)
  await open()
  const table = within(await screen.findByRole('table', { name: 'Questions most missed' }))
  expect(table.getByText('Which point is farthest?')).toBeTruthy()
  expect(table.getByRole('link', { name: 'Quiz: orbits' }).getAttribute('href')).toBe(
    '/course/5/manage/quizzes/3',
  )
  expect(table.getByText('62%')).toBeTruthy()
})

test('the questions missed most are those of the people who enrolled within the chosen days', async () => {
  answer('readCourseFigures', found)
  const asked = recordCalls('readMissedQuestions', { success: true, data: { questions: [missed] } })
  const { press } = await open()
  await waitFor(() => expect(asked.length).toBe(1))
  await press.click(await screen.findByRole('button', { name: '30 days' }))
  await waitFor(() => expect(asked.length).toBe(2))
  expect(asked[0]?.query).toEqual({})
  expect(asked[1]?.query['from']).toMatch(/^\d{4}-\d\d-\d\d$/)
})

test('the figures are downloaded for the chosen days, and a failure is told', async () => {
  answer('readCourseFigures', found)
  breakNetwork('exportCourseFigures')
  const { press } = await open()
  await press.click(await screen.findByRole('button', { name: 'Download CSV' }))
  expect(await screen.findByRole('alert')).toBeTruthy()
  vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:file')
  const saved = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockReturnValue()
  const calls = recordCalls('exportCourseFigures', {
    success: true,
    data: { fileName: 'Orbits-figures.csv', csv: 'Part' },
  })
  await press.click(screen.getByRole('button', { name: '30 days' }))
  await press.click(await screen.findByRole('button', { name: 'Download CSV' }))
  await waitFor(() => expect(saved).toHaveBeenCalledOnce())
  expect(calls[0]?.query['from']).toMatch(/^\d{4}-\d\d-\d\d$/)
})

test('without missed questions the page says so', async () => {
  answer('readCourseFigures', found)
  answer('readMissedQuestions', { success: true, data: { questions: [] } })
  await open()
  expect(await screen.findByText(/^No question of a published quiz was missed/)).toBeTruthy()
})

test('a video that nobody watched says so, and a failure can be tried again', async () => {
  answer('readCourseFigures', found)
  breakNetwork('readWatchFigures')
  const { press } = await open()
  expect(await screen.findByText('The figures of this video could not be loaded')).toBeTruthy()
  answer('readWatchFigures', { success: true, data: { ...watched, viewers: 0, parts: [], leaves: [] } })
  await press.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByText(/^Nobody who enrolled within these days/)).toBeTruthy()
})

test('the figures of a course that the caller does not manage are not found', async () => {
  refuse('readCourseFigures', 'COURSE_NOT_FOUND')
  await open()
  expect(await screen.findByText('Course not found')).toBeTruthy()
})

test('the figures of a course are available in Malay', async () => {
  answer('readCourseFigures', found)
  await open('ms')
  expect(await screen.findByRole('heading', { name: 'Tempat pelajar berhenti' })).toBeTruthy()
})
