/** Builds the entries of the route tables. */
import type { Params } from '#web/platform/router/match-routes.ts'
import { Navigate, Outlet, useLocation, useParams } from '#web/platform/router/router.tsx'
import { lazyPage } from './lazy-page.tsx'
import { defaultArea } from './route-handle.ts'
import type { Area, PageModule, PageRoute, RouteHandle } from './page-module.ts'

/** Defines a page by its path below the parent route, the name of its file in pages/, and its area. */
export const screen = (
  path: string,
  name: string,
  fetchModule: () => Promise<PageModule>,
  area: Area = defaultArea,
): PageRoute => {
  const { load, Page } = lazyPage(fetchModule)
  const handle: RouteHandle = { area, load, source: `src/app/pages/${name}.tsx` }
  return { ...(path === '' ? { index: true } : { path }), Component: Page, handle }
}

/**
 * Returns the path of the target, or null. It deletes from `query` what it uses; everything else goes along, because links carry
 * coupon codes and sources.
 */
export type Redirect = (from: { params: Params; pathname: string; query: URLSearchParams }) => string | null

/** Every redirect of the route table is made by this function. */
export const redirecting =
  (redirect: Redirect): NonNullable<RouteHandle['redirect']> =>
  ({ params, url }) => {
    const query = new URLSearchParams(url.search)
    const path = redirect({ params, pathname: url.pathname, query })
    const kept = query.toString()
    return path === null || kept === '' ? path : `${path}?${kept}`
  }

/** Renders the redirect in the browser; on the server the response is the redirect. */
function Redirecting({ to }: { to: ReturnType<typeof redirecting> }) {
  const params = useParams()
  const { pathname, search } = useLocation()
  const target = to({ params, url: new URL(pathname + search, 'http://own.invalid') })
  return target === null ? <Outlet /> : <Navigate to={target} replace />
}

/** Defines a route that redirects, or renders its children otherwise. */
export function sendTo(path: string, target: Redirect, children?: PageRoute[]): PageRoute {
  const redirect = redirecting(target)
  return {
    path,
    element: <Redirecting to={redirect} />,
    handle: { redirect },
    ...(children && { children }),
  }
}

export const signedInArea: Area = { nav: 'app' }
