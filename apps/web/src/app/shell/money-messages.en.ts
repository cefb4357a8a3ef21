import { defineMessages } from '#web/platform/messages.ts'

export const moneyMessages = defineMessages('money', {
  navigation: 'Money',
  orders: 'Orders',
  review: 'Review',
  ledger: 'Ledger',
  invoices: 'Invoices',
  coupons: 'Coupons',
  reconciliation: 'Reconciliation',
})
