/**
 * Malay texts, loaded only for those who read Malay: what visitors and learners read stands here, what sellers and
 * superadmins work with in malay-work.ts. Add a feature's file to one of them under its namespace.
 */
import { accessMalay } from '#web/features/accounts/access-messages.ms.ts'
import { achievementsMalay } from '#web/features/achievements/messages.ms.ts'
import { accountsMalay } from '#web/features/accounts/messages.ms.ts'
import { codeMalay } from '#web/features/cart/code-messages.ms.ts'
import { cartMalay } from '#web/features/cart/messages.ms.ts'
import { assessmentsMalay } from '#web/features/assessments/messages.ms.ts'
import { courseInvitationMalay } from '#web/features/course-invitations/messages.ms.ts'
import { edgeMalay } from '#web/features/catalogue/edge-messages.ms.ts'
import { catalogueMalay } from '#web/features/catalogue/messages.ms.ts'
import { detailsMalay } from '#web/features/catalogue/details-messages.ms.ts'
import { previewMalay } from '#web/features/catalogue/preview-messages.ms.ts'
import { purchaseMalay } from '#web/features/catalogue/purchase-messages.ms.ts'
import { salesMalay } from '#web/features/catalogue/sales-messages.ms.ts'
import { communityMalay } from '#web/features/community/messages.ms.ts'
import { visitorMalay } from '#web/features/community/visitor-messages.ms.ts'
import { businessMalay } from '#web/features/landing/business-messages.ms.ts'
import { furtherMalay } from '#web/features/landing/further-messages.ms.ts'
import { landingMalay } from '#web/features/landing/messages.ms.ts'
import { checkoutMalay } from '#web/features/checkout/messages.ms.ts'
import { purchasesMalay } from '#web/features/checkout/purchases-messages.ms.ts'
import { learningMalay } from '#web/features/learning/messages.ms.ts'
import { libraryMalay } from '#web/features/library/messages.ms.ts'
import { contactMalay } from '#web/features/contact/messages.ms.ts'
import { reviewsMalay } from '#web/features/reviews/messages.ms.ts'
import { reviewWritingMalay } from '#web/features/reviews/writing-messages.ms.ts'
import { readingMalay } from '#web/features/reading/messages.ms.ts'
import { accountMalay } from '#web/features/settings/account-messages.ms.ts'
import { notificationsMalay } from '#web/features/notifications/messages.ms.ts'
import { sharedInvoiceMalay } from '#web/features/invoices/shared-messages.ms.ts'
import { settingsMalay } from '#web/features/settings/messages.ms.ts'
import { conflictMalay } from '#web/platform/conflict-messages.ms.ts'
import { failureMalay } from '#web/platform/failure-messages.ms.ts'
import { platformMalay } from '#web/platform/messages.ms.ts'
import { moneyBackMalay } from '#web/platform/money-back/messages.ms.ts'
import { proofMalay } from '#web/platform/proof-messages.ms.ts'
import { securityMalay } from '#web/platform/security-messages.ms.ts'
import type { MalayTexts } from '#web/platform/messages.ts'
import { practiceMalay } from '#web/platform/practice/messages.ms.ts'
import { refusalsMalay } from '#web/platform/refusals.ms.ts'
import { validationMalay } from '#web/platform/validation.ms.ts'
import { connectionMalay } from './shell/connection-messages.ms.ts'
import { shellMalay } from './shell/messages.ms.ts'

export const malay: MalayTexts = {
  features: {
    platform: platformMalay,
    security: securityMalay,
    moneyBack: moneyBackMalay,
    proof: proofMalay,
    conflict: conflictMalay,
    practice: practiceMalay,
    failure: failureMalay,
    shell: shellMalay,
    connection: connectionMalay,
    sharedInvoice: sharedInvoiceMalay,
    assessments: assessmentsMalay,
    courseInvitations: courseInvitationMalay,
    achievements: achievementsMalay,
    notifications: notificationsMalay,
    settings: settingsMalay,
    account: accountMalay,
    access: accessMalay,
    accounts: accountsMalay,
    cart: cartMalay,
    code: codeMalay,
    checkout: checkoutMalay,
    purchases: purchasesMalay,
    learning: learningMalay,
    library: libraryMalay,
    catalogue: catalogueMalay,
    catalogueEdges: edgeMalay,
    purchase: purchaseMalay,
    sales: salesMalay,
    reviews: reviewsMalay,
    reviewWriting: reviewWritingMalay,
    salesDetails: detailsMalay,
    preview: previewMalay,
    community: communityMalay,
    visitors: visitorMalay,
    landing: landingMalay,
    further: furtherMalay,
    business: businessMalay,
    contact: contactMalay,
    reading: readingMalay,
  },
  refusals: refusalsMalay,
  validation: validationMalay,
}
