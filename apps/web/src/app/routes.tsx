/** The one route table, for the browser and the server (spec §2, design §3). */
import { Navigate, Outlet, useLocation, useParams, type RouteObject } from 'react-router'
import { ManagersOnly, SignedInOnly, SignedOutOnly, SuperadminOnly } from './guards.tsx'
import { lazyPage } from './lazy-page.tsx'
import type { Area, PageModule, RouteHandle } from './page-module.ts'
import { Root } from './root.tsx'

const screen = (
  path: string,
  name: string,
  fetchModule: () => Promise<PageModule>,
  area: Area,
): RouteObject => {
  const { load, Page } = lazyPage(fetchModule)
  const handle: RouteHandle = { area, load, source: `src/app/pages/${name}.tsx` }
  return { ...(path === '' ? { index: true } : { path }), Component: Page, handle }
}

type Redirect = NonNullable<RouteHandle['redirect']>

/** The server answers with the redirect; inside the browser this renders it. */
function Redirecting({ to }: { to: Redirect }) {
  const params = useParams()
  const { pathname, search } = useLocation()
  const target = to({ params, url: new URL(pathname + search, 'http://own.invalid') })
  return target === null ? <Outlet /> : <Navigate to={target} replace />
}

const sendTo = (path: string, redirect: Redirect, children?: RouteObject[]): RouteObject => ({
  path,
  element: <Redirecting to={redirect} />,
  handle: { redirect } satisfies RouteHandle,
  ...(children && { children }),
})

/** `/sales?courseId=7` is the public share link of a course; without one it is the store. */
const sharedCourse: Redirect = ({ url }) => {
  const courseId = url.searchParams.get('courseId')
  return courseId && /^\d+$/.test(courseId) ? `/sp/${courseId}/` : null
}

/** The sales page's address ends in a slash; the server sends the other spelling there. */
const withSlash = (route: RouteObject): RouteObject => ({
  ...route,
  handle: {
    ...(route.handle as RouteHandle),
    redirect: ({ url }) => (url.pathname.endsWith('/') ? null : `${url.pathname}/${url.search}`),
  } satisfies RouteHandle,
})

const space: Area = { theme: 'space', nav: 'public' }
const daylight: Area = { theme: 'daylight', nav: 'public' }
const learning: Area = { theme: 'space', nav: 'app' }
const work: Area = { theme: 'daylight', nav: 'app' }

const pages: RouteObject[] = [
  {
    Component: SignedOutOnly,
    children: [
      screen('', 'landing', () => import('./pages/landing.tsx'), space),
      screen('login', 'login', () => import('./pages/login.tsx'), daylight),
      screen('register', 'register', () => import('./pages/register.tsx'), daylight),
    ],
  },
  screen('business', 'business', () => import('./pages/business.tsx'), space),
  screen('marketplace', 'marketplace', () => import('./pages/marketplace.tsx'), space),
  withSlash(screen('sp/:courseId', 'course-sales', () => import('./pages/course-sales.tsx'), space)),
  sendTo('course/:courseId/sales', ({ params, url }) => `/sp/${params['courseId']}/${url.search}`),
  sendTo('course-sales', ({ url }) => `/sales${url.search}`),
  sendTo('sales', sharedCourse, [
    screen('', 'course-store', () => import('./pages/course-store.tsx'), space),
  ]),
  screen('forbidden', 'forbidden', () => import('./pages/forbidden.tsx'), daylight),
  screen('cart', 'cart', () => import('./pages/cart.tsx'), space),
  screen('checkout/success', 'checkout-success', () => import('./pages/checkout-success.tsx'), daylight),
  screen('checkout/failure', 'checkout-failure', () => import('./pages/checkout-failure.tsx'), daylight),
  screen('admin/register', 'admin-register', () => import('./pages/admin-register.tsx'), daylight),
  screen('forgot-password', 'forgot-password', () => import('./pages/forgot-password.tsx'), daylight),
  screen('reset-password/:token', 'reset-password', () => import('./pages/reset-password.tsx'), daylight),
  screen('verify-email/:token', 'verify-email', () => import('./pages/verify-email.tsx'), daylight),
  screen('invitations/:token', 'invitation', () => import('./pages/invitation.tsx'), daylight),
  screen('certificates/:certificateId', 'certificate', () => import('./pages/certificate.tsx'), daylight),
  {
    Component: SignedInOnly,
    children: [
      screen('dashboard', 'dashboard', () => import('./pages/dashboard.tsx'), learning),
      screen('courses', 'courses', () => import('./pages/courses.tsx'), learning),
      screen('course/:courseId', 'course', () => import('./pages/course.tsx'), learning),
      screen(
        'lesson/:lessonId/resources/:resourceId?',
        'lesson',
        () => import('./pages/lesson.tsx'),
        learning,
      ),
      screen('assessment/:assessmentId', 'assessment', () => import('./pages/assessment.tsx'), learning),
      screen(
        'assessment/:assessmentId/attempts/:number',
        'attempt',
        () => import('./pages/attempt.tsx'),
        learning,
      ),
      screen('profile', 'profile', () => import('./pages/profile.tsx'), learning),
      screen('settings', 'settings', () => import('./pages/settings.tsx'), work),
      screen('community', 'community', () => import('./pages/community.tsx'), learning),
      screen('community/groups/:groupId', 'group', () => import('./pages/group.tsx'), learning),
      screen(
        'community/discussions/:discussionId',
        'discussion',
        () => import('./pages/discussion.tsx'),
        learning,
      ),
      screen('notifications', 'notifications', () => import('./pages/notifications.tsx'), learning),
      screen('purchases', 'purchases', () => import('./pages/purchases.tsx'), work),
      screen('purchases/:purchaseId', 'purchase', () => import('./pages/purchase.tsx'), work),
      screen('checkout', 'checkout', () => import('./pages/checkout.tsx'), {
        ...work,
        returnTo: '/checkout',
      }),
    ],
  },
  {
    Component: ManagersOnly,
    children: [
      screen('course/:courseId/manage', 'course-manage', () => import('./pages/course-manage.tsx'), work),
      screen('admin', 'admin', () => import('./pages/admin.tsx'), work),
      screen('admin/sales', 'admin-sales', () => import('./pages/admin-sales.tsx'), work),
      screen('admin/orders', 'admin-orders', () => import('./pages/admin-orders.tsx'), work),
      screen('admin/orders/:orderId', 'admin-order', () => import('./pages/admin-order.tsx'), work),
      screen('admin/ledger', 'admin-ledger', () => import('./pages/admin-ledger.tsx'), work),
    ],
  },
  {
    Component: SuperadminOnly,
    children: [screen('platform', 'platform', () => import('./pages/platform.tsx'), work)],
  },
  sendTo('*', () => '/'),
]

export const routes: RouteObject[] = [{ Component: Root, children: pages }]
