/** Defines the pages of people who teach or manage (docs/specification.md#route-table). The table loads with the first of them. */
import { ManagersOnly, SuperadminOnly } from './guards.tsx'
import { ownScreen } from './own-screen.ts'
import type { PageRoute } from '#web/framework/page-module.ts'

/** The specification defines the bottom bar of these pages, so the seller's bar does not replace it there. */
const withSpecifiedBar = (page: PageRoute): PageRoute => ({
  ...page,
  handle: { ...page.handle, frame: 'specified' },
})

export const pages: PageRoute[] = [
  {
    Component: ManagersOnly,
    handle: { frame: 'studio' },
    children: [
      withSpecifiedBar(
        ownScreen(
          'course/:courseId/manage',
          'teaching/course-manage',
          () => import('./pages/teaching/course-manage.tsx'),
        ),
      ),
      ownScreen(
        'course/:courseId/people',
        'teaching/course-people',
        () => import('./pages/teaching/course-people.tsx'),
      ),
      ownScreen(
        'course/:courseId/hand-ins',
        'teaching/hand-ins',
        () => import('./pages/teaching/hand-ins.tsx'),
      ),
      ownScreen(
        'course/:courseId/hand-ins/:attemptId',
        'teaching/hand-in',
        () => import('./pages/teaching/hand-in.tsx'),
      ),
      ownScreen(
        'course/:courseId/gradebook',
        'teaching/course-gradebook',
        () => import('./pages/teaching/course-gradebook.tsx'),
      ),
      ownScreen(
        'course/:courseId/figures',
        'teaching/course-figures',
        () => import('./pages/teaching/course-figures.tsx'),
      ),
      ownScreen(
        'course/:courseId/sales-preview',
        'teaching/sales-preview',
        () => import('./pages/teaching/sales-preview.tsx'),
      ),
      ownScreen(
        'course/:courseId/rehearsal',
        'teaching/rehearsal',
        () => import('./pages/teaching/rehearsal.tsx'),
      ),
      ownScreen(
        'course/:courseId/people/:userId',
        'teaching/course-learner',
        () => import('./pages/teaching/course-learner.tsx'),
      ),
      ownScreen(
        'course/:courseId/manage/texts/:resourceId',
        'teaching/lesson-text',
        () => import('./pages/teaching/lesson-text.tsx'),
      ),
      ownScreen('studio', 'teaching/studio', () => import('./pages/teaching/studio.tsx')),
      ownScreen('studio/inbox', 'teaching/studio-inbox', () => import('./pages/teaching/studio-inbox.tsx')),
      ownScreen(
        'studio/people/:userId',
        'teaching/studio-person',
        () => import('./pages/teaching/studio-person.tsx'),
      ),
      ownScreen(
        'studio/import',
        'teaching/course-import',
        () => import('./pages/teaching/course-import.tsx'),
      ),
      ownScreen(
        'studio/business',
        'teaching/studio-business',
        () => import('./pages/teaching/studio-business.tsx'),
      ),
      ownScreen(
        'studio/developers',
        'teaching/studio-developers',
        () => import('./pages/teaching/studio-developers.tsx'),
      ),
      ownScreen(
        'course/:courseId/manage/quizzes/:resourceId',
        'teaching/quiz-edit',
        () => import('./pages/teaching/quiz-edit.tsx'),
      ),
      withSpecifiedBar(
        ownScreen('admin', 'teaching/admin/admin', () => import('./pages/teaching/admin/admin.tsx')),
      ),
      withSpecifiedBar(
        ownScreen(
          'admin/sales',
          'teaching/admin/admin-sales',
          () => import('./pages/teaching/admin/admin-sales.tsx'),
        ),
      ),
      ownScreen(
        'admin/orders',
        'teaching/admin/admin-orders',
        () => import('./pages/teaching/admin/admin-orders.tsx'),
      ),
      ownScreen(
        'admin/coupons',
        'teaching/admin/admin-coupons',
        () => import('./pages/teaching/admin/admin-coupons.tsx'),
      ),
      ownScreen(
        'admin/bundles',
        'teaching/admin/admin-bundles',
        () => import('./pages/teaching/admin/admin-bundles.tsx'),
      ),
      ownScreen(
        'admin/ledger',
        'teaching/admin/admin-ledger',
        () => import('./pages/teaching/admin/admin-ledger.tsx'),
      ),
      ownScreen(
        'admin/security',
        'teaching/admin/admin-security',
        () => import('./pages/teaching/admin/admin-security.tsx'),
      ),
      ownScreen(
        'admin/review',
        'teaching/admin/admin-review',
        () => import('./pages/teaching/admin/admin-review.tsx'),
      ),
      ownScreen(
        'admin/orders/:orderId',
        'teaching/admin/admin-order',
        () => import('./pages/teaching/admin/admin-order.tsx'),
      ),
      ownScreen(
        'admin/invoices',
        'teaching/admin/admin-invoices',
        () => import('./pages/teaching/admin/admin-invoices.tsx'),
      ),
      ownScreen(
        'admin/invoices/new',
        'teaching/admin/admin-invoice-draft',
        () => import('./pages/teaching/admin/admin-invoice-draft.tsx'),
      ),
      ownScreen(
        'admin/invoices/:invoiceId/edit',
        'teaching/admin/admin-invoice-draft',
        () => import('./pages/teaching/admin/admin-invoice-draft.tsx'),
      ),
      ownScreen(
        'admin/invoices/:invoiceId',
        'teaching/admin/admin-invoice',
        () => import('./pages/teaching/admin/admin-invoice.tsx'),
      ),
      {
        Component: SuperadminOnly,
        children: [
          ownScreen(
            'admin/payouts',
            'teaching/admin/admin-payouts',
            () => import('./pages/teaching/admin/admin-payouts.tsx'),
          ),
          ownScreen('platform', 'teaching/platform', () => import('./pages/teaching/platform.tsx')),
          ownScreen(
            'platform/sellers/:sellerId',
            'teaching/platform-seller',
            () => import('./pages/teaching/platform-seller.tsx'),
          ),
          ownScreen(
            'admin/reconciliation',
            'teaching/admin/admin-reconciliation',
            () => import('./pages/teaching/admin/admin-reconciliation.tsx'),
          ),
        ],
      },
    ],
  },
]
