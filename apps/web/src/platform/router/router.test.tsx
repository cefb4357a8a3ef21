import { act, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useEffect } from 'react'
import { beforeEach, expect, test, vi } from 'vitest'
import { resolve } from './address.ts'
import { fixedHistory } from './fixed-history.ts'
import { createBrowserHistory } from './history.ts'
import { matchRoutes } from './match-routes.ts'
import { NavLink } from './nav-link.tsx'
import {
  Link,
  Matched,
  Navigate,
  Outlet,
  Router,
  useLocation,
  useNavigate,
  useNavigationKind,
  useParams,
  useSearchParams,
} from './router.tsx'

beforeEach(() => history.replaceState(null, '', '/start?sort=new#top'))

function Where() {
  const { pathname, search, hash, state } = useLocation()
  return <output>{[pathname + search + hash, useNavigationKind(), JSON.stringify(state)].join(' ')}</output>
}

const show = (page: React.ReactNode) =>
  render(
    <Router history={createBrowserHistory()}>
      {page}
      <Where />
    </Router>,
  )

const where = () => screen.getByRole('status').textContent

test.for([
  ['/cart', '/cart', '', ''],
  ['/cart?code=A#total', '/cart', '?code=A', '#total'],
  ['?page=2', '/course/7/', '?page=2', ''],
  ['#top', '/course/7/', '', '#top'],
  ['?', '/course/7/', '', ''],
  ['//evil.example/a', '/evil.example/a', '', ''],
  ['/\\evil.example', '/evil.example', '', ''],
  ['https://evil.example', '/https:/evil.example', '', ''],
  [{ pathname: '/login', search: '?a=1' }, '/login', '?a=1', ''],
  [{ search: 'a=1' }, '/course/7/', '?a=1', ''],
  [{ hash: 'name' }, '/course/7/', '', '#name'],
] as const)('on /course/7/ the target %j leads to %s%s%s', ([to, pathname, search, hash]) => {
  expect(resolve(to, '/course/7/')).toEqual({ pathname, search, hash })
})

test('the first entry is that of the document', () => {
  show(null)
  expect(where()).toBe('/start?sort=new#top POP null')
})

test('a pressed link adds an entry with its state, and Back returns', async () => {
  show(
    <Link to="/cart?code=A" state={{ from: 'start' }}>
      Cart
    </Link>,
  )
  const entries = history.length
  await userEvent.click(screen.getByRole('link', { name: 'Cart' }))
  expect(where()).toBe('/cart?code=A PUSH {"from":"start"}')
  expect(location.href).toContain('/cart?code=A')
  expect(history.length).toBe(entries + 1)
  // The event simulates the browser's Back.
  act(() => {
    history.replaceState(null, '', '/start')
    dispatchEvent(new PopStateEvent('popstate'))
  })
  expect(where()).toBe('/start POP null')
})

test('a link to the current address replaces the entry', async () => {
  show(<Link to="/start?sort=new#top">Here</Link>)
  const entries = history.length
  await userEvent.click(screen.getByRole('link', { name: 'Here' }))
  expect(where()).toBe('/start?sort=new#top REPLACE null')
  expect(history.length).toBe(entries)
})

test.for([{ ctrlKey: true }, { metaKey: true }, { shiftKey: true }, { altKey: true }, { button: 1 }])(
  'a press with %j is left to the browser',
  (modified) => {
    show(<Link to="/cart">Cart</Link>)
    const press = new MouseEvent('click', { bubbles: true, cancelable: true, ...modified })
    act(() => void screen.getByRole('link', { name: 'Cart' }).dispatchEvent(press))
    expect(press.defaultPrevented).toBe(false)
    expect(where()).toBe('/start?sort=new#top POP null')
  },
)

