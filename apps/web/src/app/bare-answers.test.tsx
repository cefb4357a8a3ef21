/**
 * The tests use a server with only the calls of docs/specification.md#7-calls, and with the barest answers that the section allows:
 * every screen shows what it can.
 */
import { storageKeys } from '@apogee/contracts/storage-keys.ts'
import { routes } from '@apogee/contracts/routes.ts'
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { barestAnswers, type SpecifiedCall } from '#web/testing/barest-answers.ts'
import { answerBare, knowNoCalls } from '#web/testing/mock-api.ts'
import { aCourse, admin, aisyah } from '#web/testing/people.ts'
import { renderRoute, type RenderedRoute } from '#web/testing/render-route.tsx'
import { fillCart } from '#web/testing/shop.ts'

const title = 'Orbital mechanics'

const type = async ({ press }: RenderedRoute, fields: Record<string, string>) => {
  for (const [label, value] of Object.entries(fields)) {
    await press.clear(screen.getByLabelText(label))
    await press.type(screen.getByLabelText(label), value)
  }
}
const press = async ({ press: user }: RenderedRoute, name: string | RegExp) =>
  user.click(await screen.findByRole('button', { name }))
const shows = async (text: string | RegExp) => {
  try {
    await screen.findAllByText(text, {}, { timeout: 2000 })
  } catch {
    throw new Error(`${String(text)} is not in: ${document.body.textContent}`)
  }
}
const opens = async (page: RenderedRoute, address: string) =>
  waitFor(() => expect(page.address()).toBe(address))
const leavesTo = () => vi.spyOn(window.location, 'assign').mockImplementation(() => undefined)
const password = { Password: 'Apogee-Demo-1', 'Confirm password': 'Apogee-Demo-1' }

beforeEach(() => {
  knowNoCalls()
  // A fixed path comes before one with a parameter, as on a server.
  const names = (Object.keys(barestAnswers) as SpecifiedCall[]).toSorted(
    (one, other) => Number(routes[other].includes(':')) - Number(routes[one].includes(':')),
  )
  for (const name of names) answerBare(name, barestAnswers[name][0])
})

async function fillWizard(page: RenderedRoute): Promise<void> {
  await type(page, { 'Full name': 'Farid Hakim', Email: 'farid@orbit.example' })
  await press(page, 'Next')
  await screen.findByLabelText('Business name')
  await type(page, {
    'Business name': 'Orbit Academy',
    'Business email': 'hello@orbit.example',
    'Business phone': '+60 3 1234 5678',
    'Business address': 'Jalan Ampang, Kuala Lumpur',
  })
  await press(page, 'Next')
  await screen.findByLabelText('Password')
  await type(page, password)
}

async function signsIn(page: RenderedRoute, address: string): Promise<void> {
  await opens(page, address)
  expect(localStorage.getItem(storageKeys.token)).toBe('new')
}

const paidCourse = { id: 5, title, price: 4900 }

