/** Implements changes of a simulated purchase (docs/chip.md#totals, docs/chip.md#statuses). Pure; times are unix seconds. */
import type {
  CallbackPlan,
  PaymentTry,
  PurchaseDocument,
  PurchaseLine,
  SimulatedPurchase,
} from './purchase-document.ts'
import { withFailedRefund, withRefund } from './purchase-refunds.rules.ts'
import { apiAttempt, withAttempt, withStatus, type Outcome } from './purchase-steps.rules.ts'

const payable = new Set(['created', 'sent', 'viewed', 'overdue', 'error', 'blocked'])

export function isPayable(document: PurchaseDocument): boolean {
  return payable.has(document.status)
}

export function isPaid(document: PurchaseDocument): boolean {
  return document.payment !== null
}

/**
 * Returns one line's total in sen: price × quantity − discount, plus tax, rounded half up; `total_price_override` replaces it
 * (docs/chip.md#totals). Null means that the discount exceeds the line.
 */
export function lineTotal(line: PurchaseLine): number | null {
  const net = BigInt(line.price) * decimal(line.quantity, 4) - BigInt(line.discount) * 10_000n
  if (net < 0n) return null
  if (line.total_price_override !== null) return line.total_price_override
  const scale = 10_000n * 10_000n
  const gross = net * (10_000n + decimal(line.tax_percent, 2))
  return Number((gross * 2n + scale) / (scale * 2n))
}

/** Converts a decimal string into an integer with this many decimal places: `1.5` with 4 is 15000. */
function decimal(text: string, places: number): bigint {
  const [whole = '0', fraction = ''] = text.split('.')
  return BigInt(whole + fraction.padEnd(places, '0').slice(0, places))
}

/**
 * Applies the changes due by the clock: a slow payment or refund ends, an unpaid purchase expires
 * (docs/chip.md#due-time).
 */
export function advance(
  purchase: SimulatedPurchase,
  now: number,
): { purchase: SimulatedPurchase; callback: CallbackPlan | null } {
  const { document, settling } = purchase
  if (settling && settling.at <= now) {
    if (settling.kind === 'refund') {
      const end = settling.fails ? withFailedRefund : withRefund
      const ended = end(document, settling.amount, settling.at)
      return { purchase: { ...purchase, settling: null, document: ended }, callback: null }
    }
    const ended = execute({ ...purchase, settling: null }, settling.attempt, settling.at)
    return { purchase: ended, callback: settling.attempt.callback }
  }
  if (!isPayable(document) || document.due > now) return { purchase, callback: null }
  const isStrict = document.purchase.due_strict
  // A payable purchase becomes overdue only once. A later attempt to pay sets a status of its own, which must stay.
  const isNews = isStrict || !document.status_history.some(({ status }) => status === 'overdue')
  if (!isNews) return { purchase, callback: null }
  const at = Math.max(document.due, document.updated_on)
  const ended = withStatus(document, isStrict ? 'expired' : 'overdue', at)
  return { purchase: { ...purchase, document: ended }, callback: null }
}

/** Records that the payment page was opened for the first time. */
export function view(purchase: SimulatedPurchase, now: number): SimulatedPurchase {
  const { document } = purchase
  if (document.status !== 'created' && document.status !== 'sent') return purchase
  return { ...purchase, document: withStatus(document, 'viewed', now, { viewed_on: now }) }
}

/** Attempts one Pay or Decline. Leaves a purchase that is not payable unchanged. */
export function attemptPayment(purchase: SimulatedPurchase, attempt: PaymentTry, now: number): Outcome {
  const isLate = attempt.evenIfOver === true && ['cancelled', 'expired'].includes(purchase.document.status)
  if (!isPayable(purchase.document) && !isLate) return { refused: 'purchase_already_paid_for' }
  if (attempt.slowSeconds <= 0) return execute(purchase, attempt, now)
  return {
    ...purchase,
    document: withStatus(purchase.document, 'pending_execute', now),
    settling: { at: now + attempt.slowSeconds, kind: 'payment', attempt },
  }
}

function execute(purchase: SimulatedPurchase, attempt: PaymentTry, now: number): SimulatedPurchase {
  const successful = attempt.errorCode === null
  const isHold = purchase.document.skip_capture
  const tried = withAttempt(purchase.document, {
    type: isHold ? 'authorize' : 'execute',
    successful,
    payment_method: attempt.method,
    error:
      attempt.errorCode === null ? null : { code: attempt.errorCode, message: 'The payment was not made.' },
    processing_time: now,
    client_ip: '127.0.0.1',
    fee_amount: 0,
    flow: 'payform',
    country: 'MY',
    extra: attempt.extra,
  })
  if (!successful) {
    const status = attempt.errorCode === 'antifraud_general' ? 'blocked' : 'error'
    return { ...purchase, document: withStatus(tried, status, now) }
  }
  if (isHold) {
    // A card check of RM 0 takes no money; any other amount is held until capture (docs/chip.md#creating-a-purchase).
    const status = tried.purchase.total === 0 ? 'preauthorized' : 'hold'
    const data = { ...tried.transaction_data, payment_method: attempt.method, extra: attempt.extra }
    return { ...purchase, document: withStatus({ ...tried, transaction_data: data }, status, now) }
  }
  const paid = withPayment(tried, attempt.method, attempt.extra, now)
  const isToken = paid.force_recurring && attempt.method !== 'fpx'
  return { ...purchase, document: { ...paid, is_recurring_token: isToken } }
}

