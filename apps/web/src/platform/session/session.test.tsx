import { storageKeys } from '@apogee/contracts/storage-keys.ts'
import { act, render, screen, waitFor } from '@testing-library/react'
import { lazy, Suspense } from 'react'
import { beforeEach, expect, test } from 'vitest'
import { aCourse, aisyah } from '#web/testing/people.ts'
import { answer, breakNetwork, recordCalls, refuse } from '#web/testing/mock-api.ts'
import { renderRoute } from '#web/testing/render-route.tsx'
import { call } from '../transfer/client.ts'
import { draftOf } from '../drafts/drafts.ts'
import { createBrowserQueryClient } from '../transfer/queries.ts'
import { createSessionStore, SessionProvider, useViewer } from './session.tsx'

const token = () => localStorage.getItem(storageKeys.token)

beforeEach(() => {
  answer('listCourses', { success: true, data: [aCourse()], meta: { total: 1, nextCursor: null } })
})

test('an unknown token is removed, and the person is signed out', async () => {
  localStorage.setItem(storageKeys.token, 'dead')
  refuse('verifySession', 'UNAUTHENTICATED')
  await renderRoute('/marketplace')
  await waitFor(() => expect(token()).toBeNull())
  expect(await screen.findByRole('link', { name: 'Sign In' })).toBeTruthy()
})

test.each([
  ['no answer', () => breakNetwork('verifySession')],
  ['an error of the server', () => refuse('verifySession', 'UNAVAILABLE')],
])(
  'after %s the token stays, a guarded page says that Apogee cannot be reached, and it opens when a further try is answered',
  async (_what, fail) => {
    localStorage.setItem(storageKeys.token, 'kept')
    fail()
    const page = await renderRoute('/profile')
    expect(await screen.findByText('Apogee cannot be reached right now')).toBeTruthy()
    expect(token()).toBe('kept')
    expect(page.address()).toBe('/profile')
    answer('verifySession', { success: true, data: { decoded: aisyah } })
    answer('listEnrolledCourses', { success: true, data: [], meta: { total: 0, nextCursor: null } })
    await page.press.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await screen.findByRole('heading', { level: 1, name: 'Aisyah Rahman' })).toBeTruthy()
  },
)

test('logging out tells the server, removes the token and goes to /login', async () => {
  const calls = recordCalls('logout', { success: true })
  const page = await renderRoute('/notifications', { user: aisyah })
  draftOf(aisyah.id, 'exercise 7', { code: '' }).keep({ code: 'mine' })
  await page.press.click(await screen.findByRole('button', { name: 'Account of Aisyah Rahman' }))
  await page.press.click(screen.getByText('Logout'))
  await waitFor(() => expect(page.address()).toBe('/login'))
  expect([token(), sessionStorage.getItem(storageKeys.drafts)]).toEqual([null, null])
  expect(calls.map((sent) => sent.bearer)).toEqual(['token-of-7'])
})

test('logging out in another tab signs this one out too', async () => {
  await renderRoute('/marketplace', { user: aisyah })
  await screen.findByRole('link', { name: 'Dashboard' })
  localStorage.removeItem(storageKeys.token)
  act(
    () => void window.dispatchEvent(new StorageEvent('storage', { key: storageKeys.token, newValue: null })),
  )
  expect(await screen.findByRole('link', { name: 'Sign In' })).toBeTruthy()
})

test('a token that any call finds invalid ends the session', async () => {
  await renderRoute('/marketplace', { user: aisyah })
  await screen.findByRole('link', { name: 'Dashboard' })
  refuse('listSessions', 'UNAUTHENTICATED')
  await act(() => expect(call('listSessions')).rejects.toMatchObject({ status: 401 }))
  expect(await screen.findByRole('link', { name: 'Sign In' })).toBeTruthy()
  expect(token()).toBeNull()
})

test.each([
  ['/profile', '/login'],
  ['/admin', '/login'],
  ['/checkout', '/login?redirect=/checkout'],
  ['/purchases/abc/receipts/def', '/login?redirect=/purchases/abc/receipts/def'],
])('%s redirects signed-out people to %s', async (from, to) => {
  const page = await renderRoute(from)
  await waitFor(() => expect(page.address()).toBe(to))
})

test('a student is refused the admin pages', async () => {
  const page = await renderRoute('/admin', { user: aisyah })
  await waitFor(() => expect(page.address()).toBe('/forbidden'))
})

test('an unknown address redirects home', async () => {
  const page = await renderRoute('/no-such-page')
  await waitFor(() => expect(page.address()).toBe('/'))
})

test('code that does not load delays what signed-out people see by three seconds at most', async () => {
  const Part = lazy(() => new Promise<never>(() => {}))
  const Page = () => (useViewer() === 'unknown' ? 'Checking' : <Part />)
  const session = createSessionStore(createBrowserQueryClient())
  render(
    <SessionProvider session={session}>
      <Suspense fallback="Loading">
        <Page />
      </Suspense>
    </SessionProvider>,
  )
  expect(screen.getByText('Checking')).toBeTruthy()
  expect(session.store.getState()).toEqual({ state: 'signed-out' })
  // A recorded press waits until the known session is also rendered.
  expect(session.rendered.getState().state).toBe('unknown')
  expect(await screen.findByText('Loading', {}, { timeout: 5_000 })).toBeTruthy()
})
