/**
 * Implements the router (docs/decisions/first-load.md): the current history entry as React state, links that change it, and the
 * nested matched routes. A navigation is a transition: the old page stays until the new one can be shown.
 */
import {
  createContext,
  startTransition,
  use,
  useCallback,
  useEffect,
  useLayoutEffect,
  useMemo,
  useState,
  type ComponentPropsWithRef,
  type MouseEvent,
  type ReactNode,
} from 'react'
import { addressOf, isForeign, resolve, type Location, type To } from './address.ts'
import type { NavigationKind, RouterHistory, Visit } from './history.ts'
import type { Match, Params } from './match-routes.ts'

const HistoryContext = createContext<RouterHistory | null>(null)
const VisitContext = createContext<Visit | null>(null)
const ParamsContext = createContext<Params>({})
const OutletContext = createContext<ReactNode>(null)

const inRouter = <Value,>(value: Value | null): Value => {
  if (value === null) throw new Error('This component needs a <Router> around it')
  return value
}

/**
 * Returns the history of the surrounding router; `platform/drafts/leave-guard.ts` wraps `show` and `current` while a page must not be
 * left.
 */
export const useRouterHistory = (): RouterHistory => inRouter(use(HistoryContext))

export function Router({ history, children }: { history: RouterHistory; children: ReactNode }) {
  const [visit, setVisit] = useState(history.current)
  useLayoutEffect(
    () =>
      history.listen(() => {
        const next = history.current()
        startTransition(() => setVisit(next))
      }),
    [history],
  )
  return (
    <HistoryContext value={history}>
      <VisitContext value={visit}>{children}</VisitContext>
    </HistoryContext>
  )
}

/** Returns the entry of the page on screen; the address bar may already show the next one. */
export const useLocation = (): Location => inRouter(use(VisitContext)).location

export const useNavigationKind = (): NavigationKind => inRouter(use(VisitContext)).kind

/** Returns the parameters of the current URL by their names in the route table. */
export const useParams = (): Params => use(ParamsContext)

export interface NavigateOptions {
  replace?: boolean | undefined
  state?: unknown
}

/** Navigates to a target, or moves through the history by a number. */
export type NavigateFunction = (to: To | number, options?: NavigateOptions) => void

export function useNavigate(): NavigateFunction {
  const history = useRouterHistory()
  const { pathname } = useLocation()
  return useCallback(
    (to, { replace, state } = {}) => {
      if (typeof to === 'number') history.go(to)
      else history.show(replace ? 'REPLACE' : 'PUSH', resolve(to, pathname), state)
    },
    [history, pathname],
  )
}

type Query = URLSearchParams | Record<string, string>

/** Returns the query of the current URL and a setter that drops the fragment. */
export function useSearchParams(): [
  URLSearchParams,
  (next: Query | ((now: URLSearchParams) => Query), options?: NavigateOptions) => void,
] {
  const { search } = useLocation()
  const navigate = useNavigate()
  const query = useMemo(() => new URLSearchParams(search), [search])
  const change = useCallback(
    (next: Query | ((now: URLSearchParams) => Query), options?: NavigateOptions) => {
      const asked = typeof next === 'function' ? next(new URLSearchParams(query)) : next
      navigate({ search: new URLSearchParams(asked).toString() }, options)
    },
    [navigate, query],
  )
  return [query, change]
}

export interface LinkProps extends Omit<ComponentPropsWithRef<'a'>, 'href'> {
  to: To
  /** True replaces the current entry; the default for a link to the current URL. */
  replace?: boolean | undefined
  /** The state is stored with the new entry and read by `useLocation().state`. */
  state?: unknown
}

/** Most targets have a path, so their links need not be rendered again when the URL changes. */
const isOnCurrentPage = (to: To) => (typeof to === 'string' ? /^[?#]|^$/.test(to) : !to.pathname)

/** Renders a link that this router opens. A URL of another site becomes a plain link. */
export function Link({ to, replace, state, onClick, children, ...rest }: LinkProps) {
  const history = useRouterHistory()
  const path = resolve(to, isOnCurrentPage(to) ? inRouter(use(VisitContext)).location.pathname : '')
  const address = addressOf(path)
  const follow = (event: MouseEvent<HTMLAnchorElement>) => {
    onClick?.(event)
    if (event.defaultPrevented || isForeign(to) || !opensHere(event)) return
    event.preventDefault()
    const isHere = address === addressOf(history.current().location)
    history.show((replace ?? isHere) ? 'REPLACE' : 'PUSH', path, state)
  }
  return (
    <a {...rest} href={isForeign(to) ? to : address} onClick={follow}>
      {children}
    </a>
  )
}

const opensHere = ({
  button,
  metaKey,
  altKey,
  ctrlKey,
  shiftKey,
  currentTarget,
}: MouseEvent<HTMLAnchorElement>) =>
  button === 0 &&
  !(metaKey || altKey || ctrlKey || shiftKey) &&
  (currentTarget.target === '' || currentTarget.target === '_self')

/** Navigates to a target on mount. */
export function Navigate({ to, replace, state }: { to: To; replace?: boolean; state?: string | null }) {
  const navigate = useNavigate()
  const address = addressOf(resolve(to, useLocation().pathname))
  useEffect(() => navigate(address, { replace, state }), [navigate, address, replace, state])
  return null
}

/** Renders the matched child of the surrounding route. */
export const Outlet = (): ReactNode => use(OutletContext)

/** Renders the nested matched routes; another query of the same page renders only components that read the query. */
export function Matched({ match }: { match: Match | null }): ReactNode {
  return useMemo(
    () =>
      match && (
        <ParamsContext value={match.params}>
          {match.routes.reduceRight<ReactNode>(
            (outlet, { Component, element }) => (
              <OutletContext value={outlet}>{Component ? <Component /> : (element ?? outlet)}</OutletContext>
            ),
            null,
          )}
        </ParamsContext>
      ),
    [match],
  )
}
