/** Computes the events that CHIP sends for a change of a purchase and the money that the change moved. Pure. */
import type { PurchaseDocument } from './purchase-document.ts'

export interface PurchaseEvent {
  /** Holds CHIP's name of the event (docs/chip.md#webhooks). */
  type: string
  /** `payment` means that the body is a Payment, whose `related_to` names its purchase. */
  subject: 'purchase' | 'payment'
}

/** Returns the sen of this purchase that the seller holds. A purchase that is marked as paid by hand moves no money. */
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

/** Returns the events of a change. CHIP does not report some changes, such as an expiry. `before` is null for a new purchase. */
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
