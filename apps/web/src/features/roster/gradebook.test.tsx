import type { GradebookColumn, GradebookRow } from '@apogee/contracts/roster/gradebook.ts'
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { answer, recordCalls, refuse } from '#web/testing/mock-api.ts'
import { admin, aisyah } from '#web/testing/people.ts'
import { answerManagedCourse } from '#web/testing/managed-course.ts'
import { renderRoute } from '#web/testing/render-route.tsx'

const columns: GradebookColumn[] = [
  {
    resourceId: 21,
    title: 'First quiz',
    kind: 'quiz',
    passPercentage: 60,
    average: 71,
    learners: 2,
    waiting: 1,
  },
  {
    resourceId: 22,
    title: 'Fire drill',
    kind: 'package',
    passPercentage: null,
    average: null,
    learners: 0,
    waiting: 0,
  },
]
const rows: GradebookRow[] = [
  {
    userId: 7,
    name: 'Ali bin Abu',
    email: 'ali@learn.test',
    avatar: null,
    average: 45,
    scores: [
      { resourceId: 21, percentage: 45, attempts: 2, waiting: null },
      { resourceId: 22, percentage: null, attempts: 1, waiting: 91 },
    ],
  },
  { userId: 8, name: null, email: 'siti@learn.test', avatar: null, average: null, scores: [] },
]
const listed = (data: GradebookRow[], nextCursor: string | null = null) => ({
  success: true as const,
  data,
  meta: { total: data.length, nextCursor },
})
const soon = { timeout: 10_000 }

beforeEach(() => {
  answerManagedCourse()
  answer('readGradebookColumns', { success: true, data: { courseTitle: 'Orbits', columns } })
  answer('listGradebook', listed(rows))
})
const open = (address = '/course/5/gradebook', user = admin, language: 'en' | 'ms' = 'en') =>
  renderRoute(address, { user, language })

test('each learner has a row, each item a column with its average, and what waits leads to its grading', async () => {
  await open()
  const table = await screen.findByRole('table', { name: 'Gradebook' }, soon)
  const cells = within(table)
    .getAllByRole('row')
    .map((row) => [...row.children].map((cell) => cell.textContent))
  expect(cells).toEqual([
    ['Learner', 'Average', 'First quizAverage 71%2 learners1 to grade', 'Fire drillNo results yet'],
    ['Ali bin Abuali@learn.test', '45%', '45%, below the pass mark', 'Grade'],
    ['Unnamed Usersiti@learn.test', '–No result', '–No result', '–No result'],
  ])
  const grade = screen.getByRole('link', { name: 'Grade Fire drill of Ali bin Abu' })
  expect(grade.getAttribute('href')).toBe('/course/5/hand-ins/91')
  expect(screen.getByRole('link', { name: 'Ali bin Abu' }).getAttribute('href')).toBe('/course/5/people/7')
  expect(screen.getByRole('region', { name: 'Scores of learners, can be scrolled' }).tabIndex).toBe(0)
})

test('an assignment shows who passed and whose work was returned', async () => {
  const plan = {
    ...columns[0],
    resourceId: 23,
    title: 'Plan',
    kind: 'assignment',
    passPercentage: 1,
  } as GradebookColumn
  answer('readGradebookColumns', {
    success: true,
    data: { courseTitle: 'Orbits', columns: [{ ...plan, average: 50 }] },
  })
  const cell = { resourceId: 23, isAssignment: true as const, attempts: 1, waiting: null }
  answer(
    'listGradebook',
    listed(rows.map((row, index) => ({ ...row, scores: [{ ...cell, percentage: index === 0 ? 0 : 70 }] }))),
  )
  await open()
  expect(await screen.findByText('50% passed', {}, soon)).toBeTruthy()
  expect(screen.getAllByRole('row').map((row) => row.lastElementChild?.textContent)).toEqual([
    'Plan50% passed2 learners1 to grade',
    'Returned',
    'Passed',
  ])
})

