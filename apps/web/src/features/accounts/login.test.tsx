import { storageKeys } from '@apogee/contracts/storage-keys.ts'
import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { answer, breakNetwork, recordCalls, refuse } from '#web/testing/mock-api.ts'
import { aisyah } from '#web/testing/people.ts'
import { renderRoute, type RenderedRoute } from '#web/testing/render-route.tsx'

const signedIn = { success: true as const, data: { token: 'token-of-7', user: aisyah } }
const noCourses = { success: true as const, data: [], meta: { total: 0, nextCursor: null } }

const email = () => screen.getByLabelText<HTMLInputElement>('Email')
const password = () => screen.getByLabelText<HTMLInputElement>('Password')
const submit = () => screen.getByRole('button', { name: 'Sign In' })

async function signIn({ press }: RenderedRoute, secret = 'Apogee-Demo-1') {
  await press.clear(email())
  await press.type(email(), 'student@apogee.test')
  await press.clear(password())
  await press.type(password(), secret)
  await press.click(submit())
}

test('signing in stores the token and leads to the dashboard', async () => {
  const calls = recordCalls('login', signedIn)
  answer('listEnrolledCourses', noCourses)
  const page = await renderRoute('/login')
  await signIn(page)
  await waitFor(() => expect(page.address()).toBe('/dashboard'))
  expect(localStorage.getItem(storageKeys.token)).toBe('token-of-7')
  expect(calls[0]?.body).toEqual({ email: 'student@apogee.test', password: 'Apogee-Demo-1' })
  expect(await screen.findByText('No Enrolled Courses')).toBeTruthy()
})

test('email and password are required, and errors clear when the input changes', async () => {
  const { press } = await renderRoute('/login')
  await press.click(submit())
  expect(await screen.findByText('Email is required')).toBeTruthy()
  expect(screen.getByText('Password is required')).toBeTruthy()
  await press.type(password(), 'x')
  expect(screen.queryByText('Password is required')).toBeNull()
  expect(screen.queryByText('Email is required')).toBeNull()
  await press.type(email(), 'nadia@')
  await press.click(submit())
  expect(await screen.findByText('Please enter a valid email address')).toBeTruthy()
  await press.type(password(), 'y')
  expect(screen.queryByText('Please enter a valid email address')).toBeNull()
  expect(email().getAttribute('aria-invalid')).not.toBe('true')
})

test("the server's error shows until an input changes, and after more than two failures a hint appears", async () => {
  refuse('login', 'INVALID_CREDENTIALS')
  const page = await renderRoute('/login')
  for (const attempt of [1, 2, 3]) {
    await signIn(page, `wrong-${attempt}`)
    expect((await screen.findByText('Invalid email or password')).closest('[role=alert]')).toBeTruthy()
    const hint = screen.queryByText(/Multiple login attempts detected\. Need help\?/)
    expect(Boolean(hint)).toBe(attempt > 2)
  }
  expect(screen.getByRole('link', { name: 'Contact support.' }).getAttribute('href')).toBe('/contact-support')
  await page.press.type(password(), '!')
  expect(screen.queryByText('Invalid email or password')).toBeNull()
})

test('after too many attempts the page offers a password reset, after which sign-in works at once', async () => {
  refuse('login', 'TOO_MANY_ATTEMPTS')
  const page = await renderRoute('/login')
  await signIn(page)
  expect(await screen.findByText(/Too many attempts/)).toBeTruthy()
  const reset = screen.getByRole('link', { name: 'Reset your password' })
  expect(reset.getAttribute('href')).toBe('/forgot-password')
  await page.press.type(password(), '!')
  expect(screen.queryByText(/Too many attempts/)).toBeNull()
})

test('a sign-in without an answer from the server says so', async () => {
  breakNetwork('login')
  await signIn(await renderRoute('/login'))
  expect(await screen.findByText('An unexpected error occurred')).toBeTruthy()
})

test('a remembered email is filled in, and deleted when the box is unticked', async () => {
  localStorage.setItem(storageKeys.rememberedEmail, 'student@apogee.test')
  answer('login', signedIn)
  answer('listEnrolledCourses', noCourses)
  const { press, address } = await renderRoute('/login')
  await waitFor(() => expect(email().value).toBe('student@apogee.test'))
  const remember = screen.getByRole<HTMLInputElement>('checkbox', { name: 'Remember me' })
  expect(remember.checked).toBe(true)
  await press.click(remember)
  await press.type(password(), 'Apogee-Demo-1')
  await press.keyboard('{Enter}')
  await waitFor(() => expect(address()).toBe('/dashboard'))
  expect(localStorage.getItem(storageKeys.rememberedEmail)).toBeNull()
})

test('a ticked Remember me stores the email', async () => {
  answer('login', signedIn)
  answer('listEnrolledCourses', noCourses)
  const page = await renderRoute('/login')
  await page.press.click(screen.getByRole('checkbox', { name: 'Remember me' }))
  await signIn(page)
  await waitFor(() => expect(page.address()).toBe('/dashboard'))
  expect(localStorage.getItem(storageKeys.rememberedEmail)).toBe('student@apogee.test')
})

test('the password can be shown and hidden', async () => {
  const { press } = await renderRoute('/login')
  expect(password().type).toBe('password')
  await press.click(screen.getByRole('button', { name: 'Show password' }))
  expect(password().type).toBe('text')
  await press.click(screen.getByRole('button', { name: 'Hide password' }))
  expect(password().type).toBe('password')
})

test('the login links to password reset and registration', async () => {
  await renderRoute('/login')
  expect(screen.getByRole('link', { name: 'Forgot password?' }).getAttribute('href')).toBe('/forgot-password')
  expect(screen.getByRole('link', { name: 'Sign up' }).getAttribute('href')).toBe('/register')
})

test("the login page in Malay shows the form and the server's refusal in Malay", async () => {
  refuse('login', 'INVALID_CREDENTIALS')
  const { press } = await renderRoute('/login', { language: 'ms' })
  await press.type(screen.getByLabelText('E-mel'), 'student@apogee.test')
  await press.type(screen.getByLabelText('Kata laluan'), 'salah')
  await press.click(screen.getByRole('button', { name: 'Log masuk' }))
  await waitFor(() => expect(screen.getByRole('alert').textContent).not.toContain('Invalid'))
})

test.each([
  ['/login', 'Sign in to Apogee and carry on where you stopped.'],
  ['/login?redirect=/checkout', 'Sign in to pay. Your cart stays as it is.'],
  ['/login?redirect=/course/5/sales', 'Sign in or create an account to continue.'],
  ['/login?redirect=//elsewhere.test', 'Sign in to Apogee and carry on where you stopped.'],
])('%s explains why sign-in is required', async (path, why) => {
  await renderRoute(path)
  expect(screen.getByText(why)).toBeTruthy()
})
