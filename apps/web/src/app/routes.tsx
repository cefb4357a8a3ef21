/**
 * Every page that a first visit does not begin with (docs/specification.md#route-table). The table comes with the first of them;
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

/** Own pages use calls that no front page needs: their list comes beside the page. */
const ownScreen: typeof screen = (path, name, fetchModule, area) =>
  screen(
    path,
    name,
    async () => {
      const [page] = await Promise.all([fetchModule(), import('#web/platform/further-calls.ts')])
      return page
    },
    area,
  )

/** Linked to by mails: who is signed out comes back to it after signing in. */
const mailed = { ...work, returnTo: true as const }

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
  screen(
    'course-invitations/:token',
    'course-invitation',
    () => import('./pages/course-invitation.tsx'),
    daylight,
  ),
  screen('invoices/:token', 'invoice', () => import('./pages/invoice.tsx'), daylight),
  screen('certificates/:certificateId', 'certificate', () => import('./pages/certificate.tsx'), forBoth),
  {
    Component: SignedInOnly,
    children: [
      ownScreen('dashboard', 'dashboard', () => import('./pages/dashboard.tsx'), learning),
      ownScreen('courses', 'courses', () => import('./pages/courses.tsx'), learning),
      ownScreen('course/:courseId', 'course', () => import('./pages/course.tsx'), learning),
      ownScreen(
        'lesson/:lessonId/resources/:resourceId?',
        'lesson',
        () => import('./pages/lesson.tsx'),
        learning,
      ),
      ownScreen('assessment/:assessmentId', 'assessment', () => import('./pages/assessment.tsx'), learning),
      ownScreen(
        'assessment/:assessmentId/attempts/:number',
        'attempt',
        () => import('./pages/attempt.tsx'),
        learning,
      ),
      ownScreen('profile', 'profile', () => import('./pages/profile.tsx'), learning),
      ownScreen('settings', 'settings', () => import('./pages/settings.tsx'), work),
      ownScreen('community', 'community', () => import('./pages/community.tsx'), learning),
      ownScreen('community/groups/:groupId', 'group', () => import('./pages/group.tsx'), learning),
      ownScreen(
        'community/discussions/:discussionId',
        'discussion',
        () => import('./pages/discussion.tsx'),
        learning,
      ),
      ownScreen('notifications', 'notifications', () => import('./pages/notifications.tsx'), learning),
      ownScreen('purchases', 'purchases', () => import('./pages/purchases.tsx'), mailed),
      ownScreen('purchases/:purchaseId', 'purchase', () => import('./pages/purchase.tsx'), mailed),
      ownScreen(
        'purchases/:purchaseId/receipts/:receiptId',
        'receipt',
        () => import('./pages/receipt.tsx'),
        mailed,
      ),
      ownScreen('checkout', 'checkout', () => import('./pages/checkout.tsx'), {
        ...work,
        returnTo: '/checkout',
      }),
    ],
  },
  {
    Component: ManagersOnly,
    children: [
      ownScreen('course/:courseId/manage', 'course-manage', () => import('./pages/course-manage.tsx'), work),
      ownScreen('admin', 'admin', () => import('./pages/admin.tsx'), work),
      ownScreen('admin/sales', 'admin-sales', () => import('./pages/admin-sales.tsx'), work),
      ownScreen('admin/orders', 'admin-orders', () => import('./pages/admin-orders.tsx'), work),
      ownScreen('admin/coupons', 'admin-coupons', () => import('./pages/admin-coupons.tsx'), work),
      ownScreen('admin/ledger', 'admin-ledger', () => import('./pages/admin-ledger.tsx'), work),
      ownScreen('admin/review', 'admin-review', () => import('./pages/admin-review.tsx'), work),
      ownScreen('admin/orders/:orderId', 'admin-order', () => import('./pages/admin-order.tsx'), work),
      ownScreen('admin/invoices', 'admin-invoices', () => import('./pages/admin-invoices.tsx'), work),
      ownScreen(
        'admin/invoices/new',
        'admin-invoice-draft',
        () => import('./pages/admin-invoice-draft.tsx'),
        work,
      ),
      ownScreen(
        'admin/invoices/:invoiceId/edit',
        'admin-invoice-draft',
        () => import('./pages/admin-invoice-draft.tsx'),
        work,
      ),
      ownScreen(
        'admin/invoices/:invoiceId',
        'admin-invoice',
        () => import('./pages/admin-invoice.tsx'),
        work,
      ),
    ],
  },
  {
    Component: SuperadminOnly,
    children: [
      ownScreen('platform', 'platform', () => import('./pages/platform.tsx'), work),
      ownScreen(
        'admin/reconciliation',
        'admin-reconciliation',
        () => import('./pages/admin-reconciliation.tsx'),
        work,
      ),
    ],
  },
  sendTo('*', () => '/'),
]