async function addContent(page: RenderedRoute): Promise<void> {
  await press(page, 'Add Content')
  const dialog = within(await screen.findByRole('dialog'))
  await page.press.upload(
    document.querySelector<HTMLInputElement>('dialog input[type=file]')!,
    new File(['mp4'], 'intro.mp4', { type: 'video/mp4' }),
  )
  await page.press.click(dialog.getByRole('button', { name: 'Add Content' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
}

/** The screens make other calls instead of these (docs/decisions/calls.md). */
type Unmade = 'courseProgress' | 'listCourseContents'

/** Each walk shows what the screens make of one call's answer. */
const walks: Record<Exclude<SpecifiedCall, Unmade>, () => Promise<void>> = {
  listCourses: async () => {
    await renderRoute('/courses', { user: aisyah })
    for (const text of [title, 'Free', /24 students/, /6 hours/, 'Enroll Now']) await shows(text)
    for (const path of ['/marketplace', '/sales']) {
      await renderRoute(path)
      await shows(title)
    }
    for (const path of ['/admin?tab=courses', '/admin/sales']) {
      await renderRoute(path, { user: admin })
      await shows(title)
    }
  },
  listEnrolledCourses: async () => {
    for (const path of ['/dashboard', '/profile']) {
      await renderRoute(path, { user: aisyah })
      await shows(title)
    }
  },
  createCourse: async () => {
    answerBare('listInstructors', [{ id: 2, name: 'Dr. Kavitha Menon', email: 'kavitha@apogee.test' }])
    const page = await renderRoute('/admin?tab=courses', { user: admin })
    await press(page, 'Create Course')
    const dialog = within(await screen.findByRole('dialog', { name: 'Create Course' }))
    await dialog.findByRole('option', { name: 'Dr. Kavitha Menon' })
    await page.press.type(dialog.getByLabelText('Course Title'), 'Tides')
    await page.press.type(dialog.getByLabelText('Description'), 'Why the sea rises twice a day.')
    await page.press.selectOptions(dialog.getByLabelText('Instructor'), 'Dr. Kavitha Menon')
    await page.press.click(dialog.getByRole('button', { name: 'Create Course' }))
    await shows(/Tides/)
    expect(screen.queryByRole('dialog')).toBeNull()
  },
  updateCourse: async () => {
    const page = await renderRoute('/admin?tab=courses', { user: admin })
    await page.press.click(await screen.findByRole('switch', { name: new RegExp(title) }))
    await shows('Course privacy has been updated to private')
  },
  deleteCourse: async () => {
    const page = await renderRoute('/admin?tab=courses', { user: admin })
    await press(page, `Delete ${title}`)
    await shows('Are you sure you want to delete this course?')
    await waitFor(() =>
      expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Delete' }).disabled).toBe(false),
    )
    await press(page, 'Delete')
    await shows(/has been deleted|was deleted/)
  },
  enroll: async () => {
    const page = await renderRoute('/courses', { user: aisyah })
    await press(page, /^Enroll Now/)
    await shows('Successfully enrolled in the course! You can now start learning.')
  },
  courseSales: async () => {
    await renderRoute('/sp/5/', { user: aisyah })
    for (const text of [title, 'Enroll Now (Free)', '24', '8h']) await shows(text)
  },
  readCourse: async () => {
    await renderRoute('/course/5', { user: aisyah })
    for (const text of [title, /Ascent/, /Launch/, /100% complete/, /\(1\/1 lesson/]) await shows(text)
    await renderRoute('/course/5/manage', { user: admin })
    for (const text of [title, /Ascent/]) await shows(text)
  },
  payForCourse: async () => {
    answerBare('listCourses', [paidCourse])
    const left = leavesTo()
    const page = await renderRoute('/courses', { user: aisyah })
    await press(page, /^Buy Now/)
    await waitFor(() => expect(left).toHaveBeenCalledWith('https://pay.example/1'))
    expect(localStorage.getItem(storageKeys.latestPurchase)).toBe('purchase-1')
  },
  payForCart: async () => {
    fillCart(aCourse(paidCourse))
    const left = leavesTo()
    const page = await renderRoute('/checkout', { user: aisyah })
    await screen.findByLabelText('Address')
    await type(page, {
      Address: 'Jalan Ampang 5',
      City: 'Kuala Lumpur',
      State: 'Selangor',
      'Postal code': '50450',
    })
    await press(page, 'Complete Purchase')
    await waitFor(() => expect(left).toHaveBeenCalledWith('https://pay.example/1'))
    expect(localStorage.getItem(storageKeys.latestPurchase)).toBe('purchase-1')
  },
  readPayment: async () => {
    await renderRoute('/purchases/purchase-1', { user: aisyah })
    await shows('Paid')
  },
  paymentHistory: async () => {
    await renderRoute('/purchases', { user: aisyah })
    await shows('Paid')
  },
  checkPayment: async () => {
    await renderRoute('/checkout/success?purchase_id=purchase-1', { user: aisyah })
    await shows('Payment Successful')
  },
  login: async () => {
    const page = await renderRoute('/login')
    await type(page, { Email: aisyah.email, Password: 'Apogee-Demo-1' })
    await press(page, 'Sign In')
    await signsIn(page, '/dashboard')
  },
  register: async () => {
    const page = await renderRoute('/register')
    await type(page, { 'Full name': 'Aisyah Rahman', Email: aisyah.email, ...password })
    await page.press.click(screen.getByRole('checkbox'))
    await press(page, 'Create Account')
    await signsIn(page, '/dashboard')
  },
  registerBusiness: async () => {
    answerBare('verifySession', { data: { decoded: { id: 8, email: admin.email, role: 'admin' } } })
    const page = await renderRoute('/admin/register')
    await fillWizard(page)
    await press(page, 'Create Admin Account')
    await signsIn(page, '/admin')
  },
  verifySession: async () => {
    localStorage.setItem(storageKeys.token, 'stored')
    await renderRoute('/dashboard')
    await shows(/Welcome back, Cadet/)
    await renderRoute('/profile')
    await shows('Student')
  },
  uploadFile: async () => addContent(await renderRoute('/course/5/manage?module=12', { user: admin })),
  createResource: async () => addContent(await renderRoute('/course/5/manage?module=12', { user: admin })),
  createContent: async () => {
    const page = await renderRoute('/course/5/manage', { user: admin })
    await press(page, 'Add Module')
    await page.press.type(await screen.findByLabelText('Title'), 'Descent{Enter}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  },
  deleteContent: async () => {
    const removals = answerBare('deleteContent', null)
    const page = await renderRoute('/course/5/manage', { user: admin })
    await press(page, 'Delete Ascent')
    await waitFor(() => expect(removals.map(({ params }) => params['id'])).toEqual(['12']))
  },
  deleteResource: async () => {
    const removals = answerBare('deleteResource', null)
    const page = await renderRoute('/course/5/manage?module=12', { user: admin })
    await press(page, 'Delete Launch')
    await waitFor(() => expect(removals.map(({ params }) => params['id'])).toEqual(['31']))
  },
  listContentResources: async () => {
    await renderRoute('/lesson/12/resources/31', { user: aisyah })
    for (const text of ['Launch', 'Mark as Incomplete']) await shows(text)
  },
  lessonProgress: async () => {
    answerBare('lessonProgress', { completed: false })
    await renderRoute('/course/5', { user: aisyah })
    for (const text of ['In Progress', /\(0\/1 lesson/]) await shows(text)
    await renderRoute('/lesson/12/resources', { user: aisyah })
    await shows('Mark as Complete')
  },
  saveLessonProgress: async () => {
    const page = await renderRoute('/lesson/12/resources', { user: aisyah })
    const saves = answerBare('saveLessonProgress', null)
    answerBare('lessonProgress', { completed: false })
    await press(page, 'Mark as Incomplete')
    await shows('Mark as Complete')
    expect(saves.at(-1)?.body).toMatchObject({ userId: aisyah.id, courseContentId: 12, completed: false })
  },
  updateChipCredentials: async () => {
    const page = await renderRoute('/settings', { user: admin })
    await screen.findByLabelText('CHIP Secret Key')
    await type(page, { 'CHIP Secret Key': 'test-1234', 'CHIP Brand ID': 'brand' })
    await press(page, 'Update Credentials')
    await shows('CHIP credentials updated successfully!')
  },
  listUsers: async () => {
    await renderRoute('/admin', { user: { ...admin, role: 'superadmin', businessId: null } })
    for (const text of ['Unnamed User', 'mei@apogee.test', '–']) await shows(text)
  },
  listInstructors: async () => {
    const page = await renderRoute('/admin?tab=courses', { user: admin })
    await press(page, 'Create Course')
    await screen.findByRole('option', { name: 'mei@apogee.test' })
  },
  listMyLearners: async () => {
    await renderRoute('/admin', { user: { ...admin, role: 'instructor' } })
    for (const text of ['Unnamed User', 'mei@apogee.test']) await shows(text)
  },
  updateUser: async () => {
    const page = await renderRoute('/settings', { user: admin })
    await type(page, { Name: 'Farid bin Hakim' })
    await page.press.click(
      within(screen.getByLabelText('Name').closest('form')!).getByRole('button', { name: /Save/ }),
    )
    await shows('Your name has been saved')
    expect(screen.getByLabelText<HTMLInputElement>('Name').value).toBe('Farid bin Hakim')
  },
  deleteUser: async () => {
    const page = await renderRoute('/admin', { user: { ...admin, role: 'superadmin', businessId: null } })
    await press(page, 'Delete mei@apogee.test')
    await shows('Are you sure you want to delete this user?')
    await waitFor(() =>
      expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Delete' }).disabled).toBe(false),
    )
    await press(page, 'Delete')
    await shows('mei@apogee.test has been deleted')
  },
}

test.each(Object.keys(walks) as (keyof typeof walks)[])('the barest answer of %s is enough', async (name) => {
  await walks[name]()
  expect(document.body.textContent).not.toMatch(/Something went wrong|NaN|undefined|Invalid Date/)
})
