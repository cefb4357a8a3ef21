/** Defines the pages of a first visit (docs/product-choices.md#screens-and-languages); all others are in routes.tsx. */
import { SignedOutOnly } from './signed-out-only.tsx'
import type { PageRoute } from '#web/framework/page-module.ts'
import { screen, sendTo, type Redirect } from '#web/framework/route-lines.tsx'

/** `/sales?courseId=7` is the public share link of a course; without an id the page is the store. */
const sharedCourse: Redirect = ({ url }) => {
  const courseId = url.searchParams.get('courseId')
  return courseId && /^\d+$/.test(courseId) ? `/sp/${courseId}/` : null
}

/** The sales page's address ends in a slash; the server redirects the other form. */
const withSlash = (route: PageRoute): PageRoute => ({
  ...route,
  handle: {
    ...route.handle,
    redirect: ({ url }) => (url.pathname.endsWith('/') ? null : `${url.pathname}/${url.search}`),
  },
})

/** The table of first-visit pages is part of every page's first load, so it stays short. */
export const frontPages: PageRoute[] = [
  {
    Component: SignedOutOnly,
    children: [
      screen('', 'landing', () => import('./pages/landing.tsx')),
      screen('login', 'login', () => import('./pages/login.tsx')),
      screen('register', 'register', () => import('./pages/register.tsx')),
    ],
  },
  screen('business', 'business', () => import('./pages/business.tsx')),
  screen('marketplace', 'marketplace', () => import('./pages/marketplace.tsx')),
  withSlash(screen('sp/:courseId', 'course-sales', () => import('./pages/course-sales.tsx'))),
  sendTo('course/:courseId/sales', ({ params, url }) => `/sp/${params['courseId']}/${url.search}`),
  sendTo('course-sales', ({ url }) => `/sales${url.search}`),
  sendTo('sales', sharedCourse, [screen('', 'course-store', () => import('./pages/course-store.tsx'))]),
  screen('cart', 'cart', () => import('./pages/cart.tsx')),
  screen('pricing', 'pricing', () => import('./pages/pricing.tsx')),
  screen('blog', 'blog', () => import('./pages/blog.tsx')),
  screen('blog/:slug', 'blog-article', () => import('./pages/blog-article.tsx')),
  screen('certificates/:certificateId', 'certificate', () => import('./pages/certificate.tsx')),
]