test('a press on a heading sorts by it, the next one turns the order round, and the address keeps it', async () => {
  const { press, address } = await open()
  await screen.findByRole('table', { name: 'Gradebook' }, soon)
  const calls = recordCalls('listGradebook', listed(rows))
  const heading = () => screen.getByRole('button', { name: 'First quiz' })
  await press.click(heading())
  await waitFor(
    () => expect(calls[0]?.query).toMatchObject({ sort: 'score', item: '21', direction: 'descending' }),
    soon,
  )
  expect(heading().closest('th')?.getAttribute('aria-sort')).toBe('descending')
  await press.click(heading())
  await waitFor(() => expect(address()).toContain('order=21'), soon)
  expect(heading().closest('th')?.getAttribute('aria-sort')).toBe('ascending')
})

test('further learners are loaded with the cursor of the page', async () => {
  answer('listGradebook', listed(rows.slice(0, 1), 'next'))
  const { press } = await open()
  await screen.findByRole('link', { name: 'Ali bin Abu' }, soon)
  const calls = recordCalls('listGradebook', listed(rows.slice(1)))
  await press.click(screen.getByRole('button', { name: 'Show more learners' }))
  expect(await screen.findByRole('link', { name: 'Unnamed User' }, soon)).toBeTruthy()
  expect(calls[0]?.query).toMatchObject({ cursor: 'next' })
})

test('a course without quizzes, one without learners, and a search without a match say what to do', async () => {
  answer('listGradebook', listed([]))
  await open('/course/5/gradebook?search=zzz')
  expect(await screen.findByText('No learner matches', {}, soon)).toBeTruthy()
  await open()
  expect(await screen.findByText('Nobody studies this course yet', {}, soon)).toBeTruthy()
  answer('readGradebookColumns', { success: true, data: { courseTitle: 'Orbits', columns: [] } })
  await open()
  expect(await screen.findByText('Nothing with a score yet', {}, soon)).toBeTruthy()
})

test('a table of very many items shows the first hundred and says so', async () => {
  const [first] = columns
  const many = Array.from({ length: 101 }, (_, index) => ({
    ...(first as GradebookColumn),
    resourceId: 100 + index,
    title: `Quiz ${index + 1}`,
  }))
  answer('readGradebookColumns', { success: true, data: { courseTitle: 'Orbits', columns: many } })
  await open()
  const table = await screen.findByRole('table', { name: 'Gradebook' }, soon)
  expect(within(table).getAllByRole('columnheader')).toHaveLength(102)
  expect(within(table).queryByRole('button', { name: 'Quiz 101' })).toBeNull()
  expect(screen.getByText(/first 100 of 101 quizzes, assignments and packages/)).toBeTruthy()
})

test('the gradebook is downloaded as CSV, in Malay, too', async () => {
  const tickets = recordCalls('createTicket', {
    success: true,
    data: { url: '/api/exports/x', expiresAt: '2026-11-24T00:01:00.000Z' },
  })
  const { press } = await open('/course/5/gradebook', admin, 'ms')
  expect(await screen.findByRole('heading', { level: 1, name: 'Buku markah' }, soon)).toBeTruthy()
  await press.click(screen.getByRole('button', { name: 'Muat turun CSV' }))
  await waitFor(() => expect(tickets[0]?.body).toEqual({ what: 'gradebook', filters: { courseId: 5 } }), soon)
})

test('a course that one does not manage is not found, and students are led away', async () => {
  refuse('readGradebookColumns', 'COURSE_NOT_FOUND')
  refuse('listGradebook', 'COURSE_NOT_FOUND')
  await open('/course/6/gradebook')
  expect(await screen.findByText('Course not found', {}, soon)).toBeTruthy()
  const { address } = await open('/course/5/gradebook', aisyah)
  await waitFor(() => expect(address()).toBe('/forbidden'), soon)
})
