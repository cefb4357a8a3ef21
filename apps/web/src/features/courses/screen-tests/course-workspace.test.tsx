import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { aModule, answerManagedCourse } from '#web/testing/managed-course.ts'
import { answer, recordCalls, refuse } from '#web/testing/mock-api.ts'
import { aCourse, admin } from '#web/testing/people.ts'
import { renderRoute } from '#web/testing/render-route.tsx'

const title = 'Practical Machine Learning'
const nobody = { total: 0, nextCursor: null, courseTitle: title }

beforeEach(() => {
  answerManagedCourse(aCourse({ studentCount: 12, price: 24_900, instructorId: 8 }))
  answer('listCohorts', { success: true, data: { cohorts: [], selfPaced: true } })
  answer('listPackageTroubles', { success: true, data: [] })
  answer('listCourseLearners', { success: true, data: [], meta: nobody })
  answer('readGradebookColumns', { success: true, data: { courseTitle: title, columns: [] } })
  answer('listGradebook', { success: true, data: [], meta: { total: 0, nextCursor: null } })
  answer('readCourseFigures', {
    success: true,
    data: { courseTitle: title, funnel: [], lessons: [] },
  })
  answer('readSources', { success: true, data: { from: '2026-10-28', to: '2026-11-26', sources: [] } })
  answer('listAnnouncements', { success: true, data: [], meta: { total: 0, nextCursor: null } })
  answer('listLiveSessions', { success: true, data: { sessions: [] } })
  answer('listDiscussions', { success: true, data: [], meta: { total: 0, nextCursor: null } })
})

const open = (path: string) => renderRoute(`/course/5/${path}`, { user: admin })
const tabs = async () => within(await screen.findByRole('navigation', { name: 'Parts of the course' }))

test.each([
  ['manage', 'Content'],
  ['manage?part=overview', 'Overview'],
  ['figures', 'Overview'],
  ['people', 'Learners 1212 students'],
  ['manage?part=pricing', 'Pricing'],
  ['manage?part=questions', 'Questions'],
  ['gradebook', 'Grades'],
  ['hand-ins', 'Grades'],
  ['manage?part=settings', 'Settings'],
  ['manage?part=cohorts', 'Settings'],
])('the page %s has the header of its course and one current tab', async (path, current) => {
  answer('readCourseSale', { success: true, data: null })
  await open(path)
  const links = (await tabs()).getAllByRole('link')
  await (await tabs()).findByText('12 students')
  expect(links.map((link) => link.getAttribute('href'))).toEqual([
    '/course/5/manage?part=overview',
    '/course/5/manage',
    '/course/5/people',
    '/course/5/manage?part=sales',
    '/course/5/manage?part=pricing',
    '/course/5/manage?part=questions',
    '/course/5/gradebook',
    '/course/5/manage?part=settings',
  ])
  const shown = links.filter((link) => link.getAttribute('aria-current') === 'page')
  expect(shown.map((link) => link.textContent)).toEqual([current])
  expect(screen.getAllByRole('heading', { level: 1 })).toHaveLength(1)
  expect(screen.getByText('Public')).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Back to your courses' }).getAttribute('href')).toBe(
    '/admin?tab=courses',
  )
})

test('a course that the person does not manage shows no header and no tabs', async () => {
  refuse('readCourse', 'COURSE_NOT_FOUND')
  await open('manage')
  expect(await screen.findByRole('heading', { level: 1, name: 'Course not found' })).toBeTruthy()
  expect(screen.queryByRole('navigation', { name: 'Parts of the course' })).toBeNull()
})

test('the price is saved on the page itself with Enter, and only what was changed is sent', async () => {
  answer('readCourseSale', { success: true, data: null })
  answer('listInstructors', { success: true, data: [], meta: { total: 0, nextCursor: null } })
  const calls = recordCalls('updateCourse', { success: true, data: aCourse({ price: 19_900 }) })
  const { press } = await open('manage?part=pricing')
  const price = await screen.findByLabelText<HTMLInputElement>('Price (RM)')
  const sale = screen.getByLabelText<HTMLInputElement>('Sale price (RM)')
  await waitFor(() => expect(sale.closest('fieldset')?.disabled).toBe(false))
  await press.clear(price)
  await press.type(price, '199{Enter}')
  expect(await screen.findByText('The price has been saved')).toBeTruthy()
  expect(calls.map(({ body }) => body)).toEqual([{ price: 19_900 }])
})

test('a price that cannot be saved because of other details names the way to them', async () => {
  answerManagedCourse(aCourse({ description: '', instructorId: 8 }))
  answer('readCourseSale', { success: true, data: null })
  const { press } = await open('manage?part=pricing')
  await press.type(await screen.findByLabelText('Price (RM)'), '{Enter}')
  expect(await screen.findByText(/details must be mended/)).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Edit details' })).toBeTruthy()
})

test('the module that was opened last stands open on the next visit, and a deleted one is forgotten', async () => {
  answerManagedCourse({ contents: [aModule(), aModule({ id: 12, title: 'Further' })] })
  const { press, unmount } = await open('manage')
  expect(await screen.findByText('Select a module to manage its content')).toBeTruthy()
  await press.click(screen.getByRole('button', { name: /^Further/ }))
  unmount()
  const again = await open('manage')
  expect(await screen.findByRole('switch', { name: 'Publish Further' })).toBeTruthy()
  expect(again.address()).toBe('/course/5/manage')
  again.unmount()
  answerManagedCourse({ contents: [aModule()] })
  await open('manage')
  expect(await screen.findByText('Select a module to manage its content')).toBeTruthy()
})

test('the first module that is typed opens at once, and a further one leaves it open', async () => {
  answerManagedCourse({ contents: [] })
  let contents = [aModule({ id: 21, title: 'One' })]
  const { press } = await open('manage')
  answer('createContent', () => {
    answerManagedCourse({ contents })
    return { success: true, data: contents.at(-1) ?? aModule() }
  })
  const input = await screen.findByRole('textbox', { name: 'New module, as a draft' })
  await press.type(input, 'One{Enter}')
  expect(await screen.findByRole('textbox', { name: 'New lesson in One, as a draft' })).toBeTruthy()
  contents = [...contents, aModule({ id: 22, title: 'Two', order: 1 })]
  await press.type(input, 'Two{Enter}')
  expect(await screen.findByRole('button', { name: /^Two/ })).toBeTruthy()
  expect(screen.getByRole('textbox', { name: 'New lesson in One, as a draft' })).toBeTruthy()
})

test('the tabs count learners, unanswered questions and answers to grade', async () => {
  answer('listDiscussions', ({ query }) => ({
    success: true,
    data: [],
    meta: { total: query['unanswered'] === 'true' ? 3 : 40, nextCursor: null },
  }))
  answer('listHandIns', {
    success: true,
    data: { courseTitle: title, waiting: 2, graded: 7, items: [], elsewhere: [] },
  })
  await open('manage?part=settings')
  expect(await screen.findByRole('link', { name: 'Questions 3 unanswered questions' })).toBeTruthy()
  expect(await screen.findByRole('link', { name: 'Grades 2 answers to grade' })).toBeTruthy()
})
