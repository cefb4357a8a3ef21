/**
 * States of orders and payments as tables and pure functions (docs/orders-and-payments.md, docs/chip.md#statuses). Amounts are in
 * sen.
 */
import { lengthCode } from '@apogee/contracts/sales/offers.ts'
import type { AccessLength } from '@apogee/contracts/courses/access-length.ts'
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

/** Returns whether a text has the form of an order's public id. Texts of any other form are not looked up. */
export const isPublicId = (text: string): boolean => /^[A-Za-z0-9_-]{16,64}$/.test(text)

export const isPartOfPublicId = (text: string): boolean => /^[A-Za-z0-9_-]{1,64}$/.test(text)

/**
 * The allowed transitions between order states. A late payment also settles a cancelled or expired order. A refunded order becomes
 * paid again if the money came back and a person restored the courses. `cancelled` and `expired` never open again, because their
 * courses may be in another order meanwhile.
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

/** Returns the order states that a filter of the list of purchases selects. */
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

/** The states of a payment that the database stores. */
export type PaymentState = OrderState

/**
 * Maps the provider's states to stored ones. A refund in progress and an unknown state count as pending, and a chargeback counts as
 * refunded.
 */
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

/** The outcome of received money. It is null before money has arrived. */
export type Outcome = 'settled' | 'surplus' | 'needs_review'

export interface PaymentFact {
  state: PaymentState
  outcome: Outcome | null
}

const holdsMoney = (state: PaymentState) => state === 'paid' || state === 'refunded'

/**
 * Returns the order state that follows from the order's payments, which are ordered oldest first. If `current` allows no transition
 * to that state, it stays. Money that could not be applied keeps an open order at `pending`. When the money is refunded, the order
 * is cancelled.
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

/** Returns the status that the buyer sees. It is `needs_review` while money is held and no payment has settled the order. */
export function statusShown(state: OrderState, payments: readonly PaymentFact[]): PaymentStatus {
  if (isSettled(state)) return state
  const isHeld = payments.some((payment) => payment.outcome === 'needs_review' && payment.state === 'paid')
  return isHeld ? 'needs_review' : state
}

/** A payment that did not pay its order: the received and the refunded amount, and the decision about the rest. */
export interface ExtraMoneyRow {
  outcome: 'surplus' | 'needs_review'
  receivedCents: number
  arrivedAt: Date
  givenBackCents: number
  givenBackAt: Date | null
  /** True while a refund of the payment is in progress. */
  isRefunding: boolean
  keptAt: Date | null
}

/** Returns what the buyer sees of such a payment: the refunded part and the rest. */
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
 * Returns whether a snapshot replaces the stored state. Snapshots may arrive in any order and repeatedly, with the same result. A
 * state with money wins, however late it arrives, and only another state with money replaces it. Otherwise the newer snapshot wins.
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
  /** The id of the provider's purchase for this payment. Null means that the response with the id was lost or is still missing. */
  providerId: string | null
  paymentAccountId: number
  /** Faults of the payment that a person has accepted. */
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
 * `account.testMode` is the expected mode; null accepts either. No money moved for a purchase that was marked as paid by hand, so a
 * person must decide.
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

/** The faults that a person may accept. Amount, currency, account and mode must always be right. */
export const acceptableReasons = [
  'other_purchase',
  'other_reference',
  'other_brand',
  'marked_as_paid',
] as const satisfies readonly HoldReason[]

/** The reasons why a person must look at a payment that was applied to its order. */
export type Attention = 'already_owned' | 'partly_refunded' | 'chargeback' | 'refund_reversed'

/**
 * Returns the refund that a snapshot shows. The provider names no lines. So only a full refund is applied to the lines without a
 * person: a partial refund fits several lines, and a chargeback is a dispute that the seller may win.
 */
export function refundSeen(
  purchase: Pick<ProviderPurchase, 'state' | 'refundableCents'>,
): 'none' | 'full' | 'partly_refunded' | 'chargeback' {
  if (purchase.state === 'charged_back') return 'chargeback'
  if (purchase.state !== 'refunded') return 'none'
  return purchase.refundableCents === 0 ? 'full' : 'partly_refunded'
}

/** The lifetime of a payment page, which the provider enforces. */
export const paymentPageLifetimeMs = 60 * 60_000
/** A page that ends within this time is not reused. */
export const pageMarginMs = 60_000
/** The lease of the process that creates a page. It is longer than the timeout of the provider's adapter. */
export const createPurchaseLeaseMs = 20_000

const firstReadMs = 15_000
export const longestPauseMs = 60 * 60_000
/**
 * An unpaid payment is read for this long after its due time. CHIP repeats callbacks for 36 h 26 min (docs/chip.md#delivery), and
 * late acceptances arrive within that time as well.
 */
const watchAfterDueMs = 37 * 60 * 60_000
const dayMs = 24 * 60 * 60_000
/**
 * Paid purchases are read on these days after the payment, because refunds made at the provider send no callback
 * (docs/chip.md#callbacks).
 */
const paidReadsAfterDays = [1, 2, 4, 8, 16, 32, 64]

/**
 * Returns when the sweeper reads a payment again. Null means never. An unpaid payment is read 15 s after it was opened, then after
 * half of its age again, at least hourly, until 37 h past its due time. A paid payment is read on the days in `paidReadsAfterDays`,
 * and for its first 37 h, if it is doubtful, also like an unpaid one. A fully refunded payment is not read any more.
 */
export function nextReadAt(payment: {
  openedAt: Date
  dueAt: Date
  paidAt: Date | null
  isGivenBack: boolean
  /** True if the snapshot cannot be applied. The provider may have reported it incompletely then. */
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

/** Returns the ids without duplicates in ascending order, which is the order of locks. */
export function distinctIds(courseIds: readonly number[]): number[] {
  return [...new Set(courseIds)].sort((one, other) => one - other)
}

/** The price of a line and its parts. The platform's fee is no part, because it does not change the price for the buyer. */
export interface LinePrice {
  priceCents: number
  saleDiscountCents: number
  couponDiscountCents: number
  taxCents: number
}

/** A price with the length of access. A null length means that access has no end. */
interface SoldLine extends LinePrice {
  access: AccessLength | null
  cohortId: number | null
  bundleId: number | null
}

/**
 * Returns whether an open order matches the request: the same courses at the same prices, with the same access lengths, cohorts,
 * bundles and code.
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
    lengthCode(one.access) === lengthCode(other.access) &&
    one.cohortId === other.cohortId &&
    one.bundleId === other.bundleId
  return (
    open.couponId === asked.couponId &&
    open.lines.length === asked.lines.length &&
    asked.lines.every((line) => isSame(line, lines.get(line.key)))
  )
}
