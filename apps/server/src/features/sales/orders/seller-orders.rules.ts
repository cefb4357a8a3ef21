/** Rules of a seller's view of an order. All functions are pure. */
import type { OrderMoment } from '@apogee/contracts/sales/orders.ts'
import type { Outcome, PaymentState } from '../model/orders.rules.ts'

export interface PaymentFacts {
  state: PaymentState
  outcome: Outcome | null
  createdAt: Date
  dueAt: Date
  paidAt: Date | null
  lastReadAt: Date | null
}

export interface OrderPast {
  createdAt: Date
  settledAt: Date | null
  payments: readonly PaymentFacts[]
  /** The actions of people, and refunds. */
  history?: readonly Moment[]
}

export interface Moment {
  at: Date
  what: OrderMoment
  who?: string | null
}

interface RefundPast {
  state: 'waiting' | 'planned' | 'asking' | 'pending' | 'done' | 'failed' | 'reversed'
  /** False means that the refund was made at the provider without a request here. */
  isAsked: boolean
  kind: 'lines' | 'held' | 'chargeback'
  at: Date
  resolvedAt: Date | null
  askedBy: string | null
}

/**
 * Returns a payment as a seller sees it. The provider reports a partly refunded payment as refunded. A seller with lines that are
 * not fully refunded sees it as paid, because the list shows refunds of lines separately.
 */
export function asShown<Payment extends Pick<PaymentFacts, 'state' | 'outcome'>>(
  payment: Payment,
  lines: readonly { price: number; refunded: number }[],
): Payment {
  const isPartly = lines.some(({ price, refunded }) => refunded < price)
  return payment.state === 'refunded' && payment.outcome === 'settled' && isPartly
    ? { ...payment, state: 'paid' }
    : payment
}

const refundEnds = {
  done: 'refund_done',
  failed: 'refund_failed',
  reversed: 'refund_reversed',
} as const satisfies Partial<Record<RefundPast['state'], OrderMoment>>

export function refundMoments({ state, isAsked, kind, at, resolvedAt, askedBy }: RefundPast): Moment[] {
  const moments: Moment[] = isAsked ? [{ at, what: 'refund_asked', who: askedBy }] : []
  if (kind === 'chargeback') moments.push({ at, what: 'charged_back' })
  if (resolvedAt && state in refundEnds && !(kind === 'chargeback' && state === 'done')) {
    moments.push({ at: resolvedAt, what: refundEnds[state as keyof typeof refundEnds] })
  }
  return moments
}

const moneyMoments = {
  settled: 'paid',
  surplus: 'paid_again',
  needs_review: 'held_for_review',
} as const satisfies Record<Outcome, OrderMoment>

function momentsOf({ state, outcome, createdAt, dueAt, paidAt, lastReadAt }: PaymentFacts): Moment[] {
  const history: Moment[] = [{ at: createdAt, what: 'payment_opened' }]
  // The provider reports times in whole seconds, so `paidAt` may precede the creation of the page.
  if (paidAt) history.push({ at: later(paidAt, createdAt), what: moneyMoments[outcome ?? 'settled'] })
  // The time at which the provider's last state was read.
  const heardAt = lastReadAt ?? dueAt
  if (state === 'refunded') history.push({ at: heardAt, what: 'refunded' })
  if (state === 'failed') history.push({ at: heardAt, what: 'payment_failed' })
  if (state === 'cancelled') history.push({ at: heardAt, what: 'payment_cancelled' })
  if (state === 'expired') history.push({ at: dueAt, what: 'payment_expired' })
  return history
}

const later = (one: Date, other: Date) => (one > other ? one : other)

/** Returns the events, oldest first. Simultaneous events are in causal order. */
export function historyOf({ createdAt, settledAt, payments, history = [] }: OrderPast): Moment[] {
  // A stored refund says more than the payment's state, so the state is omitted then.
  const isReported = history.some(
    ({ what }) => what === 'refund_done' || what === 'charged_back' || what === 'refund_reversed',
  )
  const moments: Moment[] = [
    { at: createdAt, what: 'placed' },
    ...payments.flatMap(momentsOf).filter(({ what }) => !(isReported && what === 'refunded')),
    ...history,
    ...(settledAt ? [{ at: settledAt, what: 'access_given' } as const] : []),
  ]
  const place = ({ what }: Moment) => sequence.indexOf(what)
  return moments.toSorted((one, other) => one.at.getTime() - other.at.getTime() || place(one) - place(other))
}

const sequence: readonly OrderMoment[] = [
  'placed',
  'payment_opened',
  'payment_failed',
  'payment_cancelled',
  'payment_expired',
  'paid',
  'access_given',
  'paid_again',
  'held_for_review',
  'refund_requested',
  'refund_declined',
  'refund_asked',
  'refund_done',
  'charged_back',
  'refund_failed',
  'refund_reversed',
  'refunded',
  'review_decided',
]
