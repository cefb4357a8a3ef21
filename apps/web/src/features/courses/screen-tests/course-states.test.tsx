import type { CatalogueCourse } from '@apogee/contracts/catalogue/catalogue.ts'
import type { CourseLack, CourseStateInfo } from '@apogee/contracts/courses/courses.ts'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { answer, recordCalls, refuse } from '#web/testing/mock-api.ts'
import { aCourse, admin, aisyah } from '#web/testing/people.ts'
import { renderRoute } from '#web/testing/render-route.tsx'
import { aSalesInfo } from '#web/testing/sales-info.ts'

const title = 'Practical Machine Learning'

async function openManage(given: Partial<CatalogueCourse>) {
  answer('readCourse', (sent) => ({
    success: true,
    data: {
      ...aCourse({ ...given, id: Number(sent.params['courseId']) }),
      contents: [],
      permissions: { study: true, manage: true },
    },
  }))
  const page = await renderRoute('/course/5/manage', { user: admin })
  await screen.findByRole('heading', { level: 1, name: title })
  return page
}

const answerState = (lacks: CourseLack[], given: Partial<CourseStateInfo> = {}) =>
  answer('readCourseState', {
    success: true,
    data: {
      state: 'draft',
      lacks,
      people: { enrolled: 0, waiting: 0 },
      openPurchases: 0,
      openInvoices: 0,
      unusedSeats: 0,
      mayBecomeDraft: true,
      deletion: 'deleted',
      restoresTo: 'draft',
      promise: null,
      ...given,
    },
  })

