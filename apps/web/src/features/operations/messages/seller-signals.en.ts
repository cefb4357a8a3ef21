import { defineMessages } from '#web/platform/language/messages.ts'
import { counted, figure, type Count } from '#web/platform/language/numbers.ts'

export const sellerSignalsMessages = defineMessages('sellerSignals', {
  tab: 'Signals',
  tabCount: (count: Count) => `Signals (${figure(count)})`,
  title: 'Signals',
  lead: 'Unusual figures of sellers, measured every hour. Nothing happens by itself: look at the seller, then close the signal with a note. Sellers never see signals.',
  failed: 'The signals could not be loaded',
  none: 'No unusual figures',
  noneHint: 'A signal appears here when a seller’s refunds, payments or payouts look unusual.',
  noneOfSeller: 'No signals',
  noneOfSellerHint: 'Nothing unusual was measured for this seller.',
  count: (count: Count) => counted(count, 'signal', 'signals'),
  shownOf: (shown: number, total: Count) => `${shown} of ${counted(total, 'signal', 'signals')}`,
  more: 'Load more',
  unnamed: (id: number) => `Seller ${id}`,
  kind_refunds: 'Many refunds',
  kind_chargebacks: 'Chargebacks',
  kind_fast_start: 'A new seller sells fast',
  kind_refused_payments: 'Many refused payments',
  kind_own_purchases: 'Own people buy',
  kind_bank_changed: 'New bank account before a large payout',
  facts_refunds: (asked: number, paid: number) =>
    `${figure(asked)} of ${figure(paid)} sales in 30 days were asked back`,
  facts_chargebacks: (count: number) => `${counted(count, 'chargeback', 'chargebacks')} in 30 days`,
  facts_fast_start: (orders: number, amount: string) =>
    `${counted(orders, 'order', 'orders')} for ${amount} in 24 hours; first sale less than 30 days ago`,
  facts_refused_payments: (all: number, most: number) =>
    `${counted(all, 'refused payment', 'refused payments')} in an hour, ${figure(most)} by one buyer`,
  facts_own_purchases: (count: number) =>
    `${counted(count, 'purchase', 'purchases')} in 30 days by people of the seller’s own team`,
  facts_bank_changed: (days: number, amount: string) =>
    `Bank details entered ${days === 0 ? 'today' : `${counted(days, 'day', 'days')} ago`}; ${amount} owed to the seller`,
  opened: (time: string) => `Since ${time}`,
  seen: (time: string) => `last seen ${time}`,
  closed: (name: string, time: string) => `Closed by ${name} on ${time}`,
  somebody: 'a former superadmin',
  open: 'Open',
  done: 'Closed',
  ledger: 'Ledger',
  ledgerOf: (name: string) => `Ledger of ${name}`,
  close: 'Close',
  closeNamed: (kind: string, name: string) => `Close the signal “${kind}” of ${name}`,
  closeTitle: (kind: string, name: string) => `Close “${kind}” of ${name}?`,
  closeText: 'It opens again only if enough happens after this. The note stays for two years.',
  note: 'What did you find?',
  closing: 'Closing…',
  closeAction: 'Close signal',
  closedNotice: 'The signal is closed',
  closeFailed: 'The signal could not be closed',
})
