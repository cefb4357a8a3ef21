import { defineMessages } from '../../platform/language/messages.ts'
import { counted } from '../../platform/language/numbers.ts'

export const moneyMessages = defineMessages('money', {
  breadcrumb: 'Breadcrumb',
  admin: 'Admin',
  teach: 'Teach',
  orders: 'Orders',
  review: 'To decide',
  ledger: 'Ledger',
  invoices: 'Invoices',
  coupons: 'Coupons',
  reconciliation: 'Reconciliation',

  look: 'View',
  alarm_ledger_not_zero: (_count: number) => 'The ledger does not add up to zero.',
  alarm_unbooked_sales: (count: number) =>
    `${counted(count, 'paid order is', 'paid orders are')} missing from the ledger.`,
  alarm_late_callbacks: (count: number) =>
    `${counted(count, 'callback', 'callbacks')} from the payment provider could not be processed in time.`,
  alarm_stuck_settlements: (count: number) =>
    `${counted(count, 'payment has', 'payments have')} not been checked in time.`,
  alarm_stuck_refunds: (count: number) => `${counted(count, 'refund is', 'refunds are')} stuck.`,
  alarm_old_review: (count: number) =>
    `${counted(count, 'payment problem waits', 'payment problems wait')} for a decision, some for more than two days.`,
  alarm_differences: (count: number) =>
    `The latest reconciliation found ${counted(count, 'difference', 'differences')}.`,
  alarm_reconciliation_late: (_count: number) => 'No reconciliation has run for two days.',
})
