/** The one route table, for the browser and the server (spec §2, design §3). */
import { redirect, type LoaderFunctionArgs, type RouteObject } from 'react-router'
import { Crash } from './crash.tsx'
import { ManagersOnly, SignedInOnly, SignedOutOnly, SuperadminOnly } from './guards.tsx'
import type { PageModule, RouteHandle } from './page-module.ts'
import { Root } from './root.tsx'
import { serverContext } from './server-context.ts'

/** On the server a page fills the query cache first; the browser shows its skeleton and lets queries fetch. */
const onServer =
  (load: NonNullable<PageModule['load']>) =>
  async ({ params, request, context }: LoaderFunctionArgs): Promise<null> => {
    const { queries, language, answer } = context.get(serverContext)
    Object.assign(answer, await load({ params, url: new URL(request.url), queries, language }))
    return null
  }

const screen = (
  path: string,
  name: string,
  load: () => Promise<PageModule>,
  handle: Omit<RouteHandle, 'source'> = {},
): RouteObject => ({
  ...(path === '' ? { index: true } : { path }),
  lazy: async () => {
    const page = await load()
    return import.meta.env.SSR && page.load
      ? { Component: page.Component, loader: onServer(page.load) }
      : { Component: page.Component }
  },
  handle: { ...handle, source: `src/app/pages/${name}.tsx` } satisfies RouteHandle,
})

const sendTo = (path: string, target: (args: LoaderFunctionArgs) => string): RouteObject => ({
  path,
  loader: (args) => redirect(target(args)),
})

const searchOf = ({ request }: LoaderFunctionArgs): string => new URL(request.url).search

/** `/sales?courseId=7` is the public share link of a course. */
const sharedCourse = (args: LoaderFunctionArgs): Response | null => {
  const courseId = new URLSearchParams(searchOf(args)).get('courseId')
  return courseId && /^\d+$/.test(courseId) ? redirect(`/sp/${courseId}/`) : null
}

const space: Omit<RouteHandle, 'source'> = { theme: 'space', nav: 'public' }
const daylight: Omit<RouteHandle, 'source'> = { theme: 'daylight', nav: 'public' }
const learning: Omit<RouteHandle, 'source'> = { theme: 'space', nav: 'app' }
const work: Omit<RouteHandle, 'source'> = { theme: 'daylight', nav: 'app' }

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
  screen('sp/:courseId', 'course-sales', () => import('./pages/course-sales.tsx'), space),
  sendTo('course/:courseId/sales', ({ params }) => `/sp/${params['courseId']}/`),
  sendTo('course-sales', (args) => `/sales${searchOf(args)}`),
  {
    loader: sharedCourse,
    children: [screen('sales', 'course-store', () => import('./pages/course-store.tsx'), space)],
  },
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

export const routes: RouteObject[] = [
  { Component: Root, ErrorBoundary: Crash, children: [{ ErrorBoundary: Crash, children: pages }] },
]
