/** What a change of a purchase means to those outside: the event CHIP tells of it, and the money it moved. Pure. */
import type { PurchaseDocument } from './purchase-document.ts'

export interface PurchaseEvent {
  /** CHIP's name (docs/chip.md#webhooks). */
  type: string
  /** `payment`: the body is the Payment, which leads to its purchase by `related_to`. */
  subject: 'purchase' | 'payment'
}

/** Sen that the seller holds of this purchase. Set to paid by hand, no money moved. */
export function heldCents(document: PurchaseDocument): number {
  return document.marked_as_paid ? 0 : document.refundable_amount
}

const eventOfStatus: Readonly<Record<string, string>> = {
  created: 'purchase.created',
  viewed: 'purchase.viewed',
  error: 'purchase.payment_failure',
  blocked: 'purchase.payment_failure',
  cancelled: 'purchase.cancelled',
  pending_execute: 'purchase.pending_execute',
  hold: 'purchase.hold',
  preauthorized: 'purchase.preauthorized',
  released: 'purchase.released',
  pending_refund: 'purchase.pending_refund',
}

/** None for what CHIP keeps to itself: a purchase that runs out is told to nobody. `before` is null for a new one. */
export function eventsBetween(before: PurchaseDocument | null, after: PurchaseDocument): PurchaseEvent[] {
  const hasChanged = before?.status_history.length !== after.status_history.length
  if (!hasChanged) return []
  const ofPurchase = (...types: string[]) => types.map((type) => ({ type, subject: 'purchase' as const }))
  const ofPayment = (type: string) => [{ type, subject: 'payment' as const }]
  const { status } = after
  if (after.payment === null) return ofPurchase(...[eventOfStatus[status] ?? []].flat())
  if (!before?.payment) {
    return before?.status === 'hold'
      ? ofPurchase('purchase.captured', 'purchase.paid')
      : ofPurchase('purchase.paid')
  }
  if (status === 'cleared') return []
  if (status === 'settled') return ofPurchase('purchase.settled')
  if (status === 'pending_refund') return ofPurchase('purchase.pending_refund')
  if (status === 'chargeback') return ofPayment('payment.charged_back')
  if (before.status === 'chargeback') return ofPayment('payment.chargeback_reversed')
  return heldCents(after) < heldCents(before)
    ? ofPayment('payment.refunded')
    : ofPurchase('purchase.refund_failure')
}
