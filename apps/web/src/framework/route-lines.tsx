/** Builds the entries of the route tables. */
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

export type Redirect = NonNullable<RouteHandle['redirect']>

/** Renders the redirect in the browser; on the server the response is the redirect. */
function Redirecting({ to }: { to: Redirect }) {
  const params = useParams()
  const { pathname, search } = useLocation()
  const target = to({ params, url: new URL(pathname + search, 'http://own.invalid') })
  return target === null ? <Outlet /> : <Navigate to={target} replace />
}

/** Defines a route that redirects, or renders its children otherwise. */
export const sendTo = (path: string, redirect: Redirect, children?: PageRoute[]): PageRoute => ({
  path,
  element: <Redirecting to={redirect} />,
  handle: { redirect },
  ...(children && { children }),
})

export const signedInArea: Area = { nav: 'app' }
