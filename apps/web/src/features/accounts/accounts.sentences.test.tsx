/**
 * The tests cover sentences of docs/specification.md#login, docs/specification.md#user-registration-register and their rules that
 * no other test asserts.
 */
import { storageKeys } from '@apogee/contracts/storage-keys.ts'
import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { answer, breakNetwork, keepWaiting, refuse } from '#web/testing/mock-api.ts'
import { aisyah } from '#web/testing/people.ts'
import { renderRoute, type RenderedRoute } from '#web/testing/render-route.tsx'

const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label)
const press = (page: RenderedRoute, name: string) => page.press.click(screen.getByRole('button', { name }))

async function signIn(page: RenderedRoute) {
  await page.press.type(field('Email'), 'student@apogee.test')
  await page.press.type(field('Password'), 'Apogee-Demo-1')
  await press(page, 'Sign In')
}
async function register(page: RenderedRoute) {
  await page.press.type(field('Full name'), 'Aisyah Rahman')
  await page.press.type(field('Email'), 'student@apogee.test')
  await page.press.type(field('Password'), 'Apogee-Demo-1')
  await page.press.type(field('Confirm password'), 'Apogee-Demo-1')
  await page.press.click(screen.getByRole('checkbox'))
  await press(page, 'Create Account')
}
async function toSecurity(page: RenderedRoute) {
  await page.press.type(field('Full name'), 'Farid Hakim')
  await page.press.type(field('Email'), 'admin@apogee.test')
  await press(page, 'Next')
  await screen.findByRole('heading', { name: 'Business Information' })
  for (const label of ['Business name', 'Business phone', 'Business address']) {
    await page.press.type(field(label), 'Kuala 0312345678')
  }
  await page.press.type(field('Business email'), 'hello@kuala.test')
  await press(page, 'Next')
  await screen.findByRole('heading', { name: 'Security' })
}

test('the login has email, password, Remember me, Google and GitHub', async () => {
  await renderRoute('/login')
  expect([field('Email').type, field('Password').type]).toEqual(['email', 'password'])
  expect(screen.getByRole('checkbox', { name: 'Remember me' })).toBeTruthy()
  expect(screen.getByText('Google')).toBeTruthy()
  expect(screen.getByText('GitHub')).toBeTruthy()
})

test("the server's error text is shown in a red box", async () => {
  refuse('login', 'INVALID_CREDENTIALS')
  await signIn(await renderRoute('/login'))
  const box = (await screen.findByText('Invalid email or password')).closest<HTMLElement>('[role=alert]')
  expect(box?.dataset['tone']).toBe('danger')
})

test('a login that fails without a reason shows Login failed', async () => {
  answer('login', () => Response.json({ success: false }, { status: 400 }))
  await signIn(await renderRoute('/login'))
  expect(await screen.findByText('Login failed')).toBeTruthy()
})

test('the registration has name, email, password, its confirmation, and required terms', async () => {
  await renderRoute('/register')
  expect([field('Full name').type, field('Email').type]).toEqual(['text', 'email'])
  expect([field('Password').type, field('Confirm password').type]).toEqual(['password', 'password'])
  expect(screen.getByRole<HTMLInputElement>('checkbox').required).toBe(true)
})

test('while registering the button shows Creating Account...', async () => {
  const page = await renderRoute('/register')
  keepWaiting('register')
  await register(page)
  expect(await screen.findByText('Creating Account...')).toBeTruthy()
})

test('server issues are shown as path: message, joined by commas, and at their fields', async () => {
  refuse('register', 'VALIDATION', [
    { path: 'email', message: 'Not taken here' },
    { path: 'origin', message: 'Not allowed' },
  ])
  await register(await renderRoute('/register'))
  expect(await screen.findByText('email: Not taken here, origin: Not allowed')).toBeTruthy()
  expect(screen.getByText('Not taken here')).toBeTruthy()
})

test('server issues are joined above the form also when each of them has a field', async () => {
  refuse('register', 'VALIDATION', [
    { path: 'email', message: 'Not taken here' },
    { path: 'name', message: 'Not this one' },
  ])
  await register(await renderRoute('/register'))
  expect(await screen.findByText('email: Not taken here, name: Not this one')).toBeTruthy()
  expect(screen.getByText('Not this one')).toBeTruthy()
})

test('a registration whose answer lacks the session says that it failed', async () => {
  answer('register', () => Response.json({ success: true }))
  await register(await renderRoute('/register'))
  expect(await screen.findByText('Registration failed. Please try again.')).toBeTruthy()
})

