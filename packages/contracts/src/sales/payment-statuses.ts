/** The calls of the specification answer with these states of a payment (docs/api.md#purchases). */
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
