/**
 * Defines every page that is neither in front-routes.tsx nor in staff-routes.tsx (docs/specification.md#route-table). The table loads
 * with the first of them.
 */
import { SignedInOnly } from './guards.tsx'
import { ownScreen } from './own-screen.ts'
import { idIn } from '#web/features/achievements/typed-certificate.ts'
import type { PageRoute } from '#web/framework/page-module.ts'
import { screen, sendTo, signedInArea, type Redirect } from '#web/framework/route-lines.tsx'

const reading = () => import('./pages/learning/reading.tsx')
const contact = () => import('./pages/public/contact.tsx')

/** Mails or public pages link to these pages, so signed-out people return to the page after signing in. */
const returning = { ...signedInArea, returnTo: true as const }

/** The form of the page sends this address without scripts. */
const certificateWithId: Redirect = ({ query }) => {
  const id = idIn(query.get('certificate') ?? '')
  query.delete('certificate')
  return id ? `/certificates/${encodeURIComponent(id)}` : null
}

export const pages: PageRoute[] = [
  screen('forbidden', 'account/forbidden', () => import('./pages/account/forbidden.tsx')),
  ...['about', 'roadmap', 'careers'].map((path) => screen(path, 'learning/reading', reading)),
  ...['terms', 'privacy', 'cookies'].map((path) => screen(path, 'learning/reading', reading)),
  ...['testimonials', 'partners'].map((path) => screen(path, 'public/contact', contact)),
  ...['contact', 'contact-support'].map((path) => screen(path, 'public/contact', contact)),
  sendTo('verify', certificateWithId, [
    screen('', 'public/verify', () => import('./pages/public/verify.tsx')),
  ]),
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
  screen('school/:name', 'public/school', () => import('./pages/public/school.tsx')),
  screen('bundles/:bundleId', 'buying/bundle', () => import('./pages/buying/bundle.tsx')),
  screen('gift/:code?', 'public/gift', () => import('./pages/public/gift.tsx')),
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
        { ...signedInArea, isRemembered: true, hasOwnBar: true },
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
      ownScreen('purchases', 'buying/purchases', () => import('./pages/buying/purchases.tsx'), returning),
      ownScreen(
        'purchases/:purchaseId',
        'buying/purchase',
        () => import('./pages/buying/purchase.tsx'),
        returning,
      ),
      ownScreen(
        'purchases/:purchaseId/receipts/:receiptId',
        'buying/receipt',
        () => import('./pages/buying/receipt.tsx'),
        returning,
      ),
      ownScreen('gifts/new', 'buying/new-gift', () => import('./pages/buying/new-gift.tsx'), returning),
      ownScreen('checkout', 'buying/checkout', () => import('./pages/buying/checkout.tsx'), {
        ...signedInArea,
        returnTo: '/checkout',
      }),
    ],
  },
]
