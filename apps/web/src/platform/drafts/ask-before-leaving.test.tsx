/** Tests the confirmation before leaving a page with unsaved input, using the browser's history. */
import { act, fireEvent, render, screen, within } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { provideTexts } from '#web/testing/texts.ts'
import { AskBeforeLeaving } from './ask-before-leaving.tsx'
import type { Loss } from './leave-guard.ts'
import { loadTexts } from '../language/messages.ts'
import { PreferencesProvider } from '../language/preferences.tsx'
import { createBrowserHistory } from '../router/history.ts'
import {
  Link,
  Navigate,
  Router,
  useLocation,
  useNavigationKind,
  useRouterHistory,
} from '../router/router.tsx'

beforeEach(() => history.replaceState({ key: 'edit' }, '', '/edit?view=all'))
afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

function Page({ loss: first }: { loss: Loss | null }) {
  const [loss, setLoss] = useState(first)
  const [isRedirected, setRedirected] = useState(false)
  const { pathname, search } = useLocation()
  const router = useRouterHistory()
  const [isSignedOut, setSignedOut] = useState(false)
  return (
    <>
      <p role="status">{`${pathname}${search} ${useNavigationKind()}`}</p>
      {pathname === '/edit' ? <AskBeforeLeaving loss={loss} /> : null}
      <Link to="/courses">Courses</Link>
      <Link to="?view=one">One</Link>
      <button type="button" onClick={() => setLoss(null)}>
        Uploaded
      </button>
      <button type="button" onClick={() => setRedirected(true)}>
        Redirect
      </button>
      <button
        type="button"
        onClick={() => {
          if (!router.asksBefore?.(() => setSignedOut(true))) setSignedOut(true)
        }}
      >
        {isSignedOut ? 'Signed out' : 'Sign out'}
      </button>
      {isRedirected ? <Navigate to="/login" replace /> : null}
    </>
  )
}

const show = (loss: Loss | null = 'upload', language: 'en' | 'ms' = 'en') =>
  render(
    <PreferencesProvider initial={{ language, theme: 'space', offered: null }} prepare={loadTexts}>
      <Router history={createBrowserHistory()}>
        <Page loss={loss} />
      </Router>
    </PreferencesProvider>,
  )

const press = (name: string) => fireEvent.click(screen.getByText(name, { selector: 'a, button, button *' }))
const where = () => screen.getByText(/^\/\S* (POP|PUSH|REPLACE)$/).textContent
const question = () => screen.queryByRole('alertdialog')
const answer = (name: string) => {
  const dialog = screen.getByRole('alertdialog', { name: 'Leave this page?' })
  fireEvent.click(within(dialog).getByRole('button', { name }))
}

const popTo = (address: string, key: string) =>
  act(() => {
    history.replaceState({ key }, '', address)
    dispatchEvent(new PopStateEvent('popstate', { state: history.state }))
  })

test('a pressed link asks while a file is uploaded; Stay keeps the page, Leave opens the target', () => {
  show()
  press('Courses')
  expect(screen.getByText('A file is still being uploaded. If you leave now, it may be lost.')).toBeTruthy()
  expect(location.pathname).toBe('/edit')
  answer('Stay')
  expect([question(), where()]).toEqual([null, '/edit?view=all POP'])
  press('Courses')
  answer('Leave')
  expect([question(), where(), location.pathname]).toEqual([null, '/courses PUSH', '/courses'])
})

test('signing out asks before the session ends, and not once the file is there', () => {
  show()
  press('Sign out')
  answer('Stay')
  expect(screen.queryByText('Signed out')).toBeNull()
  press('Sign out')
  answer('Leave')
  expect(screen.getByText('Signed out')).toBeTruthy()
})

test('signing out of a page that loses nothing is not asked about', () => {
  show()
  press('Uploaded')
  press('Sign out')
  expect([question(), screen.getByText('Signed out').tagName]).toEqual([null, 'BUTTON'])
})

test('unsaved text has a question of its own', () => {
  show('text')
  press('Courses')
  expect(screen.getByText('What you typed is not saved. If you leave now, it is lost.')).toBeTruthy()
})

test('the question is asked in Malay', async () => {
  await provideTexts('ms')
  show('upload', 'ms')
  press('Courses')
  const dialog = within(screen.getByRole('alertdialog', { name: 'Tinggalkan halaman ini?' }))
  expect(dialog.getByRole('button', { name: 'Kekal' })).toBeTruthy()
  expect(dialog.getByRole('button', { name: 'Tinggalkan' })).toBeTruthy()
})

test('another query of the page, and a page that loses nothing any more are not asked about', () => {
  show()
  press('One')
  expect([question(), where()]).toEqual([null, '/edit?view=one PUSH'])
  press('Uploaded')
  press('Courses')
  expect([question(), where()]).toEqual([null, '/courses PUSH'])
})

test('a redirect is not asked about', () => {
  show()
  press('Redirect')
  expect([question(), where()]).toEqual([null, '/login REPLACE'])
})

test('the browser asks before it closes the page, and no longer once the file is there', () => {
  show()
  const isHeld = () => !dispatchEvent(new Event('beforeunload', { cancelable: true }))
  expect(isHeld()).toBe(true)
  press('Uploaded')
  expect(isHeld()).toBe(false)
})

test('Back asks with the address of the page; Leave goes back', () => {
  const back = vi.spyOn(history, 'back').mockImplementation(() => undefined)
  show()
  popTo('/courses', 'before')
  expect(question()).toBeTruthy()
  expect([location.pathname + location.search, history.state]).toEqual(['/edit?view=all', { key: 'edit' }])
  answer('Stay')
  expect(where()).toBe('/edit?view=all POP')
  popTo('/courses', 'before')
  answer('Leave')
  expect(back).toHaveBeenCalledOnce()
  popTo('/courses', 'before')
  expect([question(), where()]).toEqual([null, '/courses POP'])
})

test('Back and Forward move to exact entries where the browser knows them', () => {
  const traverseTo = vi.fn<(slot: string) => object>(() => ({
    committed: Promise.reject(new DOMException('superseded', 'AbortError')),
    finished: Promise.reject(new DOMException('superseded', 'AbortError')),
  }))
  const known = { traverseTo, currentEntry: { key: 'slot-2' } }
  vi.stubGlobal('navigation', known)
  show()
  known.currentEntry = { key: 'slot-5' }
  popTo('/cart', 'after')
  expect(traverseTo.mock.calls).toEqual([['slot-2']])
  // The browser returns to the page itself; this is not a user navigation.
  known.currentEntry = { key: 'slot-2' }
  popTo('/edit?view=all', 'edit')
  expect([screen.getAllByRole('alertdialog').length, traverseTo.mock.calls.length]).toEqual([1, 1])
  answer('Leave')
  expect(traverseTo.mock.calls).toEqual([['slot-2'], ['slot-5']])
  known.currentEntry = { key: 'slot-5' }
  popTo('/cart', 'after')
  expect([question(), where()]).toEqual([null, '/cart POP'])
})

test('a page that is gone asks no more, and a second page is asked about after the first was left', () => {
  const first = show()
  press('Courses')
  answer('Leave')
  first.unmount()
  history.replaceState({ key: 'edit' }, '', '/edit')
  const second = show()
  press('Courses')
  expect(question()).toBeTruthy()
  second.unmount()
  history.replaceState(null, '', '/edit')
  show(null)
  expect(question()).toBeNull()
  press('Courses')
  expect(where()).toBe('/courses PUSH')
})
