/** The service of every feature. Each gets the application's parts and the services of earlier features. */
import { Accounting } from '#server/features/accounting/accounting.service.ts'
import { Accounts } from '#server/features/accounts/accounts.service.ts'
import { AchievementsService } from '#server/features/achievements/achievements.service.ts'
import { PasswordChanges } from '#server/features/accounts/passwords.service.ts'
import { SignIn } from '#server/features/accounts/sign-in.service.ts'
import { Assessments } from '#server/features/assessments/assessments.service.ts'
import { Businesses } from '#server/features/businesses/businesses.service.ts'
import { Catalogue } from '#server/features/catalogue/catalogue.service.ts'
import { Checkout } from '#server/features/sales/sales.service.ts'
import { SellerOrders } from '#server/features/sales/orders/seller-orders.service.ts'
import { Community } from '#server/features/community/community.service.ts'
import { Courses } from '#server/features/courses/courses.service.ts'
import { Enrolments } from '#server/features/enrolments/enrolments.service.ts'
import { Media } from '#server/features/media/media.service.ts'
import { Insights } from '#server/features/operations/insights/insights.service.ts'
import { Invoices } from '#server/features/invoices/invoices.service.ts'
import { Learning } from '#server/features/learning/learning.service.ts'
import { Messages } from '#server/features/messages/messages.service.ts'
import { Oversight } from '#server/features/operations/oversight/oversight.service.ts'
import { Notifications } from '#server/features/notifications/notifications.service.ts'
import { SaleMails } from '#server/features/notifications/sale-mails.service.ts'
import { Pricing } from '#server/features/pricing/pricing.service.ts'
import { People } from '#server/features/people/people.service.ts'
import { MoneyWatch } from '#server/features/operations/reconciliation/money-watch.service.ts'
import { Reconciliation } from '#server/features/operations/reconciliation/reconciliation.service.ts'
import { Reviews } from '#server/features/reviews/reviews.service.ts'
import type { Parts } from './parts.ts'

export type Services = ReturnType<typeof createServices>

export function createServices(parts: Parts) {
  const accounts = new Accounts(parts)
  const passwordChanges = new PasswordChanges({ ...parts, accounts })
  const signIn = new SignIn({ ...parts, accounts })
  const messages = new Messages(parts)
  const oversight = new Oversight(parts)
  const businesses = new Businesses({ ...parts, accounts })
  const media = new Media({ ...parts, accounts })
  const courses = new Courses({ ...parts, businesses, media })
  const enrolments = new Enrolments({ ...parts, accounts })
  const learning = new Learning({ ...parts, enrolments })
  const assessments = new Assessments({ ...parts, media, learning })
  const reviews = new Reviews({ ...parts, enrolments })
  const catalogue = new Catalogue({ ...parts, businesses, courses, learning })
  const community = new Community({ ...parts, accounts })
  const accounting = new Accounting({ ...parts, businesses })
  const pricing = new Pricing({ ...parts, accounts, businesses })
  const checkout = new Checkout({
    ...parts,
    accounts,
    businesses,
    enrolments,
    pricing,
    accounting,
    learning,
  })
  const invoices = new Invoices({ ...parts, accounts, businesses, enrolments, accounting, checkout })
  const people = new People({
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
  const sellerOrders = new SellerOrders(parts)
  const reconciliation = new Reconciliation({ ...parts, businesses, checkout })
  const moneyWatch = new MoneyWatch(parts)
  const achievements = new AchievementsService({ ...parts, enrolments, learning, assessments })
  const notifications = new Notifications({ ...parts, moneyWatch })
  const saleMails = new SaleMails(parts)
  const insights = new Insights({ ...parts, courses, catalogue, people, sellerOrders, accounting })
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