/** Captures the held amount or a part of it and releases the rest. */
export function capture(purchase: SimulatedPurchase, amount: number | null, now: number): Outcome {
  const { document } = purchase
  if (document.status !== 'hold') return { refused: 'purchase_capture_wrong_status' }
  const wanted = amount ?? document.purchase.total
  if (wanted > document.purchase.total) return { refused: 'max_value', field: 'amount' }
  const { payment_method, extra } = document.transaction_data
  const tried = withAttempt(document, apiAttempt('capture', payment_method, { amount: wanted }, now))
  return { ...purchase, document: withPayment(tried, payment_method, extra, now, wanted) }
}

export function release(purchase: SimulatedPurchase, now: number): Outcome {
  const { document } = purchase
  if (document.status !== 'hold') return { refused: 'purchase_release_wrong_status' }
  const method = document.transaction_data.payment_method
  const tried = withAttempt(document, apiAttempt('release', method, {}, now))
  return { ...purchase, document: withStatus(tried, 'released', now) }
}

/** Pays with the card that another purchase has stored. */
export function charge(purchase: SimulatedPurchase, token: PurchaseDocument | null, now: number): Outcome {
  const { document } = purchase
  if (!token?.is_recurring_token) return { refused: 'invalid_recurring_token' }
  if (!isPayable(document)) return { refused: 'purchase_charge_error' }
  const { payment_method, extra } = token.transaction_data
  const tried = withAttempt(document, apiAttempt('recurring_execute', payment_method, extra, now))
  return { ...purchase, document: withPayment(tried, payment_method, extra, now) }
}

/** Deletes the card that this purchase has stored. */
export function deleteToken(purchase: SimulatedPurchase, now: number): Outcome {
  const { document } = purchase
  if (!document.is_recurring_token) return { refused: 'invalid_recurring_token' }
  return { ...purchase, document: { ...document, is_recurring_token: false, updated_on: now } }
}

/** Moves a card payment from `paid` to `cleared`, or from `cleared` to `settled`. The amounts do not change. */
export function clear(purchase: SimulatedPurchase, now: number): Outcome {
  const { document } = purchase
  const next = { paid: 'cleared', cleared: 'settled' }[document.status]
  if (next === undefined) return { refused: 'purchase_wrong_status' }
  return { ...purchase, document: withStatus(document, next, now) }
}

function withPayment(
  document: PurchaseDocument,
  method: string,
  extra: Record<string, unknown>,
  now: number,
  total = document.purchase.total,
): PurchaseDocument {
  const { currency } = document.purchase
  // CHIP holds a tenth of test payments back (docs/chip.md#the-purchase), so net_amount differs from the total.
  const pending = Math.floor(total / 10)
  return withStatus(document, 'paid', now, {
    payment: {
      is_outgoing: false,
      payment_type: 'purchase',
      amount: total,
      net_amount: total - pending,
      fee_amount: 0,
      pending_amount: pending,
      currency,
      description: '',
      paid_on: now,
      remote_paid_on: now,
      pending_unfreeze_on: null,
    },
    transaction_data: {
      ...document.transaction_data,
      payment_method: method,
      flow: 'payform',
      processing_tx_id: `sim-${document.id.slice(0, 8)}`,
      country: 'MY',
      extra,
    },
    refund_availability: 'all',
    refundable_amount: total,
    checkout_url: document.invoice_url,
  })
}

/** Marks the purchase as paid by hand: no money moves (docs/chip.md#the-purchase). */
export function markAsPaid(purchase: SimulatedPurchase, now: number): Outcome {
  if (!isPayable(purchase.document)) return { refused: 'purchase_mark_as_paid_wrong_status' }
  const paid = withPayment(purchase.document, '', {}, now)
  return {
    ...purchase,
    document: { ...paid, marked_as_paid: true, refund_availability: 'none', refundable_amount: 0 },
  }
}

/** Cancels the purchase. A paid, expired or cancelled purchase is refused with `purchase_cancel_wrong_status`. */
export function cancel(purchase: SimulatedPurchase, now: number): Outcome {
  if (!isPayable(purchase.document)) return { refused: 'purchase_cancel_wrong_status' }
  return { ...purchase, document: withStatus(purchase.document, 'cancelled', now) }
}
