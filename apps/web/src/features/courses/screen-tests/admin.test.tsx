import type { CatalogueCourse } from '@apogee/contracts/catalogue/catalogue.ts'
import type { CourseStateInfo } from '@apogee/contracts/courses/courses.ts'
import type { CurrentUser, Instructor } from '@apogee/contracts/accounts/accounts.ts'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { answer, breakNetwork, recordCalls, refuse, type SentRequest } from '#web/testing/mock-api.ts'
import { aCourse, aisyah, admin } from '#web/testing/people.ts'
import { renderRoute } from '#web/testing/render-route.tsx'

const kavitha: Instructor = {
  id: 2,
  name: 'Dr. Kavitha Menon',
  email: 'kavitha@apogee.test',
  role: 'instructor',
}
const unnamed: Instructor = { id: 3, name: null, email: 'hello@apogee.test', role: 'instructor' }
const teacher: CurrentUser = { ...admin, id: 2, name: 'Dr. Kavitha Menon', role: 'instructor' }
const superadmin: CurrentUser = { ...admin, id: 1, role: 'superadmin', businessId: null }

let courses: CatalogueCourse[]
let instructors: Instructor[]
let asked: SentRequest[]

beforeEach(() => {
  courses = [
    aCourse(),
    aCourse({ id: 6, title: 'Git Without Fear', isPrivate: true, price: 0, createdBy: null }),
  ]
  instructors = [kavitha, unnamed]
  asked = []
  answer('listCourses', (sent) => {
    asked.push(sent)
    return { success: true, data: courses, meta: { total: courses.length, nextCursor: null } }
  })
  answer('listInstructors', () => ({
    success: true,
    data: instructors,
    meta: { total: instructors.length, nextCursor: null },
  }))
  URL.createObjectURL = () => 'blob:preview'
  URL.revokeObjectURL = () => {}
})

const open = (path = '/admin?tab=courses', user = admin) => renderRoute(path, { user })
const rowOf = async (title: string) =>
  within((await screen.findByText(title)).closest('[role=row]') as HTMLElement)

test('the course table shows course, privacy, price, creator, and actions', async () => {
  courses = [...courses, aCourse({ id: 7, title: 'Colour With Reasons', createdBy: 9 })]
  await open()
  const row = await rowOf('Practical Machine Learning')
  const headers = screen.getAllByRole('columnheader').map(({ textContent }) => textContent)
  expect(headers).toEqual(['Course', 'Privacy', 'Price (RM)', 'Created By', 'Actions'])
  expect(row.getByText('Public')).toBeTruthy()
  expect(row.getByText('249.00')).toBeTruthy()
  expect(row.getByText('Dr. Kavitha Menon')).toBeTruthy()
  expect((await rowOf('Colour With Reasons')).getByText('User #9')).toBeTruthy()
  expect(row.getByText(/· Dr. Kavitha Menon/)).toBeTruthy()
  expect(row.getByRole('link', { name: 'Edit Practical Machine Learning' }).getAttribute('href')).toBe(
    '/course/5/manage',
  )
  const other = await rowOf('Git Without Fear')
  expect(other.getByText('Private')).toBeTruthy()
  expect(other.getByText('Unknown')).toBeTruthy()
})

test('an admin sees the whole business, or the courses they created or teach', async () => {
  const page = await open()
  await screen.findByText('Practical Machine Learning')
  expect(asked.at(-1)?.query).toEqual({ businessId: 'own', limit: '50' })
  await page.press.click(screen.getByRole('button', { name: 'My courses' }))
  await waitFor(() => expect(asked.at(-1)?.query).toEqual({ createdBy: '8', include: 'taught', limit: '50' }))
})

test.each([
  ['an instructor', teacher, { createdBy: '2', include: 'taught', limit: '50' }],
  ['a superadmin', superadmin, { limit: '50', state: 'current' }],
])('%s has one list without a choice', async (_, user, query) => {
  await open('/admin?tab=courses', user)
  await screen.findByText('Practical Machine Learning')
  expect(asked.at(-1)?.query).toEqual(query)
  expect(screen.queryByRole('button', { name: 'Whole business' })).toBeNull()
})

