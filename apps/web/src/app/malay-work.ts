/** Malay texts of the screens on which sellers and superadmins work: the second chunk beside malay.ts. */
import { administrationMalay } from '#web/features/administration/messages.ms.ts'
import { statesMalay } from '#web/features/administration/states-messages.ms.ts'
import { insightsMalay } from '#web/features/administration/insights-messages.ms.ts'
import { accountingMalay } from '#web/features/accounting/messages.ms.ts'
import { payoutBankMalay } from '#web/features/accounting/payout-bank-messages.ms.ts'
import { sellingMalay } from '#web/features/accounting/selling-messages.ms.ts'
import { sellerMalay } from '#web/features/oversight/seller-messages.ms.ts'
import { invoicesMalay } from '#web/features/invoices/messages.ms.ts'
import { ordersMalay } from '#web/features/orders/messages.ms.ts'
import { refundsMalay } from '#web/features/refunds/messages.ms.ts'
import { traceMalay } from '#web/features/orders/trace-messages.ms.ts'
import { pricingMalay } from '#web/features/pricing/messages.ms.ts'
import { peopleMalay } from '#web/features/administration/people-messages.ms.ts'
import { authoringMalay } from '#web/features/authoring/messages.ms.ts'
import { saleMailMalay } from '#web/features/notifications/sale-mail-messages.ms.ts'
import { coursePeopleMalay } from '#web/features/authoring/people-messages.ms.ts'
import { reconciliationMalay } from '#web/features/reconciliation/messages.ms.ts'
import { oversightMalay } from '#web/features/oversight/messages.ms.ts'
import { practiceEditorMalay } from '#web/features/authoring/practice-messages.ms.ts'
import { salesContentMalay } from '#web/features/sales-content/messages.ms.ts'
import { moneyMalay } from './shell/money-messages.ms.ts'
import type { MalayTexts } from '#web/platform/messages.ts'

export const malayOfWork: MalayTexts['features'] = {
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
