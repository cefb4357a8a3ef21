/**
 * States of orders and payments as tables and pure functions (docs/orders-and-payments.md, docs/chip.md#statuses). Amounts are in
 * sen.
 */
import type { PurchaseFilter } from '@apogee/contracts/sales/purchase-filters.ts'
import type { ExtraMoney, PaymentStatus } from '@apogee/contracts/sales/checkout.ts'
import {
  isSameBrand,
  type ProviderAccount,
  type ProviderPurchase,
  type ProviderState,
} from '#server/adapters/payments/port.ts'

export const orderStates = [
  'created',
  'pending',
  'paid',
  'failed',
  'cancelled',
  'expired',
  'refunded',
] as const
export type OrderState = (typeof orderStates)[number]

/** Returns whether a text can be an order's public id. Other texts are not looked up. */
export const isPublicId = (text: string): boolean => /^[A-Za-z0-9_-]{16,64}$/.test(text)

export const isPartOfPublicId = (text: string): boolean => /^[A-Za-z0-9_-]{1,64}$/.test(text)

/**
 * The transitions of an order. A late payment also settles a cancelled or expired order. A refunded order is paid again when its
 * money returned and a person restored its courses. `cancelled` and `expired` never open again, because their courses may be in
 * another order meanwhile.
 */
export const orderTransitions = {
  created: ['pending', 'paid', 'failed', 'cancelled', 'expired'],
  pending: ['created', 'paid', 'failed', 'cancelled', 'expired'],
  failed: ['created', 'pending', 'paid', 'cancelled', 'expired'],
  cancelled: ['paid'],
  expired: ['paid'],
  paid: ['refunded'],
  refunded: ['paid'],
} as const satisfies Record<OrderState, readonly OrderState[]>

export function canBecome(from: OrderState, to: OrderState): boolean {
  return (orderTransitions[from] as readonly OrderState[]).includes(to)
}

/** Returns whether the buyer may still be on the payment page. */
export function isOpen(state: OrderState): boolean {
  return state === 'created' || state === 'pending' || state === 'failed'
}

/** Returns the order states of each filter of the list of purchases. */
export function statesOf(filter: PurchaseFilter | undefined): readonly OrderState[] {
  if (filter === 'unpaid') return orderStates.filter((state) => !isSettled(state))
  return filter === undefined ? orderStates : [filter]
}

/** Returns true for an order that ended without money. Only a late payment changes it. */
export function hasEnded(state: OrderState): boolean {
  return state === 'cancelled' || state === 'expired'
}

/** Returns true for a settled order, which no action of a buyer changes. */
export function isSettled(state: OrderState): boolean {
  return state === 'paid' || state === 'refunded'
}

/** The states that the database stores of a payment. */
export type PaymentState = OrderState

/** Maps a provider's state to the stored one: a running refund and an unknown state count as undecided, a chargeback as a refund. */
export const storedStateOf = {
  unpaid: 'created',
  processing: 'pending',
  refunding: 'pending',
  unknown: 'pending',
  paid: 'paid',
  refunded: 'refunded',
  charged_back: 'refunded',
  failed: 'failed',
  cancelled: 'cancelled',
  expired: 'expired',
} as const satisfies Record<ProviderState, PaymentState>

/** The outcome of received money. Null while none has arrived. */
export type Outcome = 'settled' | 'surplus' | 'needs_review'

export interface PaymentFact {
  state: PaymentState
  outcome: Outcome | null
}

const holdsMoney = (state: PaymentState) => state === 'paid' || state === 'refunded'

/**
 * Returns the order's state that follows from its payments (oldest first). A state that is not reachable from `current` leaves it
 * unchanged. Money that could not be applied keeps an open order at `pending`; after its refund the order is cancelled.
 */
export function orderStateAfter(
  current: OrderState,
  payments: readonly PaymentFact[],
  lines: readonly { status: 'open' | 'granted' | 'refunded' }[],
): OrderState {
  const wanted = stateWanted(payments, lines)
  return wanted !== null && canBecome(current, wanted) ? wanted : current
}

function stateWanted(
  payments: readonly PaymentFact[],
  lines: readonly { status: 'open' | 'granted' | 'refunded' }[],
): OrderState | null {
  if (payments.some(({ outcome }) => outcome === 'settled')) {
    return lines.length > 0 && lines.every(({ status }) => status === 'refunded') ? 'refunded' : 'paid'
  }
  const newest = payments.at(-1)
  if (!newest) return null
  if (payments.some(({ state }) => state === 'paid' || state === 'pending')) return 'pending'
  return newest.state === 'refunded' || newest.state === 'paid' ? 'cancelled' : newest.state
}

