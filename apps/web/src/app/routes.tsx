/**
 * Every page that is not in front-routes.tsx (docs/specification.md#route-table). The table loads with the first of
 * them.
 */
import { ManagersOnly, SignedInOnly, SuperadminOnly } from './guards.tsx'
import type { Area, PageRoute } from '#web/framework/page-module.ts'
import {
  publicArea,
  learningArea,
  screen,
  sendTo,
  marketingArea,
  workspaceArea,
} from '#web/framework/route-lines.tsx'

const reading = () => import('./pages/reading.tsx')
const contact = () => import('./pages/contact.tsx')

/** Open to visitors, and part of the workspace for signed-in users. */
const forBoth: Area = { ...publicArea, keepsNav: true }

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
const mailed = { ...workspaceArea, returnTo: true as const }

export const pages: PageRoute[] = [
  screen('forbidden', 'forbidden', () => import('./pages/forbidden.tsx'), publicArea),
  ...['about', 'roadmap', 'careers'].map((path) => screen(path, 'reading', reading, marketingArea)),
  ...['terms', 'privacy', 'cookies'].map((path) => screen(path, 'reading', reading, publicArea)),
  ...['testimonials', 'partners'].map((path) => screen(path, 'contact', contact, marketingArea)),
  ...['contact', 'contact-support'].map((path) => screen(path, 'contact', contact, publicArea)),
  screen('checkout/success', 'checkout-success', () => import('./pages/checkout-success.tsx'), publicArea),
  screen('checkout/failure', 'checkout-failure', () => import('./pages/checkout-failure.tsx'), publicArea),
  screen('admin/register', 'admin-register', () => import('./pages/admin-register.tsx'), forBoth),
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
      ownScreen('dashboard', 'dashboard', () => import('./pages/dashboard.tsx'), learningArea),
      ownScreen('learning', 'learning', () => import('./pages/learning.tsx'), learningArea),
      ownScreen('courses', 'courses', () => import('./pages/courses.tsx'), learningArea),
      ownScreen('course/:courseId', 'course', () => import('./pages/course.tsx'), learningArea),
      ownScreen(
        'lesson/:lessonId/resources/:resourceId?',
        'lesson',
        () => import('./pages/lesson.tsx'),
        learningArea,
      ),
      ownScreen(
        'assessment/:assessmentId',
        'assessment',
        () => import('./pages/assessment.tsx'),
        learningArea,
      ),
      ownScreen(
        'assessment/:assessmentId/attempts/:number',
        'attempt',
        () => import('./pages/attempt.tsx'),
        learningArea,
      ),
      ownScreen('profile', 'profile', () => import('./pages/profile.tsx'), learningArea),
      ownScreen('settings', 'settings', () => import('./pages/settings.tsx'), workspaceArea),
      ownScreen('community', 'community', () => import('./pages/community.tsx'), learningArea),
      ownScreen('community/groups/:groupId', 'group', () => import('./pages/group.tsx'), learningArea),
      ownScreen(
        'community/discussions/:discussionId',
        'discussion',
        () => import('./pages/discussion.tsx'),
        learningArea,
      ),
      ownScreen('notifications', 'notifications', () => import('./pages/notifications.tsx'), learningArea),
      ownScreen('purchases', 'purchases', () => import('./pages/purchases.tsx'), mailed),
      ownScreen('purchases/:purchaseId', 'purchase', () => import('./pages/purchase.tsx'), mailed),
      ownScreen(
        'purchases/:purchaseId/receipts/:receiptId',
        'receipt',
        () => import('./pages/receipt.tsx'),
        mailed,
      ),
      ownScreen('checkout', 'checkout', () => import('./pages/checkout.tsx'), {
        ...workspaceArea,
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
        workspaceArea,
      ),
      ownScreen('admin', 'admin', () => import('./pages/admin.tsx'), workspaceArea),
      ownScreen('admin/sales', 'admin-sales', () => import('./pages/admin-sales.tsx'), workspaceArea),
      ownScreen('admin/orders', 'admin-orders', () => import('./pages/admin-orders.tsx'), workspaceArea),
      ownScreen('admin/coupons', 'admin-coupons', () => import('./pages/admin-coupons.tsx'), workspaceArea),
      ownScreen('admin/ledger', 'admin-ledger', () => import('./pages/admin-ledger.tsx'), workspaceArea),
      ownScreen('admin/review', 'admin-review', () => import('./pages/admin-review.tsx'), workspaceArea),
      ownScreen(
        'admin/orders/:orderId',
        'admin-order',
        () => import('./pages/admin-order.tsx'),
        workspaceArea,
      ),
      ownScreen(
        'admin/invoices',
        'admin-invoices',
        () => import('./pages/admin-invoices.tsx'),
        workspaceArea,
      ),
      ownScreen(
        'admin/invoices/new',
        'admin-invoice-draft',
        () => import('./pages/admin-invoice-draft.tsx'),
        workspaceArea,
      ),
      ownScreen(
        'admin/invoices/:invoiceId/edit',
        'admin-invoice-draft',
        () => import('./pages/admin-invoice-draft.tsx'),
        workspaceArea,
      ),
      ownScreen(
        'admin/invoices/:invoiceId',
        'admin-invoice',
        () => import('./pages/admin-invoice.tsx'),
        workspaceArea,
      ),
    ],
  },
  {
    Component: SuperadminOnly,
    children: [
      ownScreen('platform', 'platform', () => import('./pages/platform.tsx'), workspaceArea),
      ownScreen(
        'admin/reconciliation',
        'admin-reconciliation',
        () => import('./pages/admin-reconciliation.tsx'),
        workspaceArea,
      ),
    ],
  },
  sendTo('*', () => '/'),
]
