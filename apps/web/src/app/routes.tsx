/**
 * Defines every page that is not in front-routes.tsx (docs/specification.md#route-table). The table loads with the first of them.
 */
import { ManagersOnly, SignedInOnly, SuperadminOnly } from './guards.tsx'
import type { PageRoute } from '#web/framework/page-module.ts'
import { screen, sendTo, signedInArea } from '#web/framework/route-lines.tsx'

const reading = () => import('./pages/reading.tsx')
const contact = () => import('./pages/contact.tsx')

/** Workspace pages use calls that no front page needs, so their list loads with the page. */
const ownScreen = (...[path, name, fetchModule, area = signedInArea]: Parameters<typeof screen>) =>
  screen(
    path,
    name,
    async () => {
      const [page] = await Promise.all([fetchModule(), import('#web/platform/deferred-calls.ts')])
      return page
    },
    area,
  )

/** Mails link to these pages: signed-out people return to them after signing in. */
const mailed = { ...signedInArea, returnTo: true as const }

export const pages: PageRoute[] = [
  screen('forbidden', 'forbidden', () => import('./pages/forbidden.tsx')),
  ...['about', 'roadmap', 'careers'].map((path) => screen(path, 'reading', reading)),
  ...['terms', 'privacy', 'cookies'].map((path) => screen(path, 'reading', reading)),
  ...['testimonials', 'partners'].map((path) => screen(path, 'contact', contact)),
  ...['contact', 'contact-support'].map((path) => screen(path, 'contact', contact)),
  screen('checkout/success', 'checkout-success', () => import('./pages/checkout-success.tsx')),
  screen('checkout/failure', 'checkout-failure', () => import('./pages/checkout-failure.tsx')),
  screen('admin/register', 'admin-register', () => import('./pages/admin-register.tsx')),
  screen('forgot-password', 'forgot-password', () => import('./pages/forgot-password.tsx')),
  screen('reset-password/:token', 'reset-password', () => import('./pages/reset-password.tsx')),
  screen('verify-email/:token', 'verify-email', () => import('./pages/verify-email.tsx')),
  screen('change-email/:token', 'change-email', () => import('./pages/change-email.tsx')),
  screen('invitations/:token', 'invitation', () => import('./pages/invitation.tsx')),
  screen('course-invitations/:token', 'course-invitation', () => import('./pages/course-invitation.tsx')),
  screen('keep-second-step/:token', 'keep-second-step', () => import('./pages/keep-second-step.tsx')),
  screen('stop-reminders/:token', 'stop-reminders', () => import('./pages/stop-reminders.tsx')),
  screen(
    'stop-announcement-mails/:token',
    'stop-announcement-mails',
    () => import('./pages/stop-announcement-mails.tsx'),
  ),
  screen(
    'stop-question-mails/:token',
    'stop-question-mails',
    () => import('./pages/stop-question-mails.tsx'),
  ),
  screen('invoices/:token', 'invoice', () => import('./pages/invoice.tsx')),
  {
    Component: SignedInOnly,
    children: [
      ownScreen('dashboard', 'dashboard', () => import('./pages/dashboard.tsx')),
      ownScreen('learning', 'learning', () => import('./pages/learning.tsx')),
      ownScreen('learning/questions', 'missed-questions', () => import('./pages/missed-questions.tsx')),
      ownScreen('courses', 'courses', () => import('./pages/courses.tsx')),
      ownScreen('course/:courseId', 'course', () => import('./pages/course.tsx')),
      ownScreen('lesson/:lessonId/resources/:resourceId?', 'lesson', () => import('./pages/lesson.tsx')),
      ownScreen('assessment/:assessmentId', 'assessment', () => import('./pages/assessment.tsx')),
      ownScreen('assessment/:assessmentId/attempts/:number', 'attempt', () => import('./pages/attempt.tsx')),
      ownScreen('profile', 'profile', () => import('./pages/profile.tsx')),
      ownScreen('settings', 'settings', () => import('./pages/settings.tsx')),
      ownScreen('community', 'community', () => import('./pages/community.tsx')),
      ownScreen('community/groups/:groupId', 'group', () => import('./pages/group.tsx')),
      ownScreen('community/discussions/:discussionId', 'discussion', () => import('./pages/discussion.tsx')),
      ownScreen('notifications', 'notifications', () => import('./pages/notifications.tsx')),
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
      ownScreen('course/:courseId/manage', 'course-manage', () => import('./pages/course-manage.tsx')),
      ownScreen('course/:courseId/people', 'course-people', () => import('./pages/course-people.tsx')),
      ownScreen('course/:courseId/hand-ins', 'hand-ins', () => import('./pages/hand-ins.tsx')),
      ownScreen('course/:courseId/hand-ins/:attemptId', 'hand-in', () => import('./pages/hand-in.tsx')),
      ownScreen(
        'course/:courseId/gradebook',
        'course-gradebook',
        () => import('./pages/course-gradebook.tsx'),
      ),
      ownScreen('course/:courseId/figures', 'course-figures', () => import('./pages/course-figures.tsx')),
      ownScreen('course/:courseId/sales-preview', 'sales-preview', () => import('./pages/sales-preview.tsx')),
      ownScreen(
        'course/:courseId/people/:userId',
        'course-learner',
        () => import('./pages/course-learner.tsx'),
      ),
      ownScreen(
        'course/:courseId/manage/texts/:resourceId',
        'lesson-text',
        () => import('./pages/lesson-text.tsx'),
      ),
      ownScreen('studio', 'studio', () => import('./pages/studio.tsx')),
      ownScreen('studio/import', 'course-import', () => import('./pages/course-import.tsx')),
      ownScreen('studio/business', 'studio-business', () => import('./pages/studio-business.tsx')),
      ownScreen('studio/developers', 'studio-developers', () => import('./pages/studio-developers.tsx')),
      ownScreen(
        'course/:courseId/manage/quizzes/:resourceId',
        'quiz-edit',
        () => import('./pages/quiz-edit.tsx'),
      ),
      ownScreen('admin', 'admin', () => import('./pages/admin.tsx')),
      ownScreen('admin/sales', 'admin-sales', () => import('./pages/admin-sales.tsx')),
      ownScreen('admin/orders', 'admin-orders', () => import('./pages/admin-orders.tsx')),
      ownScreen('admin/coupons', 'admin-coupons', () => import('./pages/admin-coupons.tsx')),
      ownScreen('admin/ledger', 'admin-ledger', () => import('./pages/admin-ledger.tsx')),
      ownScreen('admin/security', 'admin-security', () => import('./pages/admin-security.tsx')),
      ownScreen('admin/review', 'admin-review', () => import('./pages/admin-review.tsx')),
      ownScreen('admin/orders/:orderId', 'admin-order', () => import('./pages/admin-order.tsx')),
      ownScreen('admin/invoices', 'admin-invoices', () => import('./pages/admin-invoices.tsx')),
      ownScreen('admin/invoices/new', 'admin-invoice-draft', () => import('./pages/admin-invoice-draft.tsx')),
      ownScreen(
        'admin/invoices/:invoiceId/edit',
        'admin-invoice-draft',
        () => import('./pages/admin-invoice-draft.tsx'),
      ),
      ownScreen('admin/invoices/:invoiceId', 'admin-invoice', () => import('./pages/admin-invoice.tsx')),
      {
        Component: SuperadminOnly,
        children: [
          ownScreen('admin/payouts', 'admin-payouts', () => import('./pages/admin-payouts.tsx')),
          ownScreen('platform', 'platform', () => import('./pages/platform.tsx')),
          ownScreen(
            'platform/sellers/:sellerId',
            'platform-seller',
            () => import('./pages/platform-seller.tsx'),
          ),
          ownScreen(
            'admin/reconciliation',
            'admin-reconciliation',
            () => import('./pages/admin-reconciliation.tsx'),
          ),
        ],
      },
    ],
  },
  sendTo('*', () => '/'),
]
