/** What can happen to a simulated purchase (chip.md §2 totals, §3 statuses, §5 refunds). Pure; times are unix seconds. */
import type {
  CallbackPlan,
  PaymentTry,
  PurchaseAttempt,
  PurchaseDocument,
  PurchaseLine,
  SimulatedPurchase,
} from './purchase-document.ts'

/** What a change made of a purchase: the new one, or the code of CHIP's refusal and the field it belongs to. */
export type Outcome = SimulatedPurchase | { refused: string; field?: string }

export function isRefused(outcome: Outcome): outcome is { refused: string; field?: string } {
  return 'refused' in outcome
}

const payable = new Set(['created', 'sent', 'viewed', 'overdue', 'error', 'blocked'])

export function isPayable(document: PurchaseDocument): boolean {
  return payable.has(document.status)
}

export function isPaid(document: PurchaseDocument): boolean {
  return document.payment !== null
}

/**
 * One line in sen: price × quantity − discount, tax on top, rounded half up; `total_price_override` instead when given
 * (chip.md §2). Null when the discount is larger than the line.
 */
export function lineTotal(line: PurchaseLine): number | null {
  const net = BigInt(line.price) * decimal(line.quantity, 4) - BigInt(line.discount) * 10_000n
  if (net < 0n) return null
  if (line.total_price_override !== null) return line.total_price_override
  const scale = 10_000n * 10_000n
  const gross = net * (10_000n + decimal(line.tax_percent, 2))
  return Number((gross * 2n + scale) / (scale * 2n))
}

/** A decimal string as an integer of so many places: `1.5` with 4 is 15000. */
function decimal(text: string, places: number): bigint {
  const [whole = '0', fraction = ''] = text.split('.')
  return BigInt(whole + fraction.padEnd(places, '0').slice(0, places))
}

function withStatus(
  document: PurchaseDocument,
  status: string,
  now: number,
  changes: Partial<PurchaseDocument> = {},
): PurchaseDocument {
  return {
    ...document,
    ...changes,
    status,
    updated_on: now,
    status_history: [...document.status_history, { status, timestamp: now }],
  }
}

function withAttempt(document: PurchaseDocument, attempt: PurchaseAttempt): PurchaseDocument {
  const { transaction_data } = document
  return {
    ...document,
    transaction_data: { ...transaction_data, attempts: [attempt, ...transaction_data.attempts] },
  }
}

/** What the clock has done since: a slow payment or refund ends, an unpaid purchase runs out (chip.md §2 `due_strict`). */
export function advance(
  purchase: SimulatedPurchase,
  now: number,
): { purchase: SimulatedPurchase; paid: CallbackPlan | null } {
  const { document, settling } = purchase
  if (settling && settling.at <= now) {
    if (settling.kind === 'refund') {
      return {
        purchase: {
          ...purchase,
          settling: null,
          document: withRefund(document, settling.amount, settling.at),
        },
        paid: null,
      }
    }
    const ended = execute({ ...purchase, settling: null }, settling.attempt, settling.at)
    return { purchase: ended, paid: settling.attempt.errorCode === null ? settling.attempt.callback : null }
  }
  if (!isPayable(document) || document.due > now) return { purchase, paid: null }
  if (document.purchase.due_strict) {
    return { purchase: { ...purchase, document: withStatus(document, 'expired', document.due) }, paid: null }
  }
  if (document.status === 'overdue') return { purchase, paid: null }
  return { purchase: { ...purchase, document: withStatus(document, 'overdue', document.due) }, paid: null }
}

/** The payment page was opened for the first time. */
export function view(purchase: SimulatedPurchase, now: number): SimulatedPurchase {
  const { document } = purchase
  if (document.status !== 'created' && document.status !== 'sent') return purchase
  return { ...purchase, document: withStatus(document, 'viewed', now, { viewed_on: now }) }
}

/** One press of Pay or Decline. A purchase that cannot be paid stays as it is. */
export function attemptPayment(purchase: SimulatedPurchase, attempt: PaymentTry, now: number): Outcome {
  if (!isPayable(purchase.document)) return { refused: 'purchase_already_paid_for' }
  if (attempt.slowSeconds <= 0) return execute(purchase, attempt, now)
  return {
    ...purchase,
    document: withStatus(purchase.document, 'pending_execute', now),
    settling: { at: now + attempt.slowSeconds, kind: 'payment', attempt },
  }
}

function execute(purchase: SimulatedPurchase, attempt: PaymentTry, now: number): SimulatedPurchase {
  const successful = attempt.errorCode === null
  const tried = withAttempt(purchase.document, {
    type: 'execute',
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
  if (!successful) return { ...purchase, document: withStatus(tried, 'error', now) }
  return { ...purchase, document: withPayment(tried, attempt.method, attempt.extra, now) }
}

function withPayment(
  document: PurchaseDocument,
  method: string,
  extra: Record<string, unknown>,
  now: number,
): PurchaseDocument {
  const { total, currency } = document.purchase
  // Test payments were seen with a tenth held back (chip.md §3): whoever compares net_amount is wrong.
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

/** Set to paid by hand: no money moved (chip.md §5). */
export function markAsPaid(purchase: SimulatedPurchase, now: number): Outcome {
  if (!isPayable(purchase.document)) return { refused: 'purchase_mark_as_paid_wrong_status' }
  const paid = withPayment(purchase.document, '', {}, now)
  return {
    ...purchase,
    document: { ...paid, marked_as_paid: true, refund_availability: 'none', refundable_amount: 0 },
  }
}

/** Makes it unpayable. Paid, ended or cancelled before: `purchase_cancel_wrong_status`. */
export function cancel(purchase: SimulatedPurchase, now: number): Outcome {
  if (!isPayable(purchase.document)) return { refused: 'purchase_cancel_wrong_status' }
  return { ...purchase, document: withStatus(purchase.document, 'cancelled', now) }
}

/**
 * Gives `amount` sen back, or all that is left. `slowSeconds` above 0 leaves it in `pending_refund` for so long.
 * Unpaid: `purchase_refund_wrong_status`; nothing left: `purchase_refund_not_possible`; too much: `amount: max_value`.
 */
export function refund(
  purchase: SimulatedPurchase,
  amount: number | null,
  slowSeconds: number,
  now: number,
): Outcome {
  const { document } = purchase
  if (document.status !== 'paid' && document.status !== 'refunded')
    return { refused: 'purchase_refund_wrong_status' }
  if (document.refundable_amount === 0) return { refused: 'purchase_refund_not_possible' }
  const wanted = amount ?? document.refundable_amount
  if (wanted > document.refundable_amount) return { refused: 'max_value', field: 'amount' }
  if (slowSeconds <= 0) return { ...purchase, document: withRefund(document, wanted, now) }
  return {
    ...purchase,
    document: withStatus(document, 'pending_refund', now),
    settling: { at: now + slowSeconds, kind: 'refund', amount: wanted },
  }
}

function withRefund(document: PurchaseDocument, amount: number, now: number): PurchaseDocument {
  const left = document.refundable_amount - amount
  const tried = withAttempt(document, {
    type: 'refund',
    successful: true,
    payment_method: document.transaction_data.payment_method,
    error: null,
    processing_time: now,
    client_ip: '',
    fee_amount: 0,
    flow: 'api',
    country: 'MY',
    extra: { amount },
  })
  return withStatus(tried, 'refunded', now, {
    refundable_amount: left,
    refund_availability: left === 0 ? 'none' : 'all',
  })
}
