/** The pages that need a session, and the answer to unknown addresses. The table loads with the first of them. */
import { ManagersOnly, SignedInOnly, SuperadminOnly } from './guards.tsx'
import type { PageRoute } from '#web/framework/page-module.ts'
import { learningArea, screen, sendTo, workspaceArea } from '#web/framework/route-lines.tsx'

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

export const signedInPages: PageRoute[] = [
  {
    Component: SignedInOnly,
    children: [
      ownScreen('dashboard', 'dashboard', () => import('./pages/dashboard.tsx'), learningArea),
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
