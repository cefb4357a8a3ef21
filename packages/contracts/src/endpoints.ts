/**
 * This list of calls with path, access rule, schemas and refusals is the single source of server routes, the typed client and the
 * OpenAPI document.
 */
import type * as z from 'zod/mini'
import { accountingEndpoints } from './accounting/accounting.ts'
import { sellerSignalsEndpoints } from './operations/seller-signals.ts'
import { payoutsEndpoints } from './accounting/payouts.ts'
import { accountsEndpoints } from './accounts/accounts.ts'
import { apiTokensEndpoints } from './accounts/api-tokens.ts'
import { achievementsEndpoints } from './achievements/achievements.ts'
import { announcementsEndpoints } from './announcements/announcements.ts'
import { learnerMessagesEndpoints } from './announcements/learner-messages.ts'
import { archivesEndpoints } from './archives/archives.ts'
import { assessmentsEndpoints } from './assessments/assessments.ts'
import { handInsEndpoints } from './assessments/hand-ins.ts'
import { businessesEndpoints } from './businesses/businesses.ts'
import { businessProfileEndpoints } from './businesses/profile.ts'
import { sellerStatesEndpoints } from './businesses/seller-states.ts'
import { personalDataEndpoints } from './personal-data/personal-data.ts'
import { catalogueEndpoints } from './catalogue/catalogue.ts'
import { checkoutEndpoints } from './sales/checkout.ts'
import type { offersQuery } from './sales/offers-query.ts'
import { conversionEndpoints, type visitQuery } from './operations/conversion.ts'
import { insightsEndpoints } from './operations/insights.ts'
import { ordersEndpoints } from './sales/orders.ts'
import { communityEndpoints } from './community/community.ts'
import { questionMailsEndpoints } from './community/question-mails.ts'
import { coursesEndpoints } from './courses/courses.ts'
import { lessonTextsEndpoints } from './courses/lesson-texts.ts'
import { outlineEndpoints } from './courses/outline.ts'
import type { AnyEndpoint, OutputOf } from './endpoint.ts'
import { cohortsEndpoints } from './enrolments/cohorts.ts'
import { enrolmentsEndpoints } from './enrolments/enrolments.ts'
import { goalsEndpoints } from './goals/goals.ts'
import { invoicesEndpoints } from './invoices/invoices.ts'
import { learningEndpoints } from './learning/learning.ts'
import { mediaEndpoints } from './media/media.ts'
import { liveSessionsEndpoints } from './live-sessions/live-sessions.ts'
import { messagesEndpoints } from './messages/messages.ts'
import { notesEndpoints } from './notes/notes.ts'
import { scormEndpoints } from './scorm/scorm.ts'
import { notificationsEndpoints } from './notifications/notifications.ts'
import { oversightEndpoints } from './operations/oversight.ts'
import { passwordsEndpoints } from './accounts/passwords.ts'
import { peopleEndpoints } from './people/people.ts'
import { expectedPeopleEndpoints } from './people/expected-people.ts'
import { personEndpoints } from './people/person.ts'
import { prerequisitesEndpoints } from './prerequisites/prerequisites.ts'
import { pricingEndpoints } from './pricing/pricing.ts'
import { suggestionEndpoints } from './operations/suggestions.ts'
import { inboxEndpoints } from './operations/inbox.ts'
import { studioEndpoints } from './operations/studio.ts'
import { studioSearchEndpoints } from './studio-search/studio-search.ts'
import { questionBankEndpoints } from './assessments/question-bank.ts'
import { quizEditorEndpoints } from './assessments/quiz-editor.ts'
import { quizStatisticsEndpoints } from './assessments/quiz-statistics.ts'
import { reconciliationEndpoints } from './operations/reconciliation.ts'
import { refundsEndpoints } from './sales/refunds.ts'
import { recallEndpoints } from './assessments/recall.ts'
import { repetitionsEndpoints } from './assessments/repetitions.ts'
import { reviewsEndpoints } from './reviews/reviews.ts'
import { courseFiguresEndpoints } from './roster/course-figures.ts'
import { gradebookEndpoints } from './roster/gradebook.ts'
import { rosterEndpoints } from './roster/roster.ts'
import type { RouteName } from './routes.ts'
import { sellerChecksEndpoints } from './businesses/seller-checks.ts'
import { salesContentEndpoints } from './courses/sales-content.ts'
import { emailChangesEndpoints } from './accounts/email-changes.ts'
import { consentsEndpoints } from './accounts/consents.ts'
import { identitiesEndpoints } from './accounts/identities.ts'
import { factorRemovalsEndpoints } from './accounts/factor-removals.ts'
import { passkeysEndpoints } from './accounts/passkeys.ts'
import { secondFactorEndpoints } from './accounts/second-factor.ts'
import { securityEndpoints } from './accounts/security.ts'
import { securityLogEndpoints } from './security-log/security-log.ts'
import { signInEndpoints } from './accounts/sign-in.ts'
import { lessonSearchEndpoints } from './catalogue/lesson-search.ts'
import { webhooksEndpoints } from './webhooks/webhooks.ts'
import { wishlistEndpoints } from './catalogue/wishlist.ts'
import { bundlesEndpoints } from './bundles/bundles.ts'
import { giftsEndpoints } from './gifts/gifts.ts'
import { brandEndpoints } from './businesses/brand.ts'
import { schoolsEndpoints } from './schools/schools.ts'