test('the privacy switch makes one call, and announces the result', async () => {
  const page = await open()
  const calls = recordCalls('updateCourse', { success: true, data: aCourse() })
  await page.press.click(await screen.findByRole('switch', { name: 'Public: Practical Machine Learning' }))
  expect(await screen.findByText('Course privacy has been updated to private')).toBeTruthy()
  await page.press.click(screen.getByRole('switch', { name: 'Public: Git Without Fear' }))
  expect(await screen.findByText('Course privacy has been updated to public')).toBeTruthy()
  expect(calls.map(({ params, body }) => [params['id'], body])).toEqual([
    ['5', { isPrivate: true }],
    ['6', { isPrivate: false }],
  ])
})

test('a change of privacy can be undone where it is announced', async () => {
  const page = await open()
  const calls = recordCalls('updateCourse', { success: true, data: aCourse() })
  await page.press.click(await screen.findByRole('switch', { name: 'Public: Practical Machine Learning' }))
  await page.press.click(await screen.findByRole('button', { name: 'Undo' }))
  await waitFor(() =>
    expect(calls.map(({ params, body }) => [params['id'], body])).toEqual([
      ['5', { isPrivate: true }],
      ['5', { isPrivate: false }],
    ]),
  )
})

test('a privacy that could not be changed stays, and says so', async () => {
  const page = await open()
  breakNetwork('updateCourse')
  const toggle = await screen.findByRole<HTMLInputElement>('switch', {
    name: 'Public: Practical Machine Learning',
  })
  await page.press.click(toggle)
  expect(await screen.findByText('Failed to update course privacy')).toBeTruthy()
  expect(toggle.checked).toBe(true)
})

test('a failed change of privacy always shows: Failed to update course privacy', async () => {
  const page = await open()
  refuse('updateCourse', 'COURSE_NOT_FOUND')
  await page.press.click(await screen.findByRole('switch', { name: 'Public: Practical Machine Learning' }))
  expect(await screen.findByText('Failed to update course privacy')).toBeTruthy()
})

test('a price is edited in place: Enter saves sen, Esc cancels, invalid input is refused', async () => {
  const page = await open()
  const calls = recordCalls('updateCourse', { success: true, data: aCourse() })
  const pencil = await screen.findByRole('button', { name: 'Edit price, Practical Machine Learning' })
  await page.press.click(pencil)
  const box = () => screen.getByLabelText<HTMLInputElement>('Price in RM, Practical Machine Learning')
  expect(box().value).toBe('249.00')
  await page.press.clear(box())
  await page.press.type(box(), '-1{Enter}')
  expect(await screen.findByText(/Price must be between 0 and 10000/)).toBeTruthy()
  await page.press.keyboard('{Escape}')
  await page.press.click(screen.getByRole('button', { name: 'Edit price, Practical Machine Learning' }))
  expect(screen.queryByText(/Price must be between/)).toBeNull()
  await page.press.clear(box())
  await page.press.type(box(), '19.99{Enter}')
  await waitFor(() => expect(calls.map(({ body }) => body)).toEqual([{ price: 1999 }]))
})

test('a price that could not be saved stays in its box with the reason', async () => {
  const page = await open()
  breakNetwork('updateCourse')
  await page.press.click(
    await screen.findByRole('button', { name: 'Edit price, Practical Machine Learning' }),
  )
  await page.press.click(screen.getByRole('button', { name: 'Save price' }))
  expect(await screen.findByText('Failed to update course')).toBeTruthy()
  await page.press.click(screen.getByRole('button', { name: 'Cancel' }))
  expect(await screen.findByText('249.00')).toBeTruthy()
})

/** Waits until the dialog knows the consequences of deleting and enables the button, and returns the button. */
const pressable = (name: string) =>
  waitFor(() => {
    const button = screen.getByRole<HTMLButtonElement>('button', { name })
    expect(button.disabled).toBe(false)
    return button
  })

