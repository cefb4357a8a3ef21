import { storageKeys } from '@apogee/contracts/storage-keys.ts'
import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { answer, breakNetwork, recordCalls, refuse } from '#web/testing/mock-api.ts'
import { admin, aisyah } from '#web/testing/people.ts'
import { renderRoute, type RenderedRoute } from '#web/testing/render-route.tsx'

const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label)
const noCourses = { success: true as const, data: [], meta: { total: 0, nextCursor: null } }

async function fillIn({ press }: RenderedRoute) {
  await press.type(field('Full name'), 'Aisyah Rahman')
  await press.type(field('Email'), 'student@apogee.test')
  await press.type(field('Password'), 'Apogee-Demo-1')
  await press.type(field('Confirm password'), 'Apogee-Demo-1')
  await press.click(screen.getByRole('checkbox'))
}
const createAccount = () => screen.getByRole('button', { name: 'Create Account' })

test('registering signs in and leads to the dashboard; the confirmation is not sent', async () => {
  const calls = recordCalls('register', { success: true, data: { token: 'new', user: aisyah } })
  answer('listEnrolledCourses', noCourses)
  const page = await renderRoute('/register')
  await fillIn(page)
  await page.press.click(createAccount())
  await waitFor(() => expect(page.address()).toBe('/dashboard'))
  expect(localStorage.getItem(storageKeys.token)).toBe('new')
  expect(calls[0]?.body).toEqual({
    name: 'Aisyah Rahman',
    email: 'student@apogee.test',
    password: 'Apogee-Demo-1',
  })
})

test('the name and the e-mail address stay after a reload, and the passwords do not', async () => {
  const page = await renderRoute('/register')
  await fillIn(page)
  page.unmount()
  await renderRoute('/register')
  expect(field('Full name').value).toBe('Aisyah Rahman')
  expect(field('Email').value).toBe('student@apogee.test')
  expect(field('Password').value).toBe('')
  expect(JSON.stringify({ ...sessionStorage })).not.toContain('Apogee-Demo-1')
})

test('every registration field reports its requirement', async () => {
  const { press } = await renderRoute('/register')
  await press.click(createAccount())
  for (const sentence of [
    'Name is required',
    'Email is required',
    'Password is required',
    'Please confirm your password',
    'Please accept the Terms of Service and the Privacy Policy',
  ]) {
    expect(await screen.findByText(sentence)).toBeTruthy()
  }
  await press.type(field('Full name'), 'A')
  expect(await screen.findByText('Name must be at least 2 characters')).toBeTruthy()
  await press.type(field('Password'), 'short')
  expect(await screen.findByText('Password must be at least 8 characters')).toBeTruthy()
  // The hint of the meter would say the same in other words.
  expect(screen.queryByText('Password should be at least 8 characters')).toBeNull()
  await press.type(field('Password'), 'isbutweak')
  expect(await screen.findByText('Password is too weak')).toBeTruthy()
  await press.type(field('Confirm password'), 'other')
  expect(await screen.findByText('Passwords do not match')).toBeTruthy()
})

test("the meter shows a password's strength and what would improve it", async () => {
  const { press } = await renderRoute('/register')
  await press.type(field('Password'), 'a')
  expect(screen.getByText('Password strength: Weak')).toBeTruthy()
  for (const hint of [
    'Password should be at least 8 characters',
    'Add uppercase letters',
    'Add numbers',
    'Add special characters',
  ]) {
    expect(screen.getByText(hint)).toBeTruthy()
  }
  expect(screen.queryByText('Add lowercase letters')).toBeNull()
  await press.type(field('Password'), 'bcdefgH')
  expect(screen.getByText('Password strength: Medium')).toBeTruthy()
  await press.type(field('Password'), '1')
  expect(screen.getByText('Password strength: Strong')).toBeTruthy()
  await press.type(field('Password'), '!')
  expect(screen.queryByText('Add special characters')).toBeNull()
})

test('a taken email says what to do', async () => {
  refuse('register', 'EMAIL_EXISTS')
  const page = await renderRoute('/register')
  await fillIn(page)
  await page.press.click(createAccount())
  expect(
    await screen.findByText(
      'This email is already registered. Please use a different email or login to your existing account.',
    ),
  ).toBeTruthy()
})

test('a registration without an answer can be retried with all input kept', async () => {
  breakNetwork('register')
  const page = await renderRoute('/register')
  await fillIn(page)
  await page.press.click(createAccount())
  expect(await screen.findByText('An unexpected error occurred. Please try again later.')).toBeTruthy()
  expect(field('Full name').value).toBe('Aisyah Rahman')
})

test('the terms link to both texts, and members find the sign-in', async () => {
  await renderRoute('/register')
  const main = screen.getByRole('main')
  const hrefs = [...main.querySelectorAll('a')].map((link) => link.getAttribute('href'))
  expect(hrefs).toEqual(['/terms', '/privacy', '/login'])
})

test('the documents and the agreement are named once, beside the box', async () => {
  await renderRoute('/register')
  const main = within(screen.getByRole('main'))
  for (const text of [/terms of service/i, /privacy policy/i, /agree/i])
    expect(main.getAllByText(text)).toHaveLength(1)
  expect(main.getByText('By continuing this way, you consent to both documents linked above.')).toBeTruthy()
})

const next = () => screen.getByRole('button', { name: 'Next' })

