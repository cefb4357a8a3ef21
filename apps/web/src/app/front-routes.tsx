/** Defines the pages of a first visit (docs/product-choices.md#screens-and-languages); all others are in routes.tsx. */
import { SignedOutOnly } from './signed-out-only.tsx'
import type { PageRoute } from '#web/framework/page-module.ts'
import { redirecting, screen, sendTo, type Redirect } from '#web/framework/route-lines.tsx'

/** `/sales?courseId=7` is the public share link of a course; without an id the page is the store. */
const sharedCourse: Redirect = ({ query }) => {
  const courseId = query.get('courseId')
  if (!courseId || !/^\d+$/.test(courseId)) return null
  query.delete('courseId')
  return `/sp/${courseId}/`
}

/** The sales page's address ends in a slash; the server redirects the other form. */
const withSlash = (route: PageRoute): PageRoute => ({
  ...route,
  handle: {
    ...route.handle,
    redirect: redirecting(({ pathname }) => (pathname.endsWith('/') ? null : `${pathname}/`)),
  },
})

/** Every page loads this table of routes first, so it contains only pages of first visits. */
export const frontPages: PageRoute[] = [
  {
    Component: SignedOutOnly,
    children: [
      screen('', 'public/landing', () => import('./pages/public/landing.tsx')),
      screen('login', 'account/login', () => import('./pages/account/login.tsx')),
      screen('register', 'account/register', () => import('./pages/account/register.tsx')),
    ],
  },
  screen('business', 'public/business', () => import('./pages/public/business.tsx')),
  screen('marketplace', 'public/marketplace', () => import('./pages/public/marketplace.tsx')),
  withSlash(screen('sp/:courseId', 'public/course-sales', () => import('./pages/public/course-sales.tsx'))),
  sendTo('course/:courseId/sales', ({ params }) => `/sp/${params['courseId']}/`),
  sendTo('course-sales', () => '/sales'),
  sendTo('sales', sharedCourse, [
    screen('', 'public/course-store', () => import('./pages/public/course-store.tsx')),
  ]),
  screen('cart', 'buying/cart', () => import('./pages/buying/cart.tsx')),
  screen('pricing', 'buying/pricing', () => import('./pages/buying/pricing.tsx')),
  screen('blog', 'public/blog', () => import('./pages/public/blog.tsx')),
  screen('blog/:slug', 'public/blog-article', () => import('./pages/public/blog-article.tsx')),
  screen(
    'certificates/:certificateId',
    'learning/certificate',
    () => import('./pages/learning/certificate.tsx'),
  ),
]