test('the dialog creates a draft with its second button', async () => {
  answer('listCourses', { success: true, data: [], meta: { total: 0, nextCursor: null } })
  answer('listInstructors', { success: true, data: [], meta: { total: 0, nextCursor: null } })
  const calls = recordCalls('createCourse', {
    success: true,
    data: aCourse({ id: 9, title: 'New course', state: 'draft' }),
  })
  const { press } = await renderRoute('/admin?tab=courses', { user: admin })
  await press.click(await screen.findByRole('button', { name: 'Create Course' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Create Course' }))
  await press.click(dialog.getByRole('button', { name: 'Create as draft' }))
  expect(await dialog.findByText('Title is required')).toBeTruthy()
  await press.type(dialog.getByLabelText('Course Title'), 'New course')
  await press.type(dialog.getByLabelText('Description'), 'What it is about')
  await press.selectOptions(dialog.getByLabelText('Instructor'), 'Farid Hakim (you)')
  await press.click(dialog.getByRole('button', { name: 'Create as draft' }))
  expect(await screen.findByText(/New course has been created as a draft\./)).toBeTruthy()
  expect(calls).toHaveLength(1)
  expect(calls[0]?.body).toMatchObject({ title: 'New course', draft: true })
})

test('publishing lists what is missing and can continue', async () => {
  const { press } = await openManage({ state: 'draft' })
  expect(screen.getByText('Draft')).toBeTruthy()
  expect(screen.queryByText('Public')).toBeNull()
  await press.click(screen.getByRole('button', { name: /^More actions/ }))
  expect(screen.queryByRole('menuitem', { name: 'Copy Sales Link' })).toBeNull()
  await press.keyboard('{Escape}')
  answerState(['lessons', 'cover'])
  const calls = recordCalls('changeCourseState', { success: true, data: aCourse() })
  await press.click(screen.getByRole('button', { name: 'Publish' }))
  const dialog = within(await screen.findByRole('dialog', { name: `Publish ${title}?` }))
  expect(await dialog.findByText('A published lesson')).toBeTruthy()
  expect(dialog.getByText('A course image')).toBeTruthy()
  await press.click(dialog.getByRole('button', { name: 'Publish' }))
  expect(await screen.findByText(`${title} is published.`)).toBeTruthy()
  expect(calls[0]?.body).toEqual({ state: 'published' })
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('the first paid course asks for the money-back promise and publishes with it', async () => {
  const { press } = await openManage({ state: 'draft' })
  answerState([], { promise: { days: 30, percent: 30, mayChoose: true } })
  const calls = recordCalls('changeCourseState', { success: true, data: aCourse() })
  await press.click(screen.getByRole('button', { name: 'Publish' }))
  const dialog = within(await screen.findByRole('dialog', { name: `Publish ${title}?` }))
  const days = await dialog.findByLabelText('Buyers can ask for a refund')
  expect(dialog.getByText(/30-day money-back guarantee, while less than 30%/)).toBeTruthy()
  const percent = dialog.getByLabelText('Maximum share of the course watched')
  await press.clear(percent)
  await press.type(percent, '0')
  await press.click(dialog.getByRole('button', { name: 'Publish' }))
  expect(await dialog.findByText('Enter a whole percentage from 1 to 100')).toBeTruthy()
  await press.selectOptions(days, 'Within 7 days of paying')
  await press.clear(percent)
  await press.type(percent, '50')
  expect(dialog.getByText(/7-day money-back guarantee, while less than 50%/)).toBeTruthy()
  await press.click(dialog.getByRole('button', { name: 'Publish' }))
  expect(await screen.findByText(`${title} is published.`)).toBeTruthy()
  expect(calls.map(({ body }) => body)).toEqual([{ state: 'published', moneyBack: { days: 7, percent: 50 } }])
})

test('an instructor of a business sees the current promise, without a choice', async () => {
  const { press } = await openManage({ state: 'draft' })
  answerState([], { promise: { days: 30, percent: 30, mayChoose: false } })
  const calls = recordCalls('changeCourseState', { success: true, data: aCourse() })
  await press.click(screen.getByRole('button', { name: 'Publish' }))
  const dialog = within(await screen.findByRole('dialog', { name: `Publish ${title}?` }))
  expect(
    await dialog.findByText(/Until it does, this one applies: 30 days, while less than 30%/),
  ).toBeTruthy()
  expect(dialog.queryByLabelText('Buyers can ask for a refund')).toBeNull()
  await press.click(dialog.getByRole('button', { name: 'Publish' }))
  expect(await screen.findByText(`${title} is published.`)).toBeTruthy()
  expect(calls[0]?.body).toEqual({ state: 'published' })
})

test('a promise chosen by a colleague meanwhile is kept, and not asked for again', async () => {
  const { press } = await openManage({ state: 'draft' })
  answerState([], { promise: { days: 30, percent: 30, mayChoose: true } })
  refuse('changeCourseState', 'MONEY_BACK_CHOSEN')
  await press.click(screen.getByRole('button', { name: 'Publish' }))
  const dialog = within(await screen.findByRole('dialog', { name: `Publish ${title}?` }))
  await dialog.findByLabelText('Buyers can ask for a refund')
  answerState([])
  await press.click(dialog.getByRole('button', { name: 'Publish' }))
  expect(await dialog.findByText(/Someone has already chosen your money-back promise/)).toBeTruthy()
  await waitFor(() => expect(dialog.queryByLabelText('Buyers can ask for a refund')).toBeNull())
})

test('a course published at creation shows the default promise and where to change it', async () => {
  answer('listCourses', { success: true, data: [], meta: { total: 0, nextCursor: null } })
  answer('listInstructors', { success: true, data: [], meta: { total: 0, nextCursor: null } })
  answerState([], { state: 'published', promise: { days: 30, percent: 30, mayChoose: true } })
  recordCalls('createCourse', { success: true, data: aCourse({ id: 9, title: 'New course', price: 4_900 }) })
  const { press } = await renderRoute('/admin?tab=courses', { user: admin })
  await press.click(await screen.findByRole('button', { name: 'Create Course' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Create Course' }))
  await press.type(dialog.getByLabelText('Course Title'), 'New course')
  await press.type(dialog.getByLabelText('Description'), 'What it is about')
  await press.selectOptions(dialog.getByLabelText('Instructor'), 'Farid Hakim (you)')
  await press.click(dialog.getByRole('button', { name: 'Create Course' }))
  expect(await screen.findByText(/You have not chosen a money-back promise yet/)).toBeTruthy()
  const link = screen.getByRole('link', { name: 'Choose it in Business' })
  expect(link.getAttribute('href')).toBe('/studio/business#money-back-heading')
})

test('a course without an instructor of its seller cannot be published', async () => {
  const { press } = await openManage({ state: 'draft' })
  answerState(['instructor'])
  await press.click(screen.getByRole('button', { name: 'Publish' }))
  const dialog = within(await screen.findByRole('dialog'))
  expect(await dialog.findByText('One thing must be fixed first.')).toBeTruthy()
  expect(dialog.getByRole<HTMLButtonElement>('button', { name: 'Publish' }).disabled).toBe(true)
})

test('a published course with learners cannot become a draft', async () => {
  const { press } = await openManage({})
  refuse('changeCourseState', 'COURSE_HAS_PEOPLE')
  await press.click(screen.getByRole('button', { name: `More actions, ${title}` }))
  await press.click(screen.getByRole('menuitem', { name: 'Make it a draft' }))
  expect(await screen.findByText(/so it cannot be a draft. Archive it instead/)).toBeTruthy()
})

test('a copy is a draft, and its page opens', async () => {
  const page = await openManage({})
  const calls = recordCalls('duplicateCourse', {
    success: true,
    data: aCourse({ id: 12, title: `${title} (copy)`, state: 'draft' }),
  })
  await page.press.click(screen.getByRole('button', { name: `More actions, ${title}` }))
  await page.press.click(screen.getByRole('menuitem', { name: 'Duplicate' }))
  expect(await screen.findByText(/has been created as a draft. Learners and reviews/)).toBeTruthy()
  expect(calls[0]?.body).toEqual({ title: `${title} (copy)` })
  await waitFor(() => expect(page.address()).toBe('/course/12/manage'))
})

test('an archived course is restored from its page', async () => {
  const { press } = await openManage({ state: 'archived' })
  expect(screen.getByText('Archived')).toBeTruthy()
  answerState([], { state: 'archived', restoresTo: 'published' })
  const calls = recordCalls('changeCourseState', { success: true, data: aCourse() })
  await press.click(screen.getByRole('button', { name: 'Restore' }))
  expect(await screen.findByText(`${title} is on sale again.`)).toBeTruthy()
  expect(calls[0]?.body).toEqual({ state: 'published' })
})

test('the sales page of a draft is a preview without purchase buttons', async () => {
  answer('courseSales', {
    success: true,
    data: { ...aSalesInfo(), course: aCourse({ state: 'draft' }), permissions: { manage: true } },
  })
  await renderRoute('/sp/5/', { user: admin })
  const panel = within(await screen.findByRole('complementary', { name: 'Purchase' }))
  expect(await panel.findByText('Draft')).toBeTruthy()
  expect(panel.getByText(/This is a preview for you and your team/)).toBeTruthy()
  for (const name of ['Buy Now', 'Add to Cart', 'Share'])
    expect(screen.queryByRole('button', { name })).toBeNull()
  expect(panel.getByRole('link', { name: 'Manage this course' })).toBeTruthy()
})

test('buyers of a course without lessons are informed before Buy Now', async () => {
  answer('courseSales', { success: true, data: { ...aSalesInfo(), course: aCourse({ isEmpty: true }) } })
  await renderRoute('/sp/5/', { user: aisyah })
  const panel = within(await screen.findByRole('complementary', { name: 'Purchase' }))
  const buy = await panel.findByRole('button', { name: 'Buy Now' })
  const notice = panel.getByText('No Content Available Yet')
  expect(notice.compareDocumentPosition(buy) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy()
})
