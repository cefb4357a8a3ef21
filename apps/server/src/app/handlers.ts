import { accountingRoutes } from '#server/features/accounting/accounting.routes.ts'
import { accountsRoutes } from '#server/features/accounts/accounts.routes.ts'
import { achievementsRoutes } from '#server/features/achievements/achievements.routes.ts'
import { passwordsRoutes } from '#server/features/accounts/passwords.routes.ts'
import { signInRoutes } from '#server/features/accounts/sign-in.routes.ts'
import { assessmentsRoutes } from '#server/features/assessments/assessments.routes.ts'
import { businessesRoutes } from '#server/features/businesses/businesses.routes.ts'
import { catalogueRoutes } from '#server/features/catalogue/catalogue.routes.ts'
import { refundsRoutes } from '#server/features/sales/refunds/refunds.routes.ts'
import { checkoutRoutes } from '#server/features/sales/sales.routes.ts'
import { sellerOrdersRoutes } from '#server/features/sales/orders/seller-orders.routes.ts'
import { communityRoutes } from '#server/features/community/community.routes.ts'
import { coursesRoutes } from '#server/features/courses/courses.routes.ts'
import { enrolmentsRoutes } from '#server/features/enrolments/enrolments.routes.ts'
import { insightsRoutes } from '#server/features/operations/insights/insights.routes.ts'
import { invoicesRoutes } from '#server/features/invoices/invoices.routes.ts'
import { learningRoutes } from '#server/features/learning/learning.routes.ts'
import { mediaRoutes } from '#server/features/media/media.routes.ts'
import { pricingRoutes } from '#server/features/pricing/pricing.routes.ts'
import { peopleRoutes } from '#server/features/people/people.routes.ts'
import { messagesRoutes } from '#server/features/messages/messages.routes.ts'
import { oversightRoutes } from '#server/features/operations/oversight/oversight.routes.ts'
import { notificationsRoutes } from '#server/features/notifications/notifications.routes.ts'
import { reconciliationRoutes } from '#server/features/operations/reconciliation/reconciliation.routes.ts'
import { reviewsRoutes } from '#server/features/reviews/reviews.routes.ts'
import { signedIn, standingOf, type Handlers } from '#server/policy/handler.ts'
import type { StoredReaders } from './mount.ts'
import type { Parts } from './parts.ts'
import type { Services } from './services.ts'

/** The stored object of each call that clients may send whole objects to. */
export const createStoredReaders = ({ courses, people }: Services): StoredReaders => ({
  updateCourse: (call) => courses.courseFor(call.params.id, signedIn(call)),
  updateContent: (call) =>
    courses.contents.contentFor(standingOf(call).courseId, call.params.id, signedIn(call)),
  updateResource: (call) =>
    courses.contents.resourceFor(standingOf(call).courseId, call.params.id, signedIn(call)),
  updateUser: (call) => people.readPerson(signedIn(call), call.params.id),
})

/** Every call of the contract. */
export function createHandlers(services: Services, parts: Parts): Handlers {
  return {
    ...accountsRoutes(services.accounts, parts),
    ...passwordsRoutes(services.passwordChanges, parts),
    ...signInRoutes(services.signIn, parts),
    ...businessesRoutes(services.businesses, parts),
    ...mediaRoutes(services.media),
    ...coursesRoutes(services.courses),
    ...enrolmentsRoutes(services.enrolments, parts),
    ...learningRoutes(services.learning),
    ...assessmentsRoutes(services.assessments),
    ...reviewsRoutes(services.reviews),
    ...catalogueRoutes(services.catalogue),
    ...communityRoutes(services.community),
    ...pricingRoutes(services.pricing),
    ...accountingRoutes(services.accounting),
    ...checkoutRoutes(services.checkout, parts),
    ...refundsRoutes(services.checkout),
    ...invoicesRoutes(services.invoices, parts),
    ...peopleRoutes(services.people, parts),
    ...sellerOrdersRoutes(services.sellerOrders),
    ...reconciliationRoutes(services.reconciliation, services.moneyWatch),
    ...achievementsRoutes(services.achievements),
    ...notificationsRoutes(services.notifications, services.saleMails),
    ...insightsRoutes(services.insights),
    ...messagesRoutes(services.messages),
    ...oversightRoutes(services.oversight),
  }
}
