/**
 * Every page that is not in front-routes.tsx (docs/specification.md#route-table). The table loads with the first of
 * them.
 */
import { ManagersOnly, SignedInOnly, SuperadminOnly } from './guards.tsx'
import type { PageRoute } from '#web/framework/page-module.ts'
import { publicArea, screen, sendTo, signedInArea } from '#web/framework/route-lines.tsx'

const reading = () => import('./pages/reading.tsx')
const contact = () => import('./pages/contact.tsx')

/** Workspace pages use calls that no front page needs: their list loads with the page. */
const ownScreen: typeof screen = (path, name, fetchModule, area) =>
  screen(
    path,
    name,
    async () => {
      const [page] = await Promise.all([fetchModule(), import('#web/platform/deferred-calls.ts')])
      return page
    },
    area,
  )

/** Linked from mails: signed-out people return to it after signing in. */
const mailed = { ...signedInArea, returnTo: true as const }

export const pages: PageRoute[] = [
  screen('forbidden', 'forbidden', () => import('./pages/forbidden.tsx'), publicArea),
  ...['about', 'roadmap', 'careers'].map((path) => screen(path, 'reading', reading, publicArea)),
  ...['terms', 'privacy', 'cookies'].map((path) => screen(path, 'reading', reading, publicArea)),
  ...['testimonials', 'partners'].map((path) => screen(path, 'contact', contact, publicArea)),
  ...['contact', 'contact-support'].map((path) => screen(path, 'contact', contact, publicArea)),
  screen('checkout/success', 'checkout-success', () => import('./pages/checkout-success.tsx'), publicArea),
  screen('checkout/failure', 'checkout-failure', () => import('./pages/checkout-failure.tsx'), publicArea),
  screen('admin/register', 'admin-register', () => import('./pages/admin-register.tsx'), publicArea),
  screen('forgot-password', 'forgot-password', () => import('./pages/forgot-password.tsx'), publicArea),
  screen('reset-password/:token', 'reset-password', () => import('./pages/reset-password.tsx'), publicArea),
  screen('verify-email/:token', 'verify-email', () => import('./pages/verify-email.tsx'), publicArea),
  screen('invitations/:token', 'invitation', () => import('./pages/invitation.tsx'), publicArea),
  screen(
    'course-invitations/:token',
    'course-invitation',
    () => import('./pages/course-invitation.tsx'),
    publicArea,
  ),
  screen('stop-reminders/:token', 'stop-reminders', () => import('./pages/stop-reminders.tsx'), publicArea),
  screen('invoices/:token', 'invoice', () => import('./pages/invoice.tsx'), publicArea),
  {
    Component: SignedInOnly,
    children: [
      ownScreen('dashboard', 'dashboard', () => import('./pages/dashboard.tsx'), signedInArea),
      ownScreen('learning', 'learning', () => import('./pages/learning.tsx'), signedInArea),
      ownScreen('courses', 'courses', () => import('./pages/courses.tsx'), signedInArea),
      ownScreen('course/:courseId', 'course', () => import('./pages/course.tsx'), signedInArea),
      ownScreen(
        'lesson/:lessonId/resources/:resourceId?',
        'lesson',
        () => import('./pages/lesson.tsx'),
        signedInArea,
      ),
      ownScreen(
        'assessment/:assessmentId',
        'assessment',
        () => import('./pages/assessment.tsx'),
        signedInArea,
      ),
      ownScreen(
        'assessment/:assessmentId/attempts/:number',
        'attempt',
        () => import('./pages/attempt.tsx'),
        signedInArea,
      ),
      ownScreen('profile', 'profile', () => import('./pages/profile.tsx'), signedInArea),
      ownScreen('settings', 'settings', () => import('./pages/settings.tsx'), signedInArea),
      ownScreen('community', 'community', () => import('./pages/community.tsx'), signedInArea),
      ownScreen('community/groups/:groupId', 'group', () => import('./pages/group.tsx'), signedInArea),
      ownScreen(
        'community/discussions/:discussionId',
        'discussion',
        () => import('./pages/discussion.tsx'),
        signedInArea,
      ),
      ownScreen('notifications', 'notifications', () => import('./pages/notifications.tsx'), signedInArea),
      ownScreen('purchases', 'purchases', () => import('./pages/purchases.tsx'), mailed),
      ownScreen('purchases/:purchaseId', 'purchase', () => import('./pages/purchase.tsx'), mailed),
      ownScreen(
        'purchases/:purchaseId/receipts/:receiptId',
        'receipt',
        () => import('./pages/receipt.tsx'),
        mailed,
      ),
      ownScreen('checkout', 'checkout', () => import('./pages/checkout.tsx'), {
        ...signedInArea,
        returnTo: '/checkout',
      }),
    ],
  },
  {
    Component: ManagersOnly,
    children: [
      ownScreen(
        'course/:courseId/manage',
        'course-manage',
        () => import('./pages/course-manage.tsx'),
        signedInArea,
      ),
      ownScreen('admin', 'admin', () => import('./pages/admin.tsx'), signedInArea),
      ownScreen('admin/sales', 'admin-sales', () => import('./pages/admin-sales.tsx'), signedInArea),
      ownScreen('admin/orders', 'admin-orders', () => import('./pages/admin-orders.tsx'), signedInArea),
      ownScreen('admin/coupons', 'admin-coupons', () => import('./pages/admin-coupons.tsx'), signedInArea),
      ownScreen('admin/ledger', 'admin-ledger', () => import('./pages/admin-ledger.tsx'), signedInArea),
      ownScreen('admin/review', 'admin-review', () => import('./pages/admin-review.tsx'), signedInArea),
      ownScreen(
        'admin/orders/:orderId',
        'admin-order',
        () => import('./pages/admin-order.tsx'),
        signedInArea,
      ),
      ownScreen('admin/invoices', 'admin-invoices', () => import('./pages/admin-invoices.tsx'), signedInArea),
      ownScreen(
        'admin/invoices/new',
        'admin-invoice-draft',
        () => import('./pages/admin-invoice-draft.tsx'),
        signedInArea,
      ),
      ownScreen(
        'admin/invoices/:invoiceId/edit',
        'admin-invoice-draft',
        () => import('./pages/admin-invoice-draft.tsx'),
        signedInArea,
      ),
      ownScreen(
        'admin/invoices/:invoiceId',
        'admin-invoice',
        () => import('./pages/admin-invoice.tsx'),
        signedInArea,
      ),
    ],
  },
  {
    Component: SuperadminOnly,
    children: [
      ownScreen('platform', 'platform', () => import('./pages/platform.tsx'), signedInArea),
      ownScreen(
        'admin/reconciliation',
        'admin-reconciliation',
        () => import('./pages/admin-reconciliation.tsx'),
        signedInArea,
      ),
    ],
  },
  sendTo('*', () => '/'),
]