async function toSecurity({ press }: RenderedRoute) {
  await press.type(field('Full name'), 'Farid Hakim')
  await press.type(field('Email'), 'admin@apogee.test')
  await press.click(next())
  await screen.findByRole('heading', { name: 'Business Information' })
  await press.type(field('Business name'), 'Kuala Data School')
  await press.type(field('Business email'), 'hello@kuala.test')
  await press.type(field('Business phone'), '+60 3 1234 5678')
  await press.type(field('Business address'), 'Jalan Ampang, Kuala Lumpur')
  await press.click(next())
  await screen.findByRole('heading', { name: 'Security' })
}

test('the business wizard continues only with a valid step, and goes back without losing input', async () => {
  const { press } = await renderRoute('/admin/register')
  await press.click(next())
  expect(await screen.findByText('Full name is required')).toBeTruthy()
  expect(screen.getByText('Email is required')).toBeTruthy()
  await press.type(field('Full name'), 'Farid Hakim')
  await press.type(field('Email'), 'admin@apogee.test')
  await press.click(next())
  expect(await screen.findByRole('heading', { name: 'Business Information' })).toBe(document.activeElement)
  await press.click(next())
  for (const sentence of [
    'Business name is required',
    'Business email is required',
    'Business phone is required',
    'Business address is required',
  ]) {
    expect(await screen.findByText(sentence)).toBeTruthy()
  }
  await press.type(field('Business email'), 'nobody')
  expect(await screen.findByText('Please enter a valid business email')).toBeTruthy()
  await press.click(screen.getByRole('button', { name: 'Back' }))
  expect(field('Full name').value).toBe('Farid Hakim')
})

test("the wizard's last step creates the business, signs in and goes to /admin", async () => {
  const calls = recordCalls('registerBusiness', { success: true, data: { token: 'founder', user: admin } })
  const page = await renderRoute('/admin/register')
  await toSecurity(page)
  await page.press.click(screen.getByRole('button', { name: 'Create Admin Account' }))
  expect(await screen.findByText('Password is required')).toBeTruthy()
  await page.press.type(field('Password'), 'Apogee-Demo-1')
  await page.press.type(field('Confirm password'), 'Apogee-Demo-2')
  expect(await screen.findByText('Passwords do not match')).toBeTruthy()
  await page.press.clear(field('Confirm password'))
  await page.press.type(field('Confirm password'), 'Apogee-Demo-1')
  // The calls of /admin itself have their own tests.
  for (const name of ['listUsers', 'listMyLearners', 'listCourses', 'listInstructors'] as const) {
    answer(name, noCourses)
  }
  await page.press.click(screen.getByRole('button', { name: 'Create Admin Account' }))
  await waitFor(() => expect(page.address()).toBe('/admin'))
  expect(calls[0]?.body).toEqual({
    name: 'Farid Hakim',
    email: 'admin@apogee.test',
    businessName: 'Kuala Data School',
    businessEmail: 'hello@kuala.test',
    businessPhone: '+60 3 1234 5678',
    businessAddress: 'Jalan Ampang, Kuala Lumpur',
    password: 'Apogee-Demo-1',
  })
})

test("a taken email leads back to the wizard's first step", async () => {
  refuse('registerBusiness', 'EMAIL_EXISTS')
  const page = await renderRoute('/admin/register')
  await toSecurity(page)
  await page.press.type(field('Password'), 'Apogee-Demo-1')
  await page.press.type(field('Confirm password'), 'Apogee-Demo-1')
  await page.press.click(screen.getByRole('button', { name: 'Create Admin Account' }))
  expect(await screen.findByText(/This email is already registered/)).toBeTruthy()
  expect(field('Email').value).toBe('admin@apogee.test')
})

test('an admin who adds somebody reads that the form signs them in as a new business', async () => {
  answer('listInvitations', {
    success: true,
    data: [],
    meta: { total: 0, nextCursor: null, businessName: 'Orbit Academy' },
  })
  const page = await renderRoute('/admin/register', { user: admin })
  await page.press.click(await screen.findByText('Register a new business instead'))
  expect(await screen.findByText(/You are signed in as Farid Hakim/)).toBeTruthy()
  const path = within(screen.getByRole('navigation', { name: 'Add User' }))
  expect(path.getByRole('link', { name: 'Admin' }).getAttribute('href')).toBe('/admin')
})

test('a forbidden page says so and links to the login', async () => {
  await renderRoute('/forbidden')
  const heading = screen.getByRole('heading', { name: 'Access Denied' })
  expect(heading.parentElement?.textContent).toBe(
    "Access Denied. You don't have permission to access this page.",
  )
  expect(screen.getByText("You don't have permission to access this page.")).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Back to Login' }).getAttribute('href')).toBe('/login')
})

test('a forbidden page names the signed-in person and links to their dashboard', async () => {
  await renderRoute('/forbidden', { user: aisyah })
  expect(await screen.findByText('You are signed in as Aisyah Rahman.')).toBeTruthy()
  const main = within(screen.getByRole('main'))
  expect(main.getByRole('link', { name: 'Go to dashboard' }).getAttribute('href')).toBe('/dashboard')
})

test('a mailed link fills in the address', async () => {
  await renderRoute('/register#email=aisyah%40school.example')
  expect((await screen.findByLabelText<HTMLInputElement>('Email')).value).toBe('aisyah@school.example')
})
