/** Tests that a press on a button to enrol or to buy survives signing in and registering, and is carried out exactly once. */
import type { SalesInfo } from '@apogee/contracts/catalogue/catalogue.ts'
import { storageKeys } from '@apogee/contracts/storage-keys.ts'
import { act, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { answer, recordCalls, refuse, type SentRequest } from '#web/testing/mock-api.ts'
import { aCourse, aisyah } from '#web/testing/people.ts'
import { renderRoute, type RenderedRoute } from '#web/testing/render-route.tsx'
import { aSalesInfo } from '#web/testing/sales-info.ts'

const session = { success: true as const, data: { token: 'token-of-7', user: aisyah } }
const title = 'Practical Machine Learning'
const enrolName = 'Enroll Now (Free)'
const free: Partial<SalesInfo> = { course: aCourse({ price: 0 }) }
const paid: Partial<SalesInfo> = { course: aCourse({ price: 24_900 }) }

let enrolments: SentRequest[]
let payments: SentRequest[]
let assign: ReturnType<typeof vi.spyOn>

beforeEach(() => {
  enrolments = recordCalls('enroll', { success: true, message: 'done' })
  payments = recordCalls('payForCourse', {
    success: true,
    payment_url: 'https://gate.example/p/1',
    purchase_id: 'purchase-0123456789',
  })
  assign = vi.spyOn(window.location, 'assign').mockImplementation(() => undefined)
  answer('login', session)
  answer('register', session)
  answer('listEnrolledCourses', { success: true, data: [], meta: { total: 0, nextCursor: null } })
  answer('verifySession', { success: true, data: { decoded: aisyah } })
  refuse('readCourse', 'COURSE_NOT_FOUND')
})

/** The sales page shows `before` to visitors, and `after` to the person who has signed in. */
const sell = (before: Partial<SalesInfo>, after = before) =>
  answer('courseSales', ({ bearer }) => ({ success: true, data: aSalesInfo(bearer ? after : before) }))

const stored = () => sessionStorage.getItem(storageKeys.intention)
const typeInto = (page: RenderedRoute, label: string, text: string) =>
  page.press.type(screen.getByLabelText(label), text)

async function press(page: RenderedRoute, name: string) {
  const panel = within(await screen.findByRole('complementary', { name: 'Purchase' }))
  await page.press.click(await panel.findByRole('button', { name }))
}

async function signIn(page: RenderedRoute) {
  await typeInto(page, 'Email', 'student@apogee.test')
  await typeInto(page, 'Password', 'Apogee-Demo-1')
  await page.press.click(screen.getByRole('button', { name: 'Sign In' }))
}

/** Presses the button of the sales page as a visitor, and signs in. */
async function pressAndSignIn(name: string) {
  const page = await renderRoute('/sp/5/')
  await press(page, name)
  await waitFor(() => expect(page.address()).toBe('/login?redirect=/course/5/sales'))
  await signIn(page)
  await waitFor(() => expect(page.address()).toBe('/sp/5/'))
  return page
}

const nothingIsSent = () => {
  expect([enrolments.length, payments.length]).toEqual([0, 0])
  expect(stored()).toBeNull()
}

test('a press to enrol is carried out once after signing in, with the message and the course after two seconds', async () => {
  sell(free)
  const page = await pressAndSignIn(enrolName)
  expect(await screen.findByText(/^Successfully enrolled in the course!/)).toBeTruthy()
  for (const button of screen.getAllByRole<HTMLButtonElement>('button', { name: 'Enrolling...' }))
    expect(button.getAttribute('aria-busy') ?? String(button.disabled)).toBe('true')
  await waitFor(() => expect(page.address()).toBe('/course/5'))
  expect(enrolments.map(({ body }) => body)).toEqual([{ courseId: 5, userId: 7 }])
  expect(stored()).toBeNull()
})

test('a press to enrol is carried out once after registering, which the sign-in page offers with the name of the course', async () => {
  sell(free)
  const page = await renderRoute('/sp/5/')
  await press(page, enrolName)
  expect(await screen.findByText(`New here? Create an account to start “${title}”. It is free.`)).toBeTruthy()
  await page.press.click(screen.getByRole('link', { name: 'Create an account' }))
  expect(page.address()).toBe('/register?redirect=/course/5/sales')
  await typeInto(page, 'Full name', 'Aisyah Rahman')
  await typeInto(page, 'Email', 'student@apogee.test')
  await typeInto(page, 'Password', 'Apogee-Demo-1')
  await typeInto(page, 'Confirm password', 'Apogee-Demo-1')
  await page.press.click(screen.getByRole('checkbox'))
  await page.press.click(screen.getByRole('button', { name: 'Create Account' }))
  await waitFor(() => expect(page.address()).toBe('/course/5'))
  expect(enrolments).toHaveLength(1)
})

test('a press to buy opens the payment page after signing in, and neither a reload nor Back opens it again', async () => {
  sell(paid)
  const page = await pressAndSignIn('Buy Now')
  await waitFor(() => expect(assign).toHaveBeenCalledWith('https://gate.example/p/1'))
  await page.goBack()
  const again = await renderRoute('/sp/5/', { user: aisyah })
  const panel = within(await screen.findByRole('complementary', { name: 'Purchase' }))
  expect(await panel.findByRole('button', { name: 'Buy Now' })).toBeTruthy()
  expect(again.address()).toBe('/sp/5/')
  expect(payments.map(({ body }) => body)).toEqual([{ courseId: 5, userId: 7 }])
})

test('the sign-in page names the course that a visitor wants to buy, and the browser stores no price and no person', async () => {
  sell(paid)
  const page = await renderRoute('/sp/5/')
  await press(page, 'Buy Now')
  expect(await screen.findByText(new RegExp(`^New here\\? Create an account to buy “${title}”`))).toBeTruthy()
  expect(JSON.parse(stored() ?? '{}')).toEqual({ kind: 'buy', id: 5, title, until: expect.any(Number) })
  expect(localStorage.getItem(storageKeys.intention)).toBeNull()
})

test('a link to the sign-in page alone neither enrols nor buys', async () => {
  sell(free)
  const page = await renderRoute('/login?redirect=/course/5/sales')
  expect(screen.getByText(/^New here\? Create an account to continue/)).toBeTruthy()
  await signIn(page)
  const panel = within(await screen.findByRole('complementary', { name: 'Purchase' }))
  expect(await panel.findByRole('button', { name: enrolName })).toBeTruthy()
  nothingIsSent()
})

test('a press is forgotten when the person goes elsewhere', async () => {
  sell(free)
  const page = await renderRoute('/sp/5/')
  await press(page, enrolName)
  expect(stored()).not.toBeNull()
  await page.press.click(
    within(screen.getByRole('banner')).getAllByRole('link', { name: 'Marketplace' })[0] ?? document.body,
  )
  await waitFor(() => expect(stored()).toBeNull())
})

test('a press is forgotten when the person opens another course or a page in the same tab', async () => {
  sell(free)
  for (const path of ['/sp/6/', '/pricing']) {
    const { unmount, ...page } = await renderRoute('/sp/5/')
    await press({ unmount, ...page }, enrolName)
    expect(stored()).not.toBeNull()
    unmount()
    await renderRoute(path)
    await waitFor(() => expect(stored()).toBeNull())
  }
})

test('a press is forgotten when the person goes back without signing in', async () => {
  sell(free)
  const page = await renderRoute('/sp/5/')
  await press(page, enrolName)
  await waitFor(() => expect(page.address()).toBe('/login?redirect=/course/5/sales'))
  await page.goBack()
  await waitFor(() => expect(stored()).toBeNull())
})

test('a press is forgotten when the person signs in in another tab, which may be a copy of this one', async () => {
  sell(free)
  const page = await renderRoute('/sp/5/')
  await press(page, enrolName)
  await waitFor(() => expect(page.address()).toBe('/login?redirect=/course/5/sales'))
  localStorage.setItem(storageKeys.token, 'token-of-7')
  act(
    () =>
      void window.dispatchEvent(
        new StorageEvent('storage', { key: storageKeys.token, newValue: 'token-of-7' }),
      ),
  )
  await waitFor(() => expect(page.address()).toBe('/sp/5/'))
  const panel = within(await screen.findByRole('complementary', { name: 'Purchase' }))
  expect(await panel.findByRole('button', { name: enrolName })).toBeTruthy()
  nothingIsSent()
})

test.each([
  ['has expired', { kind: 'enroll', id: 5, title, until: 1 }],
  ['is of another course', { kind: 'enroll', id: 6, title, until: 9e15 }],
  ['was edited by hand', { kind: 'give', id: 5, title, until: 9e15 }],
])('a stored press that %s is not carried out', async (_, intention) => {
  sell(free)
  sessionStorage.setItem(storageKeys.intention, JSON.stringify(intention))
  await renderRoute('/sp/5/', { user: aisyah })
  const panel = within(await screen.findByRole('complementary', { name: 'Purchase' }))
  expect(await panel.findByRole('button', { name: enrolName })).toBeTruthy()
  await waitFor(nothingIsSent)
})

test('a press to buy whose price is not known any more asks for another press', async () => {
  vi.resetModules()
  sell(paid)
  const intention = { kind: 'buy', id: 5, title, until: 9e15 }
  sessionStorage.setItem(storageKeys.intention, JSON.stringify(intention))
  await renderRoute('/sp/5/', { user: aisyah })
  expect(await screen.findByText(/^You are signed in. Please check the price/)).toBeTruthy()
  nothingIsSent()
})

test.each<[string, string, Partial<SalesInfo>, Partial<SalesInfo>, RegExp]>([
  ['already enrolled', enrolName, free, { ...free, isEnrolled: true }, /^You are already enrolled/],
  ['manages the course', 'Buy Now', paid, { ...paid, permissions: { manage: true } }, /^You manage/],
  ['the free course has a price now', enrolName, free, paid, /^You are signed in. Please check the price/],
  ['the paid course is free now', 'Buy Now', paid, free, /^You are signed in. Please check the price/],
  [
    'costs more now',
    'Buy Now',
    paid,
    { course: aCourse({ price: 29_900 }) },
    /^You are signed in. Please check the price/,
  ],
  [
    'not on sale any more',
    'Buy Now',
    paid,
    { course: aCourse({ state: 'archived' }) },
    /^This course cannot be bought/,
  ],
])(
  'a press that cannot be carried out ends with a sentence: %s',
  async (_, name, before, after, sentence) => {
    sell(before, after)
    await pressAndSignIn(name)
    expect(await screen.findByText(sentence)).toBeTruthy()
    nothingIsSent()
  },
)

test('a press that the server refuses ends with its sentence, and can be repeated', async () => {
  sell(free)
  refuse('enroll', 'ACCESS_REMOVED')
  const page = await pressAndSignIn(enrolName)
  expect(await screen.findByText(/^Your access to this course was removed/)).toBeTruthy()
  const again = recordCalls('enroll', { success: true, message: 'done' })
  await press(page, enrolName)
  await waitFor(() => expect(again).toHaveLength(1))
})
