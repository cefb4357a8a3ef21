/** Provides the people of the journeys: the demo school's, and new ones for each journey. */
import { randomBytes } from 'node:crypto'
import { expect, type APIRequestContext, type Page } from '@playwright/test'
import { open } from './journey.ts'

export const demoPassword = 'Apogee-Demo-1'
export const newPassword = 'Orbit-Walk-7'

export interface Person {
  id: number
  name: string
  email: string
  token: string
}

/** Returns a unique address, because journeys share one database. */
export function newEmail(who: string): string {
  return `${who}-${randomBytes(4).toString('hex')}@apogee.test`
}

interface SessionAnswer {
  data: { token: string; user: { id: number; name: string | null; email: string } }
}

async function personOf(answer: SessionAnswer): Promise<Person> {
  const { token, user } = answer.data
  return { id: user.id, name: user.name ?? '', email: user.email, token }
}

/** Registers a learner without the form. */
export async function newLearner(request: APIRequestContext, name = 'Zainab Idris'): Promise<Person> {
  const response = await request.post('/api/auth/register', {
    data: { name, email: newEmail('learner'), password: newPassword },
  })
  expect(response.status(), await response.text()).toBe(201)
  return personOf((await response.json()) as SessionAnswer)
}

/** Registers the owner of a new business without the form. */
export async function newSeller(request: APIRequestContext): Promise<Pick<Person, 'token'>> {
  const registered = await request.post('/api/auth/admin/register', {
    data: {
      name: 'Salmah Yusof',
      email: newEmail('seller'),
      businessName: `Bengkel Kayu ${randomBytes(3).toString('hex')}`,
      businessEmail: newEmail('office'),
      businessPhone: '+60 3-5550 0100',
      businessAddress: '8 Jalan Hang Tuah, 75300 Melaka',
      password: newPassword,
    },
  })
  expect(registered.status(), await registered.text()).toBe(201)
  return ((await registered.json()) as { data: Pick<Person, 'token'> }).data
}

type DemoAccount = 'student' | 'instructor' | 'admin' | 'superadmin'

export async function demoPerson(request: APIRequestContext, who: DemoAccount): Promise<Person> {
  const response = await request.post('/api/auth/login', {
    data: { email: `${who}@apogee.test`, password: demoPassword },
  })
  expect(response.status(), await response.text()).toBe(200)
  return personOf((await response.json()) as SessionAnswer)
}

const readers = new Map<DemoAccount, Promise<Person>>()

/**
 * Returns a demo account whose session all tests of a worker share, because checking a password is expensive. No test may sign out
 * of it.
 */
export function demoReader(request: APIRequestContext, who: DemoAccount): Promise<Person> {
  const reader = readers.get(who) ?? demoPerson(request, who)
  readers.set(who, reader)
  return reader
}

/** Stores the person's session in this browser, as a sign-in does. */
export async function signInAs(page: Page, { token }: Pick<Person, 'token'>): Promise<void> {
  await page.goto('/robots.txt')
  await page.evaluate((given) => localStorage.setItem('authToken', given), token)
}

export const as = ({ token }: Pick<Person, 'token'>) => ({ headers: { authorization: `Bearer ${token}` } })

/** Creates an object through the API as this person; the answer has its id. */
export const postAs =
  (request: APIRequestContext, person: Pick<Person, 'token'>) =>
  async (path: string, data: object): Promise<{ id: number }> => {
    const answer = await request.post(`/api${path}`, { ...as(person), data })
    expect(answer.ok(), await answer.text()).toBe(true)
    return ((await answer.json()) as { data: { id: number } }).data
  }

export async function signIn(page: Page, email: string, password = demoPassword): Promise<void> {
  await open(page, '/login')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Sign In', exact: true }).click()
}

/** Fills in and submits the registration form on the current page. */
export async function fillRegistration(page: Page, name: string, email: string): Promise<void> {
  await page.getByLabel('Full name').fill(name)
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(newPassword)
  await page.getByLabel('Confirm password').fill(newPassword)
  await page.getByRole('checkbox', { name: /Terms of Service/ }).check()
  await page.getByRole('button', { name: 'Create Account' }).click()
}
