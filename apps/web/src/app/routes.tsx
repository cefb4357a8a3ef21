/**
 * Every page that a first visit does not begin with (spec §2, design §3). The table comes with the first of them;
 * front-routes.tsx holds the others.
 */
import type { RouteObject } from 'react-router'
import { ManagersOnly, SignedInOnly, SuperadminOnly } from './guards.tsx'
import type { Area } from './page-module.ts'
import { daylight, learning, screen, sendTo, space, work } from './screen.tsx'

const reading = () => import('./pages/reading.tsx')
const contact = () => import('./pages/contact.tsx')

/** Open to strangers, and part of the own pages of whoever is signed in. */
const forBoth: Area = { ...daylight, keepsNav: true }

export const pages: RouteObject[] = [
  screen('forbidden', 'forbidden', () => import('./pages/forbidden.tsx'), daylight),
  screen('pricing', 'pricing', () => import('./pages/pricing.tsx'), space),
  screen('blog', 'blog', () => import('./pages/blog.tsx'), space),
  screen('blog/:slug', 'blog-article', () => import('./pages/blog-article.tsx'), space),
  ...['about', 'roadmap', 'careers'].map((path) => screen(path, 'reading', reading, space)),
  ...['terms', 'privacy', 'cookies'].map((path) => screen(path, 'reading', reading, daylight)),
  ...['testimonials', 'partners'].map((path) => screen(path, 'contact', contact, space)),
  ...['contact', 'contact-support'].map((path) => screen(path, 'contact', contact, daylight)),
  screen('checkout/success', 'checkout-success', () => import('./pages/checkout-success.tsx'), daylight),
  screen('checkout/failure', 'checkout-failure', () => import('./pages/checkout-failure.tsx'), daylight),
  screen('admin/register', 'admin-register', () => import('./pages/admin-register.tsx'), forBoth),
  screen('forgot-password', 'forgot-password', () => import('./pages/forgot-password.tsx'), daylight),
  screen('reset-password/:token', 'reset-password', () => import('./pages/reset-password.tsx'), daylight),
  screen('verify-email/:token', 'verify-email', () => import('./pages/verify-email.tsx'), daylight),
  screen('invitations/:token', 'invitation', () => import('./pages/invitation.tsx'), daylight),
  screen('certificates/:certificateId', 'certificate', () => import('./pages/certificate.tsx'), forBoth),
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
    ],
  },
  {
    Component: SuperadminOnly,
    children: [screen('platform', 'platform', () => import('./pages/platform.tsx'), work)],
  },
  sendTo('*', () => '/'),
]