const state = (given: Partial<CourseStateInfo> = {}) =>
  answer('readCourseState', {
    success: true,
    data: {
      state: 'published',
      lacks: [],
      people: { enrolled: 0, waiting: 0 },
      openPurchases: 0,
      openInvoices: 0,
      unusedSeats: 0,
      mayBecomeDraft: true,
      deletion: 'deleted',
      restoresTo: 'published',
      promise: null,
      ...given,
    },
  })

test("deleting asks the specification's question with the course's name", async () => {
  const page = await open()
  state()
  const calls = recordCalls('deleteCourse', { success: true, data: { outcome: 'archived' } })
  await page.press.click(await screen.findByRole('button', { name: 'Delete Practical Machine Learning' }))
  const dialog = within(await screen.findByRole('alertdialog', { name: 'Delete Practical Machine Learning' }))
  expect(dialog.getByText('Are you sure you want to delete this course?')).toBeTruthy()
  await page.press.click(await pressable('Delete'))
  expect(await screen.findByText(/Practical Machine Learning was archived instead of deleted/)).toBeTruthy()
  expect(calls[0]?.params['id']).toBe('5')
})

test('after the last course is deleted, the focus stays at the list', async () => {
  courses = [aCourse()]
  const page = await open()
  state()
  answer('deleteCourse', () => {
    courses = []
    return { success: true, data: { outcome: 'deleted' } }
  })
  await page.press.click(await screen.findByRole('button', { name: 'Delete Practical Machine Learning' }))
  await page.press.click(await pressable('Delete'))
  const heading = await screen.findByText('No courses yet')
  await waitFor(() => expect(document.activeElement).not.toBe(document.body))
  expect(document.activeElement?.contains(heading)).toBe(true)
})

test('deleting a course with learners says who has it and archives it', async () => {
  const page = await open()
  state({
    deletion: 'archived',
    people: { enrolled: 12, waiting: 1 },
    openPurchases: 2,
    openInvoices: 1,
    unusedSeats: 1,
    mayBecomeDraft: false,
  })
  const calls = recordCalls('deleteCourse', { success: true, data: { outcome: 'archived' } })
  await page.press.click(await screen.findByRole('button', { name: 'Delete Practical Machine Learning' }))
  const dialog = within(await screen.findByRole('alertdialog', { name: 'Delete Practical Machine Learning' }))
  expect(await dialog.findByText('12 people have it and will keep it.')).toBeTruthy()
  expect(dialog.getByText(/^1 invited person has not accepted; their invitation ends/)).toBeTruthy()
  expect(dialog.getByText(/^2 purchases are not paid yet/)).toBeTruthy()
  expect(dialog.getByText(/^1 invoice is open/)).toBeTruthy()
  expect(dialog.getByText('1 paid seat is not used yet.')).toBeTruthy()
  expect(dialog.queryByRole('button', { name: 'Delete' })).toBeNull()
  await page.press.click(dialog.getByRole('button', { name: 'Archive' }))
  expect(await screen.findByText(/was archived instead of deleted/)).toBeTruthy()
  expect(calls).toHaveLength(1)
})

test('an archived course with a history says that it stays, and offers only Cancel', async () => {
  courses = [aCourse({ state: 'archived' })]
  const page = await open('/admin?tab=courses&state=archived')
  state({ state: 'archived', deletion: 'archived', people: { enrolled: 12, waiting: 0 } })
  await page.press.click(await screen.findByRole('button', { name: 'Delete Practical Machine Learning' }))
  const dialog = within(await screen.findByRole('alertdialog', { name: 'Delete Practical Machine Learning' }))
  expect(await dialog.findByText(/so it cannot be deleted. It stays archived/)).toBeTruthy()
  expect(dialog.getAllByRole('button').map(({ textContent }) => textContent)).toEqual(['Cancel', ''])
})

