import { accountingRoutes } from '../features/accounting/accounting.routes.ts'
import { accountsRoutes } from '../features/accounts/accounts.routes.ts'
import { achievementsRoutes } from '../features/achievements/achievements.routes.ts'
import { passwordsRoutes } from '../features/accounts/passwords.routes.ts'
import { signInRoutes } from '../features/accounts/sign-in.routes.ts'
import { assessmentsRoutes } from '../features/assessments/assessments.routes.ts'
import { businessesRoutes } from '../features/businesses/businesses.routes.ts'
import { catalogueRoutes } from '../features/catalogue/catalogue.routes.ts'
import { refundsRoutes } from '../features/checkout/checkout.refunds.routes.ts'
import { checkoutRoutes } from '../features/checkout/checkout.routes.ts'
import { sellerOrdersRoutes } from '../features/checkout/seller-orders.routes.ts'
import { communityRoutes } from '../features/community/community.routes.ts'
import { coursesRoutes } from '../features/courses/courses.routes.ts'
import { enrolmentsRoutes } from '../features/enrolments/enrolments.routes.ts'
import { insightsRoutes } from '../features/insights/insights.routes.ts'
import { invoicesRoutes } from '../features/invoices/invoices.routes.ts'
import { learningRoutes } from '../features/learning/learning.routes.ts'
import { mediaRoutes } from '../features/media/media.routes.ts'
import { pricingRoutes } from '../features/pricing/pricing.routes.ts'
import { peopleRoutes } from '../features/people/people.routes.ts'
import { messagesRoutes } from '../features/messages/messages.routes.ts'
import { oversightRoutes } from '../features/oversight/oversight.routes.ts'
import { notificationsRoutes } from '../features/notifications/notifications.routes.ts'
import { reconciliationRoutes } from '../features/reconciliation/reconciliation.routes.ts'
import { reviewsRoutes } from '../features/reviews/reviews.routes.ts'
import { signedIn, standingOf, type Handlers } from '../policy/handler.ts'
import type { StoredReaders } from './mount.ts'
import type { Parts } from './parts.ts'
import type { Services } from './services.ts'

/** The stored object of each call that clients may send whole objects to. */
export const createStoredReaders = ({ courses, people }: Services): StoredReaders => ({
  updateCourse: (call) => courses.courseFor(call.params.id, signedIn(call)),
  updateContent: (call) => courses.contentFor(standingOf(call).courseId, call.params.id, signedIn(call)),
  updateResource: (call) => courses.resourceFor(standingOf(call).courseId, call.params.id, signedIn(call)),
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
