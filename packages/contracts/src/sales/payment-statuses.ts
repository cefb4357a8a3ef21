/** Lists the states of a payment in the answers of the specification's calls (docs/api.md#purchases). */
export const paymentStatuses = [
  'created',
  'pending',
  'paid',
  'failed',
  'cancelled',
  'expired',
  'refunded',
  'needs_review',
] as const
export type PaymentStatus = (typeof paymentStatuses)[number]