/** Returns the status for the buyer: `needs_review` only while money is held and no payment has settled the order. */
export function statusShown(state: OrderState, payments: readonly PaymentFact[]): PaymentStatus {
  if (isSettled(state)) return state
  const isHeld = payments.some((payment) => payment.outcome === 'needs_review' && payment.state === 'paid')
  return isHeld ? 'needs_review' : state
}

/** A payment that did not pay its order: the amount received, refunded, and the decision on the rest. */
export interface ExtraMoneyRow {
  outcome: 'surplus' | 'needs_review'
  receivedCents: number
  arrivedAt: Date
  givenBackCents: number
  givenBackAt: Date | null
  /** True means that a refund of the payment is running. */
  isRefunding: boolean
  keptAt: Date | null
}

/** Returns the buyer's view: the refunded part, and the rest. */
export function extraMoney(row: ExtraMoneyRow): ExtraMoney[] {
  const cause = row.outcome === 'surplus' ? 'second' : 'mismatch'
  const entry = (state: ExtraMoney['state'], amount: number, at: Date | null): ExtraMoney[] =>
    amount > 0 ? [{ cause, amount, state, at: (at ?? row.arrivedAt).toISOString() }] : []
  const state = row.isRefunding ? 'returning' : row.keptAt ? 'kept' : 'waiting'
  return [
    ...entry('returned', row.givenBackCents, row.givenBackAt),
    ...entry(state, row.receivedCents - row.givenBackCents, state === 'kept' ? row.keptAt : null),
  ]
}

export interface StateSnapshot {
  state: PaymentState
  version: number
}

/**
 * Returns whether a snapshot replaces the stored state. Any order and repetition of snapshots gives the same result: money counts
 * however late it is reported, nothing else removes it, and otherwise the newer snapshot wins.
 */
export function replaces(held: StateSnapshot, snapshot: StateSnapshot): boolean {
  if (holdsMoney(held.state) !== holdsMoney(snapshot.state)) return holdsMoney(snapshot.state)
  if (snapshot.version !== held.version) return snapshot.version > held.version
  return rank[snapshot.state] >= rank[held.state]
}

const rank: Record<PaymentState, number> = {
  created: 0,
  failed: 1,
  pending: 2,
  expired: 3,
  cancelled: 4,
  paid: 5,
  refunded: 6,
}

export interface OrderToJudge {
  publicId: string
  totalCents: number
  currency: string
  paymentAccountId: number | null
}

export interface PaymentToJudge {
  /** The purchase created for the payment. Null when its response was lost. */
  providerId: string | null
  paymentAccountId: number
  /** The faults that a person has accepted. */
  acceptedReasons?: readonly HoldReason[]
}

export const holdReasons = [
  'other_account',
  'other_purchase',
  'other_reference',
  'other_brand',
  'other_currency',
  'other_amount',
  'other_mode',
  'marked_as_paid',
] as const
export type HoldReason = (typeof holdReasons)[number]

/**
 * Decides whether this payment pays this order (docs/orders-and-payments.md#settlement, docs/chip.md#accepting-a-payment).
 * `account.testMode` is the expected mode; null accepts either. Marked as paid by hand means that no money moved, so a person
 * decides.
 */
export function judgePayment(
  order: OrderToJudge,
  payment: PaymentToJudge,
  account: Pick<ProviderAccount, 'id' | 'brandId' | 'testMode'>,
  purchase: ProviderPurchase,
): { settle: true } | { hold: HoldReason } {
  const { totalCents, currency } = order
  const faults: Record<HoldReason, boolean> = {
    other_account: order.paymentAccountId !== account.id || payment.paymentAccountId !== account.id,
    other_purchase: payment.providerId !== null && payment.providerId !== purchase.id,
    other_reference: purchase.reference !== order.publicId,
    other_brand: !isSameBrand(purchase.brandId, account.brandId),
    other_currency: purchase.currency !== currency || purchase.paidCurrency !== currency,
    other_amount: purchase.amountCents !== totalCents || purchase.paidAmountCents !== totalCents,
    other_mode: account.testMode !== null && account.testMode !== purchase.isTest,
    marked_as_paid: purchase.markedAsPaid,
  }
  const accepted = new Set(payment.acceptedReasons)
  const hold = holdReasons.find((reason) => faults[reason] && !accepted.has(reason))
  return hold ? { hold } : { settle: true }
}

/** The faults that a person may accept, if amount, currency, account and mode are right. */
export const acceptableReasons = [
  'other_purchase',
  'other_reference',
  'other_brand',
  'marked_as_paid',
] as const satisfies readonly HoldReason[]

