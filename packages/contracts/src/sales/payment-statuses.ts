/** The states of a payment, as the calls of the specification answer them (docs/api.md#purchases). */
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
