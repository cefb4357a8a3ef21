/**
 * The tests use a server with only the calls of docs/specification.md#7-calls, and with the barest answers that the section allows:
 * every screen shows what it can.
 */
import type { CurrentUser } from '@apogee/contracts/accounts/accounts.ts'
import { storageKeys } from '@apogee/contracts/storage-keys.ts'
import { routes } from '@apogee/contracts/routes.ts'
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { barestAnswers, type SpecifiedCall } from '#web/testing/barest-answers.ts'
import { specifiedSentences } from '#web/shared/other-servers/bare-answers.ts'
import { answerBare, knowNoCalls, type SentRequest } from '#web/testing/mock-api.ts'
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
const password = { Password: 'Apogee-Demo-1', 'Confirm password': 'Apogee-Demo-1' }

/** Holds the requests that the test has made, by call. */
const made = {} as Record<SpecifiedCall, SentRequest[]>

beforeEach(() => {
  knowNoCalls()
  // Paths without parameters are registered first, as on a server, so that a path with a parameter does not match them.
  const names = (Object.keys(barestAnswers) as SpecifiedCall[]).toSorted(
    (one, other) => Number(routes[other].includes(':')) - Number(routes[one].includes(':')),
  )
  for (const name of names) made[name] = answerBare(name, barestAnswers[name][0])
  vi.spyOn(window.location, 'assign').mockImplementation(() => undefined)
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

const paidCourse = { id: 5, title, price: 4900 }
const superadmin: CurrentUser = { ...admin, role: 'superadmin', businessId: null }

interface Walk {
  /** Opens a screen or presses a button, which makes the call. */
  reach: () => Promise<RenderedRoute>
  sees: (page: RenderedRoute) => Promise<void>
}

const showsAll =
  (...texts: (string | RegExp)[]): Walk['sees'] =>
  async () => {
    for (const text of texts) await shows(text)
  }

const signsIn =
  (address: string): Walk['sees'] =>
  async (page) => {
    await opens(page, address)
    expect(localStorage.getItem(storageKeys.token)).toBe('new')
  }

async function opensPaymentPage(): Promise<void> {
  await waitFor(() => expect(window.location.assign).toHaveBeenCalledWith('https://pay.example/1'))
  expect(localStorage.getItem(storageKeys.latestPurchase)).toBe('purchase-1')
}

const closesDialog = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())

async function addContent(): Promise<RenderedRoute> {
  const page = await renderRoute('/course/5/manage?module=12', { user: admin })
  await press(page, 'Add Content')
  const dialog = within(await screen.findByRole('dialog'))
  await page.press.upload(
    document.querySelector<HTMLInputElement>('dialog input[type=file]')!,
    new File(['mp4'], 'intro.mp4', { type: 'video/mp4' }),
  )
  await page.press.click(dialog.getByRole('button', { name: 'Add Content' }))
  return page
}

/** Confirms the question of a dialog. */
async function confirmDeletion(page: RenderedRoute, name: string, question: string): Promise<void> {
  await press(page, name)
  await shows(question)
  const confirm = screen.getByRole<HTMLButtonElement>('button', { name: 'Delete' })
  await waitFor(() => expect(confirm.disabled).toBe(false))
  await page.press.click(confirm)
}

/** No screen makes these calls, because `readCourse` already contains the modules and their progress. */
type Unmade = 'courseProgress' | 'listCourseContents'

const walks: Record<Exclude<SpecifiedCall, Unmade>, Walk> = {
  listCourses: {
    reach: () => renderRoute('/courses', { user: aisyah }),
    sees: async () => {
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
  },
  listEnrolledCourses: {
    reach: () => renderRoute('/dashboard', { user: aisyah }),
    sees: async () => {
      await shows(title)
      await renderRoute('/profile', { user: aisyah })
      await shows(title)
    },
  },
  createCourse: {
    reach: async () => {
      answerBare('listInstructors', [{ id: 2, name: 'Dr. Kavitha Menon', email: 'kavitha@apogee.test' }])
      const page = await renderRoute('/admin?tab=courses', { user: admin })
      await press(page, 'Create Course')
      const dialog = within(await screen.findByRole('dialog', { name: 'Create Course' }))
      await dialog.findByRole('option', { name: 'Dr. Kavitha Menon' })
      await page.press.type(dialog.getByLabelText('Course Title'), 'Tides')
      await page.press.type(dialog.getByLabelText('Description'), 'Why the sea rises twice a day.')
      await page.press.selectOptions(dialog.getByLabelText('Instructor'), 'Dr. Kavitha Menon')
      await page.press.click(dialog.getByRole('button', { name: 'Create Course' }))
      return page
    },
    sees: async () => {
      await shows(/Tides/)
      await closesDialog()
    },
  },
  updateCourse: {
    reach: async () => {
      const page = await renderRoute('/admin?tab=courses', { user: admin })
      await page.press.click(await screen.findByRole('switch', { name: new RegExp(title) }))
      return page
    },
    sees: showsAll('Course privacy has been updated to private'),
  },
  deleteCourse: {
    reach: async () => {
      const page = await renderRoute('/admin?tab=courses', { user: admin })
      await confirmDeletion(page, `Delete ${title}`, 'Are you sure you want to delete this course?')
      return page
    },
    sees: showsAll(/has been deleted|was deleted/),
  },
  enroll: {
    reach: async () => {
      const page = await renderRoute('/courses', { user: aisyah })
      await press(page, /^Enroll Now/)
      return page
    },
    sees: showsAll('Successfully enrolled in the course! You can now start learning.'),
  },
  courseSales: {
    reach: () => renderRoute('/sp/5/', { user: aisyah }),
    sees: showsAll(title, 'Enroll Now (Free)', '24', '8h'),
  },
  readCourse: {
    reach: () => renderRoute('/course/5', { user: aisyah }),
    sees: async () => {
      for (const text of [title, /Ascent/, /Launch/, /100% complete/, /\(1\/1 lesson/]) await shows(text)
      await renderRoute('/course/5/manage', { user: admin })
      for (const text of [title, /Ascent/]) await shows(text)
    },
  },
  lessonProgress: {
    reach: () => {
      answerBare('lessonProgress', { completed: false })
      return renderRoute('/course/5', { user: aisyah })
    },
    sees: async () => {
      for (const text of ['In Progress', /\(0\/1 lesson/]) await shows(text)
      await renderRoute('/lesson/12/resources', { user: aisyah })
      await shows('Mark as Complete')
    },
  },
  saveLessonProgress: {
    reach: async () => {
      const page = await renderRoute('/lesson/12/resources', { user: aisyah })
      await screen.findByRole('button', { name: 'Mark as Incomplete' })
      answerBare('lessonProgress', { completed: false })
      await press(page, 'Mark as Incomplete')
      return page
    },
    sees: async () => {
      await shows('Mark as Complete')
      const sent = { userId: aisyah.id, courseContentId: 12, completed: false }
      await waitFor(() => expect(made.saveLessonProgress.at(-1)?.body).toMatchObject(sent))
    },
  },
  payForCourse: {
    reach: async () => {
      answerBare('listCourses', [paidCourse])
      const page = await renderRoute('/courses', { user: aisyah })
      await press(page, /^Buy Now/)
      return page
    },
    sees: opensPaymentPage,
  },
  payForCart: {
    reach: async () => {
      fillCart(aCourse(paidCourse))
      const page = await renderRoute('/checkout', { user: aisyah })
      await screen.findByLabelText('Address')
      const address = { Address: 'Jalan Ampang 5', City: 'Klang', State: 'Selangor', 'Postal code': '50450' }
      await type(page, address)
      await press(page, 'Complete Purchase')
      return page
    },
    sees: opensPaymentPage,
  },
  readPayment: {
    reach: () => renderRoute('/purchases/purchase-1', { user: aisyah }),
    sees: showsAll('Paid'),
  },
  paymentHistory: {
    reach: () => renderRoute('/purchases', { user: aisyah }),
    sees: showsAll('Paid'),
  },
  checkPayment: {
    reach: () => renderRoute('/checkout/success?purchase_id=purchase-1', { user: aisyah }),
    sees: async () => {
      await shows('Payment Successful')
      answerBare('checkPayment', { status: 'on_hold' })
      await renderRoute('/checkout/success?purchase_id=purchase-1', { user: aisyah })
      await shows(/Payment could not be completed. Status: on_hold/)
    },
  },
  login: {
    reach: async () => {
      const page = await renderRoute('/login')
      await type(page, { Email: aisyah.email, Password: 'Apogee-Demo-1' })
      await press(page, 'Sign In')
      return page
    },
    sees: signsIn('/dashboard'),
  },
  register: {
    reach: async () => {
      const page = await renderRoute('/register')
      await type(page, { 'Full name': 'Aisyah Rahman', Email: aisyah.email, ...password })
      await page.press.click(screen.getByRole('checkbox'))
      await press(page, 'Create Account')
      return page
    },
    sees: signsIn('/dashboard'),
  },
  registerBusiness: {
    reach: async () => {
      answerBare('verifySession', { data: { decoded: { id: 8, email: admin.email, role: 'admin' } } })
      const page = await renderRoute('/admin/register')
      await fillWizard(page)
      await press(page, 'Create Admin Account')
      return page
    },
    sees: signsIn('/admin'),
  },
  verifySession: {
    reach: () => {
      localStorage.setItem(storageKeys.token, 'stored')
      window.apogeeVerify = Promise.resolve(Response.json(barestAnswers.verifySession[0]))
      return renderRoute('/dashboard')
    },
    sees: async () => {
      await shows(/Welcome back, Cadet/)
      await renderRoute('/profile')
      await shows('Student')
    },
  },
  uploadFile: { reach: addContent, sees: closesDialog },
  createResource: { reach: addContent, sees: closesDialog },
  createContent: {
    reach: async () => {
      const page = await renderRoute('/course/5/manage', { user: admin })
      await press(page, 'Add Module')
      await page.press.type(await screen.findByLabelText('Title'), 'Descent{Enter}')
      return page
    },
    sees: closesDialog,
  },
  deleteContent: {
    reach: async () => {
      const page = await renderRoute('/course/5/manage', { user: admin })
      await press(page, 'Delete Ascent')
      return page
    },
    sees: () => waitFor(() => expect(made.deleteContent.map(({ params }) => params['id'])).toEqual(['12'])),
  },
  deleteResource: {
    reach: async () => {
      const page = await renderRoute('/course/5/manage?module=12', { user: admin })
      await press(page, 'Delete Launch')
      return page
    },
    sees: () => waitFor(() => expect(made.deleteResource.map(({ params }) => params['id'])).toEqual(['31'])),
  },
  listContentResources: {
    reach: () => renderRoute('/lesson/12/resources/31', { user: aisyah }),
    sees: showsAll('Launch', 'Mark as Incomplete'),
  },
  updateChipCredentials: {
    reach: async () => {
      const page = await renderRoute('/settings', { user: admin })
      await screen.findByLabelText('CHIP Secret Key')
      await type(page, { 'CHIP Secret Key': 'test-1234', 'CHIP Brand ID': 'brand' })
      await press(page, 'Update Credentials')
      return page
    },
    sees: showsAll('CHIP credentials updated successfully!'),
  },
  listUsers: {
    reach: () => renderRoute('/admin', { user: superadmin }),
    sees: showsAll('Unnamed User', 'mei@apogee.test', '–'),
  },
  listInstructors: {
    reach: async () => {
      const page = await renderRoute('/admin?tab=courses', { user: admin })
      await press(page, 'Create Course')
      return page
    },
    sees: async () => void (await screen.findByRole('option', { name: 'mei@apogee.test' })),
  },
  listMyLearners: {
    reach: () => renderRoute('/admin', { user: { ...admin, role: 'instructor' } }),
    sees: showsAll('Unnamed User', 'mei@apogee.test'),
  },
  updateUser: {
    reach: async () => {
      const page = await renderRoute('/settings', { user: admin })
      await type(page, { Name: 'Farid bin Hakim' })
      const form = within(screen.getByLabelText('Name').closest('form')!)
      await page.press.click(form.getByRole('button', { name: /Save/ }))
      return page
    },
    sees: async () => {
      await shows('Your name has been saved')
      expect(screen.getByLabelText<HTMLInputElement>('Name').value).toBe('Farid bin Hakim')
    },
  },
  deleteUser: {
    reach: async () => {
      const page = await renderRoute('/admin', { user: superadmin })
      await confirmDeletion(page, 'Delete mei@apogee.test', 'Are you sure you want to delete this user?')
      return page
    },
    sees: showsAll('mei@apogee.test has been deleted'),
  },
}

test.each(Object.keys(walks) as (keyof typeof walks)[])('the barest answer of %s is enough', async (name) => {
  const { reach, sees } = walks[name]
  await sees(await reach())
  expect(document.body.textContent).not.toMatch(/Something went wrong|NaN|undefined|Invalid Date/)
})

test('the marketplace of a server without filters hides private courses and finds typed words', async () => {
  answerBare('listCourses', [
    { id: 5, title, description: 'How moons move' },
    { id: 6, title: 'Tides' },
    { id: 7, title: 'Hidden moons', isPrivate: true },
  ])
  const page = await renderRoute('/marketplace')
  for (const text of [title, 'Tides', '2 courses']) await shows(text)
  await page.press.type(screen.getByRole('searchbox'), 'MOON')
  await shows('1 course')
  expect(screen.queryByText('Tides')).toBeNull()
  expect(screen.queryByText('Hidden moons')).toBeNull()
})

type Specified = keyof typeof specifiedSentences

/** Lists calls whose screens show a refusal together with its code. */
const refused: Record<Specified, (keyof typeof walks)[]> = {
  EMAIL_EXISTS: ['register', 'registerBusiness'],
  NETWORK_ERROR: ['login'],
  CART_EMPTY: ['payForCart'],
  COURSE_NOT_FOUND: ['courseSales', 'readCourse'],
  RESOURCE_NOT_FOUND: ['createResource'],
  FILE_TOO_LARGE: ['uploadFile'],
  FILE_TYPE_UNSUPPORTED: ['uploadFile'],
  FORBIDDEN: ['deleteCourse'],
  PAYMENT_NOT_FOUND: ['checkPayment'],
  PAYMENT_PROVIDER_UNAVAILABLE: ['payForCourse'],
}
const refusedCases = (Object.keys(refused) as Specified[]).flatMap((code) =>
  refused[code].flatMap((name) => ['Another text', ''].map((error) => [code, name, error] as const)),
)

test.each(refusedCases)(
  '%s of %s with the text "%s" shows the specified sentence',
  async (code, name, error) => {
    answerBare(name, { success: false, error, errorCode: code }, 400)
    await walks[name].reach()
    await shows(new RegExp(specifiedSentences[code].replace(/[.?]/g, '\\$&')))
  },
)
