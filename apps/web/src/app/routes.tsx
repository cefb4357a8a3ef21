/**
 * Defines every page that is not in front-routes.tsx (docs/specification.md#route-table). The table loads with the first of them.
 */
import { ManagersOnly, SignedInOnly, SuperadminOnly } from './guards.tsx'
import type { PageRoute } from '#web/framework/page-module.ts'
import { screen, sendTo, signedInArea } from '#web/framework/route-lines.tsx'

const reading = () => import('./pages/learning/reading.tsx')
const contact = () => import('./pages/public/contact.tsx')

/** Workspace pages use calls that no front page needs, so the list of these calls and the account menu load with the page. */
const ownScreen = (...[path, name, fetchModule, area = signedInArea]: Parameters<typeof screen>) =>
  screen(
    path,
    name,
    async () => {
      const [page] = await Promise.all([
        fetchModule(),
        import(/* first wave */ '#web/platform/transfer/deferred-calls.ts'),
        import(/* first wave */ './shell/account-menu.tsx'),
      ])
      return page
    },
    area,
  )

/** Mails link to these pages, so signed-out people return to the page after signing in. */
const mailed = { ...signedInArea, returnTo: true as const }

export const pages: PageRoute[] = [
  screen('forbidden', 'account/forbidden', () => import('./pages/account/forbidden.tsx')),
  ...['about', 'roadmap', 'careers'].map((path) => screen(path, 'learning/reading', reading)),
  ...['terms', 'privacy', 'cookies'].map((path) => screen(path, 'learning/reading', reading)),
  ...['testimonials', 'partners'].map((path) => screen(path, 'public/contact', contact)),
  ...['contact', 'contact-support'].map((path) => screen(path, 'public/contact', contact)),
  screen('checkout/success', 'buying/checkout-success', () => import('./pages/buying/checkout-success.tsx')),
  screen('checkout/failure', 'buying/checkout-failure', () => import('./pages/buying/checkout-failure.tsx')),
  screen(
    'admin/register',
    'teaching/admin/admin-register',
    () => import('./pages/teaching/admin/admin-register.tsx'),
  ),
  screen('forgot-password', 'account/forgot-password', () => import('./pages/account/forgot-password.tsx')),
  screen(
    'reset-password/:token',
    'account/reset-password',
    () => import('./pages/account/reset-password.tsx'),
  ),
  screen('verify-email/:token', 'account/verify-email', () => import('./pages/account/verify-email.tsx')),
  screen('change-email/:token', 'account/change-email', () => import('./pages/account/change-email.tsx')),
  screen('invitations/:token', 'account/invitation', () => import('./pages/account/invitation.tsx')),
  screen(
    'course-invitations/:token',
    'public/course-invitation',
    () => import('./pages/public/course-invitation.tsx'),
  ),
  screen(
    'keep-second-step/:token',
    'account/cancel-factor-removal',
    () => import('./pages/account/cancel-factor-removal.tsx'),
  ),
  screen(
    'stop-reminders/:token',
    'account/stop-reminders',
    () => import('./pages/account/stop-reminders.tsx'),
  ),
  screen(
    'stop-announcement-mails/:token',
    'account/stop-announcement-mails',
    () => import('./pages/account/stop-announcement-mails.tsx'),
  ),
  screen(
    'stop-question-mails/:token',
    'account/stop-question-mails',
    () => import('./pages/account/stop-question-mails.tsx'),
  ),
  screen('invoices/:token', 'buying/invoice', () => import('./pages/buying/invoice.tsx')),
  {
    Component: SignedInOnly,
    children: [
      ownScreen('dashboard', 'learning/dashboard', () => import('./pages/learning/dashboard.tsx')),
      ownScreen('learning', 'learning/learning', () => import('./pages/learning/learning.tsx')),
      ownScreen(
        'learning/questions',
        'learning/missed-questions',
        () => import('./pages/learning/missed-questions.tsx'),
      ),
      ownScreen('courses', 'public/courses', () => import('./pages/public/courses.tsx')),
      ownScreen('course/:courseId', 'learning/course', () => import('./pages/learning/course.tsx')),
      ownScreen(
        'lesson/:lessonId/resources/:resourceId?',
        'learning/lesson',
        () => import('./pages/learning/lesson.tsx'),
      ),
      ownScreen(
        'assessment/:assessmentId',
        'learning/assessment',
        () => import('./pages/learning/assessment.tsx'),
      ),
      ownScreen(
        'assessment/:assessmentId/attempts/:number',
        'learning/attempt',
        () => import('./pages/learning/attempt.tsx'),
      ),
      ownScreen('profile', 'account/profile', () => import('./pages/account/profile.tsx')),
      ownScreen('settings', 'account/settings', () => import('./pages/account/settings.tsx')),
      ownScreen('community', 'public/community', () => import('./pages/public/community.tsx')),
      ownScreen('community/groups/:groupId', 'public/group', () => import('./pages/public/group.tsx')),
      ownScreen(
        'community/discussions/:discussionId',
        'public/discussion',
        () => import('./pages/public/discussion.tsx'),
      ),
      ownScreen('notifications', 'account/notifications', () => import('./pages/account/notifications.tsx')),
      ownScreen('purchases', 'buying/purchases', () => import('./pages/buying/purchases.tsx'), mailed),
      ownScreen(
        'purchases/:purchaseId',
        'buying/purchase',
        () => import('./pages/buying/purchase.tsx'),
        mailed,
      ),
      ownScreen(
        'purchases/:purchaseId/receipts/:receiptId',
        'buying/receipt',
        () => import('./pages/buying/receipt.tsx'),
        mailed,
      ),
      ownScreen('checkout', 'buying/checkout', () => import('./pages/buying/checkout.tsx'), {
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
        'teaching/course-manage',
        () => import('./pages/teaching/course-manage.tsx'),
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
      ownScreen('admin', 'teaching/admin/admin', () => import('./pages/teaching/admin/admin.tsx')),
      ownScreen(
        'admin/sales',
        'teaching/admin/admin-sales',
        () => import('./pages/teaching/admin/admin-sales.tsx'),
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
  sendTo('*', () => '/'),
]
