/** The order's and the payment's life as tables and pure functions (docs/orders-and-payments.md, docs/chip.md#statuses). Amounts in sen. */
import type { ExtraMoney, PaymentStatus, PurchaseFilter } from '@apogee/contracts/sales/checkout.ts'
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

/** Whether a text can be an order's public id at all: only such a one is looked up. */
export const isPublicId = (text: string): boolean => /^[A-Za-z0-9_-]{16,64}$/.test(text)

/**
 * What an order can become. A late payment settles a cancelled or expired order as well; a refunded one is paid again
 * when its money came back and a person opened its courses.
 * `cancelled` and `expired` never open again, since their courses may be in another order meanwhile.
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

/** Its buyer may still be on the payment page. */
export function isOpen(state: OrderState): boolean {
  return state === 'created' || state === 'pending' || state === 'failed'
}

/** The order states behind each thing a buyer may ask the list of purchases for. */
export function statesOf(filter: PurchaseFilter | undefined): readonly OrderState[] {
  if (filter === 'unpaid') return orderStates.filter((state) => !isSettled(state))
  return filter === undefined ? orderStates : [filter]
}

/** Over without money: only a payment that comes late changes it. */
export function hasEnded(state: OrderState): boolean {
  return state === 'cancelled' || state === 'expired'
}

/** Settled: nothing a buyer does changes it any more. */
export function isSettled(state: OrderState): boolean {
  return state === 'paid' || state === 'refunded'
}

export type PaymentState = ProviderState
/** What became of money that arrived. Null while none has. */
export type Outcome = 'settled' | 'surplus' | 'needs_review'

export interface PaymentFact {
  state: PaymentState
  outcome: Outcome | null
}

const holdsMoney = (state: PaymentState) => state === 'paid' || state === 'refunded'

/**
 * The order's state that its payments (oldest first) amount to. Not reachable from `current`: it stays.
 * Money that could not be applied holds an open order at `pending`; given back, it leaves the order cancelled.
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

/** What the buyer is told: `needs_review` only while money is held and nothing has settled the order. */
export function statusShown(state: OrderState, payments: readonly PaymentFact[]): PaymentStatus {
  if (isSettled(state)) return state
  const isHeld = payments.some((payment) => payment.outcome === 'needs_review' && payment.state === 'paid')
  return isHeld ? 'needs_review' : state
}

/** Of a payment that did not pay its order: what came, what of it is back, and what a person made of the rest. */
export interface ExtraMoneyRow {
  outcome: 'surplus' | 'needs_review'
  receivedCents: number
  arrivedAt: Date
  givenBackCents: number
  givenBackAt: Date | null
  /** Some of it is on its way back. */
  isRefunding: boolean
  keptAt: Date | null
}

/** As its buyer is told: what is back, and what is not. */
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

/** How new a reading is: the provider's own time of change, then the length of its history. 0 when it tells neither. */
export function snapshotVersion({ raw }: Pick<ProviderPurchase, 'raw'>): number {
  const updatedOn = typeof raw['updated_on'] === 'number' ? Math.floor(raw['updated_on']) : 0
  const history = Array.isArray(raw['status_history']) ? raw['status_history'].length : 0
  return updatedOn * 1000 + Math.min(history, 999)
}

export interface StateSnapshot {
  state: PaymentState
  version: number
}

/**
 * Whether a reading replaces what is held, so that any order and repetition of readings ends alike: money counts
 * however late it is heard of, nothing else takes it away, and among equals the newer word holds.
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
  /** The purchase that was made for it; null when its answer never came. */
  providerId: string | null
  paymentAccountId: number
  /** Faults that a person has looked at and accepted. */
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
 * Whether this money pays this order (docs/orders-and-payments.md#settlement, docs/chip.md#accepting-a-payment). `account.testMode` is the mode that is expected;
 * null accepts either. Set to paid by hand means that no money moved: a person decides.
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

/** Faults that a person may accept, once amount, currency, account and mode are right. */
export const acceptableReasons = [
  'other_purchase',
  'other_reference',
  'other_brand',
  'marked_as_paid',
] as const satisfies readonly HoldReason[]

/** Why a person should look at an applied payment. */
export type Attention = 'already_owned' | 'partly_refunded' | 'chargeback' | 'refund_reversed'

/**
 * What a reading says of money going back. `full` alone is acted upon: the provider names no line, so a part of the
 * money cannot be matched to a course, and a chargeback is a dispute that may yet be won.
 */
export function refundSeen(
  purchase: Pick<ProviderPurchase, 'state' | 'providerStatus' | 'refundableCents'>,
): 'none' | 'full' | 'partly_refunded' | 'chargeback' {
  if (purchase.state !== 'refunded') return 'none'
  if (purchase.providerStatus === 'chargeback') return 'chargeback'
  return purchase.refundableCents === 0 ? 'full' : 'partly_refunded'
}

/** How long a payment page can be paid. The provider ends it by itself (`due_strict`). */
export const paymentPageLifetimeMs = 60 * 60_000
/** A page this close to its end is not handed out again. */
export const pageMarginMs = 60_000
/** How long one process may take to ask for a page; longer than the adapter's own limit. */
export const createPurchaseLeaseMs = 20_000

const firstReadMs = 15_000
export const longestPauseMs = 60 * 60_000
/** CHIP repeats callbacks for 36 h 26 min (docs/chip.md#delivery); an acquirer's late word comes within that time too. */
const watchAfterDueMs = 37 * 60 * 60_000
const dayMs = 24 * 60 * 60_000
/** Refunds made at the provider are not called back (docs/chip.md#callbacks), so paid purchases are looked at now and then. */
const paidReadsAfterDays = [1, 2, 4, 8, 16, 32, 64]

/**
 * When the sweeper reads a payment again; null: never. Unpaid: 15 s after it was opened, then at half of its age, at
 * most hourly, until 37 h past its due time. Paid: on the days listed, doubted also like an unpaid one for 37 h. Given
 * back in full: not at all.
 */
export function nextReadAt(payment: {
  openedAt: Date
  dueAt: Date
  paidAt: Date | null
  isGivenBack: boolean
  /** It cannot be applied as it was told; the provider may have told a part of it only. */
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

/** The courses once each, in the order in which they are locked. */
export function distinctIds(courseIds: readonly number[]): number[] {
  return [...new Set(courseIds)].sort((one, other) => one - other)
}

/** How a line came to its price; the platform's fee is no concern of the buyer's. */
export interface LinePrice {
  priceCents: number
  saleDiscountCents: number
  couponDiscountCents: number
  taxCents: number
}

/** Whether an open order is what is asked for now: the same courses at the same prices by the same code. */
export function isSameOrder(
  open: { couponId: number | null; lines: readonly (LinePrice & { courseId: number })[] },
  asked: { couponId: number | null; lines: readonly (LinePrice & { key: number })[] },
): boolean {
  const lines = new Map(open.lines.map((line) => [line.courseId, line]))
  const isSamePrice = (one: LinePrice, other: LinePrice | undefined) =>
    one.priceCents === other?.priceCents &&
    one.saleDiscountCents === other.saleDiscountCents &&
    one.couponDiscountCents === other.couponDiscountCents &&
    one.taxCents === other.taxCents
  return (
    open.couponId === asked.couponId &&
    open.lines.length === asked.lines.length &&
    asked.lines.every((line) => isSamePrice(line, lines.get(line.key)))
  )
}