test.each([
  ['a reason', { success: false, error: 'Registration is closed today' }, 'Registration is closed today'],
  ['no reason', { success: false }, 'Registration failed. Please try again.'],
])('a registration that fails with %s says so', async (_, body, sentence) => {
  answer('register', () => Response.json(body, { status: 400 }))
  await register(await renderRoute('/register'))
  expect(await screen.findByText(sentence)).toBeTruthy()
  expect(localStorage.getItem(storageKeys.token)).toBeNull()
})

test('blanks around a name do not count', async () => {
  const page = await renderRoute('/register')
  await page.press.type(field('Full name'), '  A  ')
  await press(page, 'Create Account')
  expect(await screen.findByText('Name must be at least 2 characters')).toBeTruthy()
})

test.each([
  ['abcdefgh', 'Medium', true],
  ['abcdefg1', 'Medium', false],
  ['aB1!', 'Strong', false],
  ['abc', 'Weak', false],
])('%s is %s; too weak to be accepted: %s', async (password, strength, isTooWeak) => {
  const page = await renderRoute('/register')
  await page.press.type(field('Password'), password)
  expect(screen.getByText(`Password strength: ${strength}`)).toBeTruthy()
  await press(page, 'Create Account')
  await screen.findByText('Name is required')
  expect(screen.queryByText('Password is too weak') !== null).toBe(isTooWeak)
})

test('the wizard shows three steps: Personal Information, Business Information, Security', async () => {
  const page = await renderRoute('/admin/register')
  const steps = within(screen.getByRole('list', { name: 'Registration steps' }))
  expect(steps.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    expect.stringContaining('Personal Information'),
    expect.stringContaining('Business Information'),
    expect.stringContaining('Security'),
  ])
  expect(screen.getByText('Step 1 of 3')).toBeTruthy()
  await toSecurity(page)
  expect(screen.getByText('Step 3 of 3')).toBeTruthy()
  await press(page, 'Back')
  expect(await screen.findByRole('heading', { name: 'Business Information' })).toBeTruthy()
  await press(page, 'Back')
  expect(await screen.findByRole('heading', { name: 'Personal Information' })).toBeTruthy()
})

test('the last step shows and hides both passwords and their requirements', async () => {
  const page = await renderRoute('/admin/register')
  await toSecurity(page)
  for (const [index, label] of ['Password', 'Confirm password'].entries()) {
    await page.press.click(screen.getAllByRole('button', { name: 'Show password' })[0] as HTMLElement)
    expect(field(label).type).toBe('text')
    expect(screen.getAllByRole('button', { name: 'Hide password' })).toHaveLength(index + 1)
  }
  await press(page, 'Create Admin Account')
  expect(await screen.findByText('Password is required')).toBeTruthy()
  expect(screen.getByText('Please confirm your password')).toBeTruthy()
  await page.press.type(field('Password'), 'Short1!')
  expect(await screen.findByText('Password must be at least 8 characters')).toBeTruthy()
  await page.press.type(field('Confirm password'), 'other')
  expect(await screen.findByText('Passwords do not match')).toBeTruthy()
})

test('the first step of the wizard refuses a malformed address', async () => {
  const page = await renderRoute('/admin/register')
  await page.press.type(field('Full name'), 'Farid Hakim')
  await page.press.type(field('Email'), 'farid@')
  await press(page, 'Next')
  expect(await screen.findByText('Please enter a valid email address')).toBeTruthy()
  expect(screen.queryByRole('heading', { name: 'Business Information' })).toBeNull()
})

test('the wizard links regular users to /register', async () => {
  await renderRoute('/admin/register')
  const main = within(screen.getByRole('main'))
  expect(main.getByRole('link', { name: 'Register as a regular user' }).getAttribute('href')).toBe(
    '/register',
  )
})

test('a business registration without an answer shows Registration failed. Please try again.', async () => {
  breakNetwork('registerBusiness')
  const page = await renderRoute('/admin/register')
  await toSecurity(page)
  await page.press.type(field('Password'), 'Apogee-Demo-1')
  await page.press.type(field('Confirm password'), 'Apogee-Demo-1')
  await press(page, 'Create Admin Account')
  expect(await screen.findByText('Registration failed. Please try again.')).toBeTruthy()
})

test("a token is verified, and the person is taken from the answer's decoded data", async () => {
  answer('listEnrolledCourses', { success: true, data: [], meta: { total: 0, nextCursor: null } })
  await renderRoute('/dashboard', { user: { ...aisyah, name: 'Nur Aina' } })
  expect(await screen.findByRole('heading', { level: 1, name: 'Welcome back, Nur Aina' })).toBeTruthy()
})
