/**
 * Malay texts of visitors' and learners' screens, loaded only for Malay readers; those of sellers and
 * superadmins are in work.ms.ts. Add a feature's file to one of them under its namespace.
 */
import { accessMalay } from '#web/features/accounts/messages/access.ms.ts'
import { achievementsMalay } from '#web/features/achievements/messages/achievements.ms.ts'
import { accountsMalay } from '#web/features/accounts/messages/accounts.ms.ts'
import { providersMalay } from '#web/features/accounts/messages/providers.ms.ts'
import { codeMalay } from '#web/features/sales/messages/code.ms.ts'
import { cartMalay } from '#web/features/sales/messages/cart.ms.ts'
import { assessmentsMalay } from '#web/features/assessments/messages/assessments.ms.ts'
import { courseInvitationMalay } from '#web/features/enrolments/messages/course-invitations.ms.ts'
import { emptySearchMalay } from '#web/features/catalogue/messages/empty-search.ms.ts'
import { featuredInstructorsMalay } from '#web/features/catalogue/messages/featured-instructors.ms.ts'
import { catalogueMalay } from '#web/features/catalogue/messages/catalogue.ms.ts'
import { detailsMalay } from '#web/features/catalogue/messages/details.ms.ts'
import { previewMalay } from '#web/features/catalogue/messages/preview.ms.ts'
import { purchaseMalay } from '#web/features/catalogue/messages/purchase.ms.ts'
import { salesMalay } from '#web/features/catalogue/messages/sales.ms.ts'
import { communityMalay } from '#web/features/community/messages/community.ms.ts'
import { visitorMalay } from '#web/features/community/messages/visitor.ms.ts'
import { businessMalay } from '#web/features/marketing/messages/business.ms.ts'
import { landingSectionsMalay } from '#web/features/marketing/messages/landing-sections.ms.ts'
import { landingMalay } from '#web/features/marketing/messages/landing.ms.ts'
import { checkoutMalay } from '#web/features/sales/messages/checkout.ms.ts'
import { paymentStatusMalay } from '#web/features/sales/messages/payment-status.ms.ts'
import { purchasesMalay } from '#web/features/sales/messages/purchases.ms.ts'
import { learningMalay } from '#web/features/learning/messages/learning.ms.ts'
import { libraryMalay } from '#web/features/enrolments/messages/library.ms.ts'
import { contactMalay } from '#web/features/messages/messages/contact.ms.ts'
import { reviewsMalay } from '#web/features/reviews/messages/reviews.ms.ts'
import { reviewWritingMalay } from '#web/features/reviews/messages/writing.ms.ts'
import { readingMalay } from '#web/features/articles/messages/reading.ms.ts'
import { accountMalay } from '#web/features/accounts/messages/account.ms.ts'
import { notificationsMalay } from '#web/features/notifications/messages/notifications.ms.ts'
import { sharedInvoiceMalay } from '#web/features/invoices/messages/shared.ms.ts'
import { settingsMalay } from '#web/features/accounts/messages/settings.ms.ts'
import { conflictMalay } from '#web/platform/conflict-messages.ms.ts'
import { failureMalay } from '#web/platform/failure-messages.ms.ts'
import { invitationMalay } from '#web/platform/invitation-messages.ms.ts'
import { playerMalay } from '#web/platform/player-messages.ms.ts'
import { platformMalay } from '#web/platform/messages.ms.ts'
import { moneyBackMalay } from '#web/platform/money-back/messages.ms.ts'
import { proofMalay } from '#web/platform/proof-messages.ms.ts'
import { securityMalay } from '#web/platform/security-messages.ms.ts'
import type { TranslatedTexts } from '#web/platform/messages.ts'
import { practiceMalay } from '#web/platform/practice/messages.ms.ts'
import { refusalsMalay } from '#web/platform/refusals.ms.ts'
import { validationMalay } from '#web/platform/validation.ms.ts'
import { connectionMalay } from '../shell/connection-messages.ms.ts'
import { shellMalay } from '../shell/messages.ms.ts'

export const readingTexts: TranslatedTexts = {
  features: {
    platform: platformMalay,
    security: securityMalay,
    moneyBack: moneyBackMalay,
    proof: proofMalay,
    conflict: conflictMalay,
    practice: practiceMalay,
    failure: failureMalay,
    invitation: invitationMalay,
    player: playerMalay,
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
    providers: providersMalay,
    cart: cartMalay,
    code: codeMalay,
    checkout: checkoutMalay,
    paymentStatus: paymentStatusMalay,
    purchases: purchasesMalay,
    learning: learningMalay,
    library: libraryMalay,
    catalogue: catalogueMalay,
    emptySearch: emptySearchMalay,
    featuredInstructors: featuredInstructorsMalay,
    purchase: purchaseMalay,
    sales: salesMalay,
    reviews: reviewsMalay,
    reviewWriting: reviewWritingMalay,
    salesDetails: detailsMalay,
    preview: previewMalay,
    community: communityMalay,
    visitors: visitorMalay,
    landing: landingMalay,
    landingSections: landingSectionsMalay,
    business: businessMalay,
    contact: contactMalay,
    reading: readingMalay,
  },
  refusals: refusalsMalay,
  validation: validationMalay,
  unexpected: 'Ralat yang tidak dijangka berlaku',
}
