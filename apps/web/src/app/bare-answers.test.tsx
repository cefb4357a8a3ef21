/**
 * The tests use answers with the fewest fields that docs/specification.md#7-calls allows: these screens treat all further fields as
 * optional.
 */
import type { RouteName } from '@apogee/contracts/routes.ts'
import { storageKeys } from '@apogee/contracts/storage-keys.ts'
import { screen, waitFor, within } from '@testing-library/react'
import { HttpResponse } from 'msw'
import { beforeEach, expect, test } from 'vitest'
import { answer } from '#web/testing/mock-api.ts'
import { aCourse, admin, aisyah } from '#web/testing/people.ts'
import { renderRoute, type RenderedRoute } from '#web/testing/render-route.tsx'
import { answerSellersSettings } from '#web/testing/settings.ts'

const bare = (name: RouteName, fields: object = {}) =>
  answer(name, () => HttpResponse.json({ success: true, ...fields }))
const none = { success: true as const, data: [], meta: { total: 0, nextCursor: null } }
const type = async ({ press }: RenderedRoute, fields: Record<string, string>) => {
  for (const [label, value] of Object.entries(fields)) {
    await press.clear(screen.getByLabelText(label))
    await press.type(screen.getByLabelText(label), value)
  }
}
const press = ({ press: user }: RenderedRoute, name: string) =>
  user.click(screen.getByRole('button', { name }))
const password = { Password: 'Apogee-Demo-1', 'Confirm password': 'Apogee-Demo-1' }

beforeEach(() => {
  for (const name of [
    'listEnrolledCourses',
    'listUsers',
    'listMyLearners',
    'listCourses',
    'listInstructors',
  ] as const)
    answer(name, none)
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

test('signing in needs only the token', async () => {
  bare('login', { data: { token: 'new' } })
  answer('verifySession', { success: true, data: { decoded: aisyah } })
  const page = await renderRoute('/login')
  await type(page, { Email: aisyah.email, Password: 'Apogee-Demo-1' })
  await press(page, 'Sign In')
  await waitFor(() => expect(page.address()).toBe('/dashboard'))
  expect(localStorage.getItem(storageKeys.token)).toBe('new')
})

test('registering a person needs only the token', async () => {
  bare('register', { data: { token: 'new' } })
  answer('verifySession', { success: true, data: { decoded: aisyah } })
  const page = await renderRoute('/register')
  await type(page, { 'Full name': 'Aisyah Rahman', Email: aisyah.email, ...password })
  await page.press.click(screen.getByRole('checkbox'))
  await press(page, 'Create Account')
  await waitFor(() => expect(page.address()).toBe('/dashboard'))
})

test('registering a business needs only the token', async () => {
  bare('registerBusiness', { data: { token: 'new' } })
  answer('verifySession', { success: true, data: { decoded: admin } })
  const page = await renderRoute('/admin/register')
  await fillWizard(page)
  await press(page, 'Create Admin Account')
  await waitFor(() => expect(page.address()).toBe('/admin'))
})

test.each(['E-mail taken', ''])(
  'a taken email shows the specified sentence when the server says "%s"',
  async (error) => {
    answer('registerBusiness', () =>
      HttpResponse.json({ success: false, error, errorCode: 'EMAIL_EXISTS' }, { status: 409 }),
    )
    const page = await renderRoute('/admin/register')
    await fillWizard(page)
    await press(page, 'Create Admin Account')
    expect(
      await screen.findByText(
        'This email is already registered. Please use a different email or login to your existing account.',
      ),
    ).toBeTruthy()
  },
)

test('saving CHIP credentials needs only success', async () => {
  answerSellersSettings()
  answer('listSessions', none)
  bare('updateChipCredentials')
  const page = await renderRoute('/settings', { user: admin })
  await screen.findByLabelText('CHIP Secret Key')
  await type(page, { 'CHIP Secret Key': 'test-1234', 'CHIP Brand ID': 'brand' })
  await press(page, 'Update Credentials')
  expect(await screen.findByText('CHIP credentials updated successfully!')).toBeTruthy()
})

test('saving a name needs only success', async () => {
  answerSellersSettings()
  answer('listSessions', none)
  bare('updateUser')
  const page = await renderRoute('/settings', { user: admin })
  await type(page, { Name: 'Farid bin Hakim' })
  await page.press.click(
    within(screen.getByLabelText('Name').closest('form')!).getByRole('button', { name: /Save/ }),
  )
  expect(await screen.findByText('Your name has been saved')).toBeTruthy()
  expect(screen.getByLabelText<HTMLInputElement>('Name').value).toBe('Farid bin Hakim')
})

test('creating a course needs only success', async () => {
  bare('createCourse')
  bare('listInstructors', { data: [{ id: 2, name: 'Dr. Kavitha Menon', email: 'kavitha@apogee.test' }] })
  const page = await renderRoute('/admin?tab=courses', { user: admin })
  await page.press.click(await screen.findByRole('button', { name: 'Create Course' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Create Course' }))
  await dialog.findByRole('option', { name: 'Dr. Kavitha Menon' })
  await page.press.type(dialog.getByLabelText('Course Title'), 'Orbital mechanics')
  await page.press.type(dialog.getByLabelText('Description'), 'How things fall around things.')
  await page.press.selectOptions(dialog.getByLabelText('Instructor'), 'Dr. Kavitha Menon')
  await page.press.click(dialog.getByRole('button', { name: 'Create Course' }))
  expect(await screen.findByText(/Orbital mechanics/)).toBeTruthy()
  expect(screen.queryByRole('dialog')).toBeNull()
})

test('lists need only their rows', async () => {
  const course = aCourse({ title: 'Orbital mechanics' })
  const { id, title, description, image, price } = course
  for (const name of ['listCourses', 'listEnrolledCourses'] as const)
    bare(name, { data: [{ id, title, description, image, price }] })
  for (const path of ['/courses', '/marketplace', '/dashboard', '/admin/sales']) {
    await renderRoute(path, { user: admin })
    expect((await screen.findAllByText('Orbital mechanics')).length, path).toBeGreaterThan(0)
  }
})
