/** Every feature's service, each made from the parts and the services to its left. */
import { createAccounting } from '#server/features/accounting/accounting.service.ts'
import { createAccounts } from '#server/features/accounts/accounts.service.ts'
import { createAchievements } from '#server/features/achievements/achievements.service.ts'
import { createPasswordChanges } from '#server/features/accounts/passwords.service.ts'
import { createSignIn } from '#server/features/accounts/sign-in.service.ts'
import { createAssessments } from '#server/features/assessments/assessments.service.ts'
import { createBusinesses } from '#server/features/businesses/businesses.service.ts'
import { createCatalogue } from '#server/features/catalogue/catalogue.service.ts'
import { createCheckout } from '#server/features/sales/sales.service.ts'
import { createSellerOrders } from '#server/features/sales/orders/seller-orders.service.ts'
import { createCommunity } from '#server/features/community/community.service.ts'
import { createCourses } from '#server/features/courses/courses.service.ts'
import { createEnrolments } from '#server/features/enrolments/enrolments.service.ts'
import { createMedia } from '#server/features/media/media.service.ts'
import { createInsights } from '#server/features/operations/insights/insights.service.ts'
import { createInvoices } from '#server/features/invoices/invoices.service.ts'
import { createLearning } from '#server/features/learning/learning.service.ts'
import { createMessages } from '#server/features/messages/messages.service.ts'
import { createOversight } from '#server/features/operations/oversight/oversight.service.ts'
import { createNotifications } from '#server/features/notifications/notifications.service.ts'
import { createSaleMails } from '#server/features/notifications/sale-mails.service.ts'
import { createPricing } from '#server/features/pricing/pricing.service.ts'
import { createPeople } from '#server/features/people/people.service.ts'
import { createMoneyWatch } from '#server/features/operations/reconciliation/money-watch.service.ts'
import { createReconciliation } from '#server/features/operations/reconciliation/reconciliation.service.ts'
import { createReviews } from '#server/features/reviews/reviews.service.ts'
import type { Parts } from './parts.ts'

export type Services = ReturnType<typeof createServices>

export function createServices(parts: Parts) {
  const accounts = createAccounts(parts)
  const passwordChanges = createPasswordChanges({ ...parts, accounts })
  const signIn = createSignIn({ ...parts, accounts })
  const messages = createMessages(parts)
  const oversight = createOversight(parts)
  const businesses = createBusinesses({ ...parts, accounts })
  const media = createMedia({ ...parts, accounts })
  const courses = createCourses({ ...parts, businesses, media })
  const enrolments = createEnrolments({ ...parts, accounts })
  const learning = createLearning({ ...parts, enrolments })
  const assessments = createAssessments({ ...parts, media, learning })
  const reviews = createReviews({ ...parts, enrolments })
  const catalogue = createCatalogue({ ...parts, businesses, courses, learning })
  const community = createCommunity({ ...parts, accounts })
  const accounting = createAccounting({ ...parts, businesses })
  const pricing = createPricing({ ...parts, accounts, businesses })
  const checkout = createCheckout({
    ...parts,
    accounts,
    businesses,
    enrolments,
    pricing,
    accounting,
    learning,
  })
  const invoices = createInvoices({ ...parts, accounts, businesses, enrolments, accounting, checkout })
  const people = createPeople({
    ...parts,
    accounts,
    businesses,
    media,
    courses,
    enrolments,
    learning,
    accounting,
    checkout,
    invoices,
  })
  const sellerOrders = createSellerOrders(parts)
  const reconciliation = createReconciliation({ ...parts, businesses, checkout })
  const moneyWatch = createMoneyWatch(parts)
  const achievements = createAchievements({ ...parts, enrolments, learning, assessments })
  const notifications = createNotifications({ ...parts, moneyWatch })
  const saleMails = createSaleMails(parts)
  const insights = createInsights({ ...parts, courses, catalogue, people, sellerOrders, accounting })
  return {
    accounts,
    passwordChanges,
    signIn,
    messages,
    oversight,
    businesses,
    media,
    courses,
    enrolments,
    learning,
    assessments,
    reviews,
    catalogue,
    community,
    accounting,
    pricing,
    checkout,
    invoices,
    people,
    sellerOrders,
    reconciliation,
    moneyWatch,
    achievements,
    notifications,
    saleMails,
    insights,
  }
}
