import { defineMessages } from '#web/platform/language/messages.ts'
import { counted } from '#web/platform/language/numbers.ts'

/**
 * Names the sums of money on every screen (docs/ledger.md#figures): sales less refunds, chargebacks and fees are net, which is
 * paid to the seller or still to be paid. scripts/checks/money-words.test.ts fails for another name of one of them.
 */
export const moneyWordsMessages = defineMessages('moneyWords', {
  sales: 'Sales',
  refunds: 'Refunds',
  chargebacks: 'Chargebacks',
  fees: 'Fees',
  net: 'Net',
  paidToYou: 'Paid to you',
  paidToSeller: 'Paid to the seller',
  paidToSellers: 'Paid to sellers',
  stillToBePaid: 'Still to be paid',
  refundsAndChargebacks: 'Refunds and chargebacks',

  salesOf: 'Paid orders and invoices, SST included',
  salesCounted: (orders: number, invoices: number) =>
    invoices === 0
      ? counted(orders, 'order', 'orders')
      : `${counted(orders, 'order', 'orders')}, ${counted(invoices, 'invoice', 'invoices')}`,
  refundsOf: 'Given back to buyers',
  chargebacksOf: 'Taken back by buyers’ banks',
  feesOf: 'Kept by Apogee',
  netOf: 'Sales less refunds, chargebacks and fees',
  paidOf: 'Transfers from Apogee',
  amountOf: (name: string, amount: string) => `${name} ${amount}`,
  showRows: (name: string, amount: string) => `${name} ${amount}: show what is in it`,
})