test('a course without learners can be archived instead of deleted, and says whose invitations end', async () => {
  const page = await open()
  state({ people: { enrolled: 0, waiting: 2 } })
  const calls = recordCalls('changeCourseState', { success: true, data: aCourse({ state: 'archived' }) })
  await page.press.click(await screen.findByRole('button', { name: 'Delete Practical Machine Learning' }))
  const archive = await pressable('Archive')
  expect(screen.getByText(/2 invited people have not accepted; their invitations end/)).toBeTruthy()
  await page.press.click(archive)
  expect(await screen.findByText(/is archived. Learners who have it keep it/)).toBeTruthy()
  expect(calls[0]?.body).toEqual({ state: 'archived' })
})

test('drafts, archived and empty courses are marked in the table', async () => {
  courses = [
    aCourse({ title: 'A draft course', state: 'draft', isEmpty: true }),
    aCourse({ id: 6, title: 'An empty course', isEmpty: true }),
  ]
  await open()
  const draft = await rowOf('A draft course')
  expect(draft.getByText('Draft')).toBeTruthy()
  expect(draft.queryByText('No Content Available Yet')).toBeNull()
  expect((await rowOf('An empty course')).getByText('No Content Available Yet')).toBeTruthy()
})

test('the archive lists archived courses with Manage and Restore', async () => {
  courses = [aCourse({ state: 'archived' })]
  const page = await open()
  await page.press.click(await screen.findByRole('button', { name: 'Archived' }))
  await waitFor(() =>
    expect(asked.at(-1)?.query).toEqual({ businessId: 'own', limit: '50', state: 'archived' }),
  )
  const row = await rowOf('Practical Machine Learning')
  expect(row.getByText('Archived')).toBeTruthy()
  expect(row.getByRole('link', { name: 'Edit Practical Machine Learning' })).toBeTruthy()
  state({ state: 'archived', restoresTo: 'draft' })
  const calls = recordCalls('changeCourseState', { success: true, data: aCourse({ state: 'draft' }) })
  courses = []
  await page.press.click(row.getByRole('button', { name: 'Restore Practical Machine Learning' }))
  expect(await screen.findByText('Practical Machine Learning is a draft again.')).toBeTruthy()
  expect(calls[0]?.body).toEqual({ state: 'draft' })
  expect(await screen.findByText('No archived courses')).toBeTruthy()
})

test('a course that could not be deleted says so in the dialog', async () => {
  const page = await open()
  state()
  breakNetwork('deleteCourse')
  await page.press.click(await screen.findByRole('button', { name: 'Delete Practical Machine Learning' }))
  await page.press.click(await pressable('Delete'))
  expect(await screen.findByText('Failed to delete course')).toBeTruthy()
})

test('a course list without an answer says so and can be retried', async () => {
  breakNetwork('listCourses')
  const page = await open()
  expect(await screen.findByText('Error loading data. Please try again.')).toBeTruthy()
  answer('listCourses', { success: true, data: [], meta: { total: 0, nextCursor: null } })
  await page.press.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByText('No courses yet')).toBeTruthy()
})

