/** Malay texts of the screens of sellers and superadmins: the second chunk beside reading.ms.ts. */
import { administrationMalay } from '#web/features/courses/messages/administration.ms.ts'
import { statesMalay } from '#web/features/courses/messages/states.ms.ts'
import { insightsMalay } from '#web/features/operations/messages/insights.ms.ts'
import { accountingMalay } from '#web/features/accounting/messages/accounting.ms.ts'
import { payoutBankMalay } from '#web/features/accounting/messages/payout-bank.ms.ts'
import { sellingMalay } from '#web/features/accounting/messages/selling.ms.ts'
import { sellerMalay } from '#web/features/operations/messages/seller.ms.ts'
import { invoicesMalay } from '#web/features/invoices/messages/invoices.ms.ts'
import { ordersMalay } from '#web/features/sales/messages/orders.ms.ts'
import { refundsMalay } from '#web/features/sales/messages/refunds.ms.ts'
import { traceMalay } from '#web/features/sales/messages/trace.ms.ts'
import { pricingMalay } from '#web/features/pricing/messages/pricing.ms.ts'
import { peopleMalay } from '#web/features/people/messages/people.ms.ts'
import { authoringMalay } from '#web/features/courses/messages/authoring.ms.ts'
import { saleMailMalay } from '#web/features/notifications/messages/sale-mail.ms.ts'
import { coursePeopleMalay } from '#web/features/courses/messages/people.ms.ts'
import { reconciliationMalay } from '#web/features/operations/messages/reconciliation.ms.ts'
import { oversightMalay } from '#web/features/operations/messages/oversight.ms.ts'
import { practiceEditorMalay } from '#web/features/courses/messages/practice.ms.ts'
import { salesContentMalay } from '#web/features/courses/messages/sales-content.ms.ts'
import { moneyMalay } from '#web/platform/money-messages.ms.ts'
import type { TranslatedTexts } from '#web/platform/messages.ts'

export const workTexts: TranslatedTexts['features'] = {
  administration: administrationMalay,
  courseStates: statesMalay,
  insights: insightsMalay,
  accounting: accountingMalay,
  payoutBank: payoutBankMalay,
  selling: sellingMalay,
  waitingSellers: sellerMalay,
  invoices: invoicesMalay,
  orders: ordersMalay,
  refunds: refundsMalay,
  ordersTrace: traceMalay,
  pricing: pricingMalay,
  people: peopleMalay,
  authoring: authoringMalay,
  saleMails: saleMailMalay,
  coursePeople: coursePeopleMalay,
  reconciliation: reconciliationMalay,
  oversight: oversightMalay,
  practiceEditor: practiceEditorMalay,
  salesContent: salesContentMalay,
  money: moneyMalay,
}
