import { defineMessages } from '#web/platform/language/messages.ts'

export const paymentStatusMessages = defineMessages('paymentStatus', {
  created: 'Started',
  pending: 'Pending',
  paid: 'Paid',
  failed: 'Failed',
  cancelled: 'Cancelled',
  expired: 'Expired',
  refunded: 'Refunded',
  partly_refunded: 'Partly refunded',
  charged_back: 'Charged back',
  needs_review: 'In review',
  part: (amount: string, total: string) => `${amount} of ${total}`,
})