/** The reason why an applied payment needs a decision. */
export type Attention = 'already_owned' | 'partly_refunded' | 'chargeback' | 'refund_reversed'

/**
 * Returns the refund that a snapshot shows. Only `full` is applied: the provider names no line, so a partial refund cannot be
 * matched to a course, and a chargeback is a dispute that may be won.
 */
export function refundSeen(
  purchase: Pick<ProviderPurchase, 'state' | 'refundableCents'>,
): 'none' | 'full' | 'partly_refunded' | 'chargeback' {
  if (purchase.state === 'charged_back') return 'chargeback'
  if (purchase.state !== 'refunded') return 'none'
  return purchase.refundableCents === 0 ? 'full' : 'partly_refunded'
}

/** Lifetime of a payment page. The provider enforces it. */
export const paymentPageLifetimeMs = 60 * 60_000
/** A page this close to its end is not reused. */
export const pageMarginMs = 60_000
/** The lease of one process for creating a page. It is longer than the adapter's own timeout. */
export const createPurchaseLeaseMs = 20_000

const firstReadMs = 15_000
export const longestPauseMs = 60 * 60_000
/** CHIP repeats callbacks for 36 h 26 min (docs/chip.md#delivery). Late acceptances arrive within that time too. */
const watchAfterDueMs = 37 * 60 * 60_000
const dayMs = 24 * 60 * 60_000
/** Refunds made at the provider send no callback (docs/chip.md#callbacks), so paid purchases are read on these days. */
const paidReadsAfterDays = [1, 2, 4, 8, 16, 32, 64]

/**
 * Returns when the sweeper reads a payment again; null means never. An unpaid payment is read 15 s after it was opened, then at
 * half of its age, at most hourly, until 37 h past its due time. A paid payment is read on the days listed, and a doubtful one also
 * like an unpaid one for 37 h. A fully refunded payment is never read.
 */
export function nextReadAt(payment: {
  openedAt: Date
  dueAt: Date
  paidAt: Date | null
  isGivenBack: boolean
  /** True means that the snapshot cannot be applied, because the provider may have reported only a part. */
  isDoubted?: boolean
  now: Date
}): Date | null {
  const now = payment.now.getTime()
  if (payment.isGivenBack) return null
  if (payment.paidAt) {
    const paidAt = payment.paidAt.getTime()
    if (payment.isDoubted && now < paidAt + watchAfterDueMs) return new Date(now + pauseMs(now - paidAt))
    const next = paidReadsAfterDays.map((days) => paidAt + days * dayMs).find((at) => at > now)
    return next === undefined ? null : new Date(next)
  }
  const end = payment.dueAt.getTime() + watchAfterDueMs
  if (now >= end) return null
  return new Date(Math.min(end, now + pauseMs(now - payment.openedAt.getTime())))
}

const pauseMs = (ageMs: number): number => Math.min(longestPauseMs, Math.max(firstReadMs, ageMs / 2))

/** Returns the courses once each, in lock order. */
export function distinctIds(courseIds: readonly number[]): number[] {
  return [...new Set(courseIds)].sort((one, other) => one - other)
}

/** The computation of a line's price. The platform's fee does not concern the buyer. */
export interface LinePrice {
  priceCents: number
  saleDiscountCents: number
  couponDiscountCents: number
  taxCents: number
}

/** A price with the length of access. When both length fields are null, access has no end. */
interface SoldLine extends LinePrice {
  accessDays: number | null
  accessMonths: number | null
  cohortId: number | null
}

/**
 * Returns whether an open order matches the request: the same courses at the same prices, for the same access length and cohorts,
 * with the same code.
 */
export function isSameOrder(
  open: { couponId: number | null; lines: readonly (SoldLine & { courseId: number })[] },
  asked: { couponId: number | null; lines: readonly (SoldLine & { key: number })[] },
): boolean {
  const lines = new Map(open.lines.map((line) => [line.courseId, line]))
  const isSame = (one: SoldLine, other: SoldLine | undefined) =>
    one.priceCents === other?.priceCents &&
    one.saleDiscountCents === other.saleDiscountCents &&
    one.couponDiscountCents === other.couponDiscountCents &&
    one.taxCents === other.taxCents &&
    one.accessDays === other.accessDays &&
    one.accessMonths === other.accessMonths &&
    one.cohortId === other.cohortId
  return (
    open.couponId === asked.couponId &&
    open.lines.length === asked.lines.length &&
    asked.lines.every((line) => isSame(line, lines.get(line.key)))
  )
}