export const endpoints = {
  ...accountsEndpoints,
  ...peopleEndpoints,
  ...personEndpoints,
  ...expectedPeopleEndpoints,
  ...passwordsEndpoints,
  ...secondFactorEndpoints,
  ...factorRemovalsEndpoints,
  ...passkeysEndpoints,
  ...identitiesEndpoints,
  ...consentsEndpoints,
  ...emailChangesEndpoints,
  ...securityEndpoints,
  ...securityLogEndpoints,
  ...signInEndpoints,
  ...apiTokensEndpoints,
  ...businessesEndpoints,
  ...sellerStatesEndpoints,
  ...businessProfileEndpoints,
  ...sellerChecksEndpoints,
  ...mediaEndpoints,
  ...coursesEndpoints,
  ...lessonTextsEndpoints,
  ...outlineEndpoints,
  ...salesContentEndpoints,
  ...archivesEndpoints,
  ...personalDataEndpoints,
  ...enrolmentsEndpoints,
  ...cohortsEndpoints,
  ...learningEndpoints,
  ...prerequisitesEndpoints,
  ...notesEndpoints,
  ...scormEndpoints,
  ...liveSessionsEndpoints,
  ...assessmentsEndpoints,
  ...recallEndpoints,
  ...repetitionsEndpoints,
  ...quizEditorEndpoints,
  ...handInsEndpoints,
  ...quizStatisticsEndpoints,
  ...questionBankEndpoints,
  ...reviewsEndpoints,
  ...catalogueEndpoints,
  ...lessonSearchEndpoints,
  ...wishlistEndpoints,
  ...communityEndpoints,
  ...questionMailsEndpoints,
  ...accountingEndpoints,
  ...payoutsEndpoints,
  ...sellerSignalsEndpoints,
  ...pricingEndpoints,
  ...checkoutEndpoints,
  ...ordersEndpoints,
  ...refundsEndpoints,
  ...reconciliationEndpoints,
  ...studioEndpoints,
  ...inboxEndpoints,
  ...conversionEndpoints,
  ...suggestionEndpoints,
  ...invoicesEndpoints,
  ...rosterEndpoints,
  ...courseFiguresEndpoints,
  ...gradebookEndpoints,
  ...announcementsEndpoints,
  ...learnerMessagesEndpoints,
  ...achievementsEndpoints,
  ...goalsEndpoints,
  ...notificationsEndpoints,
  ...insightsEndpoints,
  ...messagesEndpoints,
  ...oversightEndpoints,
  ...webhooksEndpoints,
  ...bundlesEndpoints,
  ...giftsEndpoints,
  ...schoolsEndpoints,
  ...brandEndpoints,
  ...studioSearchEndpoints,
} as const satisfies Record<RouteName, AnyEndpoint>

export type Endpoints = typeof endpoints

type InputOf<Schema> = [NonNullable<Schema>] extends [never] ? undefined : z.core.input<NonNullable<Schema>>

type Clean<T> = { [K in keyof T as T[K] extends undefined ? never : K]: T[K] }

/** A client passes these values to the call `N`. The query may be absent for a purchase and for an enrolment. */
export type RequestOf<N extends RouteName> = Clean<{
  params: OutputOf<Endpoints[N]['params']>
  query: HasOptionalQuery<N> extends true ? undefined : InputOf<Endpoints[N]['query']>
  body: InputOf<Endpoints[N]['body']>
}> &
  (HasOptionalQuery<N> extends true
    ? {
        query?: {
          visit?: string | undefined
          offers?: string | undefined
        }
      }
    : unknown)

type HasOptionalQuery<N extends RouteName> = Endpoints[N]['query'] extends
  | typeof visitQuery
  | typeof offersQuery
  ? true
  : false

export type ReceivedOf<N extends RouteName> = {
  params: OutputOf<Endpoints[N]['params']>
  query: OutputOf<Endpoints[N]['query']>
  body: OutputOf<Endpoints[N]['body']>
}

export type AnswerOf<N extends RouteName> = z.core.output<Endpoints[N]['answer']>