async function openDialog(user = admin) {
  const page = await open('/admin?tab=courses', user)
  await page.press.click(await screen.findByRole('button', { name: 'Create Course' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Create Course' }))
  await waitFor(() => expect(dialog.queryByRole('option', { name: 'Loading...' })).toBeNull())
  return { page, dialog, submit: dialog.getByRole('button', { name: 'Create Course' }) }
}

test('the course dialog starts with price 0 and a public course, and reports required fields', async () => {
  const { page, dialog, submit } = await openDialog()
  const price = dialog.getByLabelText<HTMLInputElement>('Price (RM)')
  expect([price.type, price.min, price.step, price.value]).toEqual(['number', '0', '0.01', '0'])
  expect(
    dialog.getByRole<HTMLInputElement>('checkbox', {
      name: 'Private Course (Only available to enrolled students)',
    }).checked,
  ).toBe(false)
  await page.press.click(submit)
  for (const rule of ['Title is required', 'Description is required', 'Instructor is required']) {
    expect(await dialog.findByText(rule)).toBeTruthy()
  }
  const categories = within(dialog.getByLabelText('Category')).getAllByRole('option')
  expect(categories.map(({ textContent }) => textContent)).toEqual([
    'No category',
    'Programming',
    'Design',
    'Business',
    'Data Science',
    'Marketing',
    'AI & ML',
  ])
})

test('a course is created with its image and its price in sen; adding content is the next step', async () => {
  const { page, dialog, submit } = await openDialog()
  const uploads: SentRequest[] = []
  answer('uploadFile', (sent) => {
    uploads.push(sent)
    return { success: true, url: '/media/c', data: { url: '/media/c', size: 3, contentType: 'image/png' } }
  })
  state()
  const calls = recordCalls('createCourse', { success: true, data: aCourse({ id: 9, title: 'New course' }) })
  await page.press.type(dialog.getByLabelText('Course Title'), 'New course')
  await page.press.type(dialog.getByLabelText('Description'), 'What it is about')
  await page.press.selectOptions(dialog.getByLabelText('Instructor'), 'Dr. Kavitha Menon')
  await page.press.clear(dialog.getByLabelText('Price (RM)'))
  await page.press.type(dialog.getByLabelText('Price (RM)'), '19.99')
  await page.press.click(dialog.getByRole('checkbox', { name: /^Private Course/ }))
  await page.press.selectOptions(dialog.getByLabelText('Category'), 'Design')
  await page.press.upload(
    dialog.getByLabelText('Course Image'),
    new File(['abc'], 'a.png', { type: 'image/png' }),
  )
  expect(dialog.getByAltText('Preview of the course image').getAttribute('src')).toBe('blob:preview')
  await page.press.click(submit)
  expect(await screen.findByText(/New course has been created\./)).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Add its content' }).getAttribute('href')).toBe('/course/9/manage')
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(uploads[0]?.query).toEqual({ purpose: 'cover' })
  expect(calls[0]?.body).toEqual({
    title: 'New course',
    description: 'What it is about',
    image: '/media/c',
    isPrivate: true,
    price: 1999,
    category: 'Design',
    createdBy: 8,
    businessId: 1,
    instructorId: 2,
  })
})

test('Escape asks before it discards input', async () => {
  const { page, dialog } = await openDialog()
  const escape = () =>
    fireEvent(
      screen.getByRole('dialog', { name: 'Create Course' }),
      new Event('cancel', { cancelable: true }),
    )
  await page.press.type(dialog.getByLabelText('Course Title'), 'New course')
  escape()
  const question = within(await screen.findByRole('alertdialog', { name: 'Discard your changes?' }))
  await page.press.click(question.getByRole('button', { name: 'Keep editing' }))
  expect(screen.queryByRole('alertdialog')).toBeNull()
  expect(dialog.getByLabelText<HTMLInputElement>('Course Title').value).toBe('New course')
  escape()
  await page.press.click(await screen.findByRole('button', { name: 'Discard' }))
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('Escape closes an unchanged dialog, and Cancel any', async () => {
  const { page, dialog } = await openDialog()
  fireEvent(screen.getByRole('dialog'), new Event('cancel', { cancelable: true }))
  expect(screen.queryByRole('dialog')).toBeNull()
  await page.press.click(screen.getByRole('button', { name: 'Create Course' }))
  await page.press.type(
    dialog.queryByLabelText('Course Title') ?? screen.getByLabelText('Course Title'),
    'New',
  )
  await page.press.click(screen.getByRole('button', { name: 'Cancel' }))
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('an admin can choose themselves as instructor', async () => {
  const { dialog } = await openDialog()
  expect(dialog.getByRole('option', { name: 'Farid Hakim (you)' })).toBeTruthy()
})

test('without any instructor the caller is offered', async () => {
  instructors = []
  const { dialog } = await openDialog({ ...teacher, id: 20, name: 'Nurul Huda', businessId: null })
  expect(await dialog.findByRole('option', { name: 'Nurul Huda (you)' })).toBeTruthy()
})

async function fillIn({ page, dialog, submit }: Awaited<ReturnType<typeof openDialog>>) {
  await page.press.type(dialog.getByLabelText('Course Title'), 'New course')
  await page.press.type(dialog.getByLabelText('Description'), 'About')
  await page.press.selectOptions(dialog.getByLabelText('Instructor'), 'Dr. Kavitha Menon')
  await page.press.click(submit)
}

test('a course that could not be created keeps the input', async () => {
  const shown = await openDialog()
  breakNetwork('createCourse')
  await fillIn(shown)
  expect(await shown.dialog.findByText('Failed to create course')).toBeTruthy()
  expect(shown.dialog.getByLabelText<HTMLInputElement>('Course Title').value).toBe('New course')
})

test('an image that could not be uploaded says so, and no course is created', async () => {
  const shown = await openDialog()
  breakNetwork('uploadFile')
  const calls = recordCalls('createCourse', { success: true, data: aCourse() })
  const image = new File(['abc'], 'a.png', { type: 'image/png' })
  await shown.page.press.upload(shown.dialog.getByLabelText('Course Image'), image)
  await fillIn(shown)
  expect(await shown.dialog.findByText('Failed to upload course image')).toBeTruthy()
  expect(calls).toHaveLength(0)
})

test('a file that is no picture, or too large, is refused before the upload', async () => {
  const { page, dialog } = await openDialog()
  const input = dialog.getByLabelText('Course Image')
  const large = new File(['abc'], 'a.png', { type: 'image/png' })
  Object.defineProperty(large, 'size', { value: 10_485_761 })
  await page.press.upload(input, large)
  expect(dialog.getByText('This image is larger than 10 MB.')).toBeTruthy()
  fireEvent.change(input, { target: { files: [new File(['abc'], 'a.gif', { type: 'image/gif' })] } })
  expect(dialog.getByText('Unsupported file type. Only PNG, JPEG and WebP images are allowed.')).toBeTruthy()
  expect(dialog.queryByAltText('Preview of the course image')).toBeNull()
})

test("the server's issues are shown at their fields", async () => {
  const shown = await openDialog()
  refuse('createCourse', 'VALIDATION', [{ path: 'title', message: 'This title is taken' }])
  await fillIn(shown)
  expect(await shown.dialog.findByText('This title is taken')).toBeTruthy()
})

test('tabs are reached by arrow keys and kept in the address', async () => {
  refuse('readAnalytics', 'INTERNAL')
  const page = await open()
  const tabs = (await screen.findAllByRole('tab')).map(({ textContent }) => textContent)
  expect(tabs).toEqual(['Users', 'Courses', 'Analytics'])
  screen.getByRole('tab', { name: 'Courses' }).focus()
  await page.press.keyboard('{ArrowRight}')
  await waitFor(() => expect(page.address()).toBe('/admin?tab=analytics'))
  expect(await screen.findByText('Error loading data. Please try again.')).toBeTruthy()
})

test('Back returns to the previous tab', async () => {
  refuse('readAnalytics', 'INTERNAL')
  const page = await open()
  await page.press.click(await screen.findByRole('tab', { name: 'Analytics' }))
  await waitFor(() => expect(page.address()).toBe('/admin?tab=analytics'))
  await page.goBack()
  await waitFor(() => expect(page.address()).toBe('/admin?tab=courses'))
  expect(screen.getByRole('tab', { name: 'Courses', selected: true })).toBeTruthy()
})

test('Manage Sales Links leads to the sales list', async () => {
  await open()
  expect((await screen.findByRole('link', { name: 'Manage Sales Links' })).getAttribute('href')).toBe(
    '/admin/sales',
  )
})

test('a student is redirected from /admin', async () => {
  const page = await open('/admin', aisyah)
  await waitFor(() => expect(page.address()).toBe('/forbidden'))
})

test('the admin dashboard is available in Malay', async () => {
  await renderRoute('/admin?tab=courses', { user: admin, language: 'ms' })
  expect(await screen.findByRole('button', { name: 'Cipta kursus' })).toBeTruthy()
  expect((await rowOf('Git Without Fear')).getByText('Persendirian')).toBeTruthy()
})