test('links to another window, another site or with a handler that prevents them do not navigate', () => {
  // The simulated browser would load the pages itself.
  const load = vi.fn<(event: Event) => void>((event) => event.preventDefault())
  window.addEventListener('click', load)
  show(
    <>
      <Link to="/cart" target="_blank">
        New window
      </Link>
      <Link to="https://example.com/a">Elsewhere</Link>
      <Link to="/cart" onClick={(event) => event.preventDefault()}>
        Handled
      </Link>
    </>,
  )
  expect(screen.getByRole('link', { name: 'Elsewhere' })).toHaveProperty('href', 'https://example.com/a')
  for (const link of screen.getAllByRole('link')) {
    act(() => void link.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true })))
  }
  window.removeEventListener('click', load)
  expect(load).toHaveBeenCalledTimes(3)
  expect(where()).toBe('/start?sort=new#top POP null')
})

test('a navigation link marks its page, and the pages below unless it ends there', () => {
  history.replaceState(null, '', '/admin/orders')
  show(
    <>
      <NavLink to="/admin">Below</NavLink>
      <NavLink to="/admin" end>
        Exact
      </NavLink>
      <NavLink to="/admin/orders">Page</NavLink>
      <NavLink to="/adm">Beginning</NavLink>
    </>,
  )
  const current = screen.getAllByRole('link').filter((link) => link.getAttribute('aria-current') === 'page')
  expect(current.map((link) => link.textContent)).toEqual(['Below', 'Page'])
})

test('a changed query keeps the path and drops the fragment', () => {
  let change: ReturnType<typeof useSearchParams>[1] | undefined
  function Filter() {
    const [query, setQuery] = useSearchParams()
    change = setQuery
    return <p>{query.get('sort')}</p>
  }
  show(<Filter />)
  act(() => change?.((now) => new URLSearchParams([...now, ['page', '2']]), { replace: true }))
  expect(where()).toBe('/start?sort=new&page=2 REPLACE null')
  act(() => change?.({}))
  expect(where()).toBe('/start PUSH null')
})

test('a redirect replaces the entry once', () => {
  const entries = history.length
  function Page() {
    const isHere = useLocation().pathname === '/cart'
    return isHere ? null : <Navigate to="/cart" replace />
  }
  show(<Page />)
  expect(where()).toBe('/cart REPLACE null')
  expect(history.length).toBe(entries)
})

test('matched routes surround each other and share the parameters; another query renders the page once', () => {
  const drawn = vi.fn<() => void>()
  function Frame() {
    return (
      <main>
        <Outlet />
      </main>
    )
  }
  function Page() {
    drawn()
    return <p>Course {useParams()['courseId']}</p>
  }
  const match = matchRoutes(
    [{ Component: Frame, children: [{ children: [{ path: 'course/:courseId', Component: Page }] }] }],
    '/course/7',
  )
  let go: ReturnType<typeof useNavigate> | undefined
  function App() {
    useLocation()
    const navigate = useNavigate()
    useEffect(() => {
      go = navigate
    }, [navigate])
    return <Matched match={match} />
  }
  show(<App />)
  expect(screen.getByRole('main').textContent).toBe('Course 7')
  act(() => go?.('?page=2'))
  expect(drawn).toHaveBeenCalledTimes(1)
})

test('when the browser refuses a new entry, the page is opened as a document', () => {
  const opened = vi.spyOn(location, 'assign').mockImplementation(() => undefined)
  const pushed = vi.spyOn(history, 'pushState').mockImplementation(() => {
    throw new DOMException('too many entries', 'SecurityError')
  })
  createBrowserHistory().show('PUSH', resolve('/cart', '/'))
  expect(opened).toHaveBeenCalledExactlyOnceWith('/cart')
  pushed.mockRestore()
  opened.mockRestore()
})

test('a page that navigates while it is rendered on the server fails', () => {
  const server = fixedHistory('/cart?code=A')
  expect(server.current().location).toMatchObject({ pathname: '/cart', search: '?code=A', key: 'default' })
  expect(() => server.show('PUSH', resolve('/', '/'))).toThrow('does not navigate')
})
