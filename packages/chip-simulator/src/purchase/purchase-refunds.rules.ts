/**
 * Implements refunds, chargebacks and their reversals of a simulated purchase (docs/chip.md#refunds). Pure; times are unix seconds.
 */
import type { PurchaseDocument, SimulatedPurchase } from './purchase-document.ts'
import { heldCents } from './purchase-events.rules.ts'
import { apiAttempt, withAttempt, withStatus, type Outcome } from './purchase-steps.rules.ts'

/** A refund settles immediately or after `slowSeconds` in `pending_refund`, and succeeds or fails. */
export interface RefundPlan {
  slowSeconds: number
  fails: boolean
}

/**
 * Refunds `amount` sen, or the remaining amount. Refuses an immediate failure with `purchase_refund_error`, an unpaid purchase with
 * `purchase_refund_wrong_status`, an empty remainder with `purchase_refund_not_possible` and an excessive amount with `amount:
 * max_value`.
 */
export function refund(
  purchase: SimulatedPurchase,
  amount: number | null,
  { slowSeconds, fails }: RefundPlan,
  now: number,
): Outcome {
  const { document } = purchase
  if (!['paid', 'cleared', 'settled', 'refunded'].includes(document.status))
    return { refused: 'purchase_refund_wrong_status' }
  if (document.refundable_amount === 0) return { refused: 'purchase_refund_not_possible' }
  const wanted = amount ?? document.refundable_amount
  if (wanted > document.refundable_amount) return { refused: 'max_value', field: 'amount' }
  if (slowSeconds > 0) {
    return {
      ...purchase,
      document: withStatus(document, 'pending_refund', now),
      settling: { at: now + slowSeconds, kind: 'refund', amount: wanted, fails },
    }
  }
  if (!fails) return { ...purchase, document: withRefund(document, wanted, now) }
  const tried = { ...refundAttempt(document, wanted, false, now), updated_on: now }
  return { refused: 'purchase_refund_error', tried: { ...purchase, document: tried } }
}

/** Charges the remaining amount back to the payer's bank. */
export function chargeBack(purchase: SimulatedPurchase, now: number): Outcome {
  const { document } = purchase
  if (heldCents(document) === 0 || document.status === 'pending_refund')
    return { refused: 'purchase_chargeback_wrong_status' }
  return {
    ...purchase,
    document: withStatus(document, 'chargeback', now, { refundable_amount: 0, refund_availability: 'none' }),
  }
}

/** Gives the charged-back amount back to the seller, who wins the dispute. */
export function winChargeback(purchase: SimulatedPurchase, now: number): Outcome {
  const { document } = purchase
  if (document.status !== 'chargeback') return { refused: 'purchase_chargeback_wrong_status' }
  return { ...purchase, document: withMoney(document, now) }
}

/** Reverses the newest refund, because the payer's bank returns the money. */
export function returnRefund(purchase: SimulatedPurchase, now: number): Outcome {
  const { document } = purchase
  const { attempts } = document.transaction_data
  const last = attempts.findIndex(({ type, successful }) => type === 'refund' && successful)
  const returned = attempts[last]
  if (document.status !== 'refunded' || !returned) return { refused: 'purchase_refund_wrong_status' }
  const undone = attempts.with(last, { ...returned, successful: false, error: refundError })
  const transaction_data = { ...document.transaction_data, attempts: undone }
  return { ...purchase, document: withMoney({ ...document, transaction_data }, now) }
}

const refundError = { code: 'general_transaction_error', message: 'The refund was not made.' }

/** Derives the status and the amounts of a purchase from the sums of its payments and refunds. */
function withMoney(document: PurchaseDocument, now: number): PurchaseDocument {
  const givenBack = document.transaction_data.attempts
    .filter(({ type, successful }) => type === 'refund' && successful)
    .reduce((sum, { extra }) => sum + Number(extra['amount']), 0)
  const left = (document.payment?.amount ?? 0) - givenBack
  return withStatus(document, givenBack > 0 ? 'refunded' : 'paid', now, {
    refundable_amount: left,
    refund_availability: left === 0 ? 'none' : 'all',
  })
}

function refundAttempt(document: PurchaseDocument, amount: number, successful: boolean, now: number) {
  const method = document.transaction_data.payment_method
  const attempt = apiAttempt('refund', method, { amount }, now)
  return withAttempt(document, successful ? attempt : { ...attempt, successful, error: refundError })
}

export function withRefund(document: PurchaseDocument, amount: number, now: number): PurchaseDocument {
  return withMoney(refundAttempt(document, amount, true, now), now)
}

export function withFailedRefund(document: PurchaseDocument, amount: number, now: number): PurchaseDocument {
  return withMoney(refundAttempt(document, amount, false, now), now)
}
