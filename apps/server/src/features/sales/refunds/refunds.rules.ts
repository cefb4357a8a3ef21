/**
 * Rules of refunds: the refunds that a snapshot shows, and who may request a refund. All functions are pure, and amounts are in
 * sen.
 */
import type { RefundId } from '@apogee/domain/ids.ts'
import type { MoneyBack } from '@apogee/contracts/pricing/money-back.ts'
import type { ProviderPurchase } from '#server/adapters/payments/port.ts'

export type RefundState = 'planned' | 'asking' | 'pending' | 'done' | 'failed' | 'reversed'
/**
 * 'lines' is a refund of the order's lines, 'held' a refund of money that does not belong to the order, and 'chargeback' a refund
 * that the payer's bank took.
 */
export type RefundKind = 'lines' | 'held' | 'chargeback'

export interface LineShare {
  lineId: number
  cents: number
}

export interface RefundFact {
  id: RefundId
  kind: RefundKind
  state: RefundState
  amountCents: number
  isNamed: boolean
  failure: string | null
  lines: readonly LineShare[]
}

export interface LineFact {
  id: number
  /** The part of the price that is not refunded yet, in sen. */
  leftCents: number
  isGranted: boolean
}

/**
 * The failure of a refund whose outcome is unknown and that no snapshot has shown for an hour. A refund of the same amount in a
 * later snapshot counts as this refund.
 */
export const noTrace = 'no_trace'
/**
 * The failure of a refund that was in progress until the payment was whole again. A refund of the same amount in a later snapshot
 * counts as this refund.
 */
export const notMade = 'refund_failure'
/**
 * The failure of a refund that a person declared as not made. A refund of the same amount in a later snapshot counts as this
 * refund, and an exception is opened.
 */
export const declaredNotMade = 'said_not_made'

const mayShowLater = new Set<string | null>([noTrace, notMade, declaredNotMade])

export const isInFlight = ({ state }: Pick<RefundFact, 'state'>): boolean =>
  state === 'planned' || state === 'asking' || state === 'pending'

/**
 * Matches a refund at the provider whose lines are unknown. Until a person names them, it is unknown how much of each line is left.
 */
export const isUnexplained = ({ state, isNamed }: Pick<RefundFact, 'state' | 'isNamed'>): boolean =>
  state === 'done' && !isNamed

/**
 * Returns the total that the provider has refunded. Null means that the provider does not report it; 0 means no refund.
 * `refundedCents` is the sum of stored refunds without chargebacks: a won dispute makes the payment 'paid' again, but earlier
 * refunds stay with the buyer.
 */
export function givenBack(
  purchase: Pick<ProviderPurchase, 'state' | 'refundableCents' | 'paidAmountCents'>,
  refundedCents = 0,
): number | null {
  const paid = purchase.paidAmountCents
  if (purchase.state === 'paid') {
    const isStillBack =
      paid !== null && refundedCents < paid && paid - refundedCents === purchase.refundableCents
    return isStillBack ? refundedCents : 0
  }
  if (purchase.state === 'charged_back') return paid
  if (purchase.state !== 'refunded' || paid === null) return null
  return purchase.refundableCents === null ? null : Math.max(0, paid - purchase.refundableCents)
}

export interface FoundRefund {
  kind: RefundKind
  amountCents: number
  /** Null means that the amount fits several lines and the provider names none. */
  lines: LineShare[] | null
}

/** The changes that make the stored refunds equal to those of the provider. */
export interface RefundNews {
  /** Refunds that were requested here and that the provider has made. */
  done: RefundId[]
  /** Refunds that were reversed, so that the seller has the money again. */
  reversed: RefundId[]
  /** Refunds that the provider has made without a request here. */
  found: FoundRefund[]
  /** Stored refunds of unknown lines whose lines are known now. */
  named: { id: RefundId; lines: LineShare[] }[]
}

/**
 * Compares the provider's refunds with the stored ones. `settles` means that the payment paid the order, so that its refunds belong
 * to the order's lines. After a full refund, all refunds of unknown lines are assigned to what is left of the lines.
 */
export function refundNews(facts: {
  givenBackCents: number
  isChargeback: boolean
  /** True if the provider has no money of the payment left to refund. */
  isEmptied: boolean
  settles: boolean
  refunds: readonly RefundFact[]
  lines: readonly LineFact[]
}): RefundNews {
  const { settles, refunds, isEmptied } = facts
  const news: RefundNews = { done: [], reversed: [], found: [], named: [] }
  const live = refunds.filter(({ state }) => state === 'done')
  const left = new Map(facts.lines.map(({ id, leftCents }) => [id, leftCents]))
  const take = (shares: readonly LineShare[], sign: 1 | -1) => {
    for (const { lineId, cents } of shares) left.set(lineId, (left.get(lineId) ?? 0) - sign * cents)
  }
  let open = facts.givenBackCents - live.reduce((sum, { amountCents }) => sum + amountCents, 0)

  for (const refund of live.toSorted(firstToComeBack)) {
    if (open >= 0) break
    news.reversed.push(refund.id)
    open += refund.amountCents
    take(refund.lines, -1)
  }
  const ours = refunds.find((refund) => isInFlight(refund) && refund.state !== 'planned')
  const late = refunds.findLast(
    ({ state, failure, amountCents }) =>
      state === 'failed' && mayShowLater.has(failure) && amountCents === open,
  )
  const asked = ours && ours.amountCents <= open ? ours : late
  if (asked && asked.amountCents <= open && fits(asked.lines, left)) {
    news.done.push(asked.id)
    open -= asked.amountCents
    take(asked.lines, 1)
  }
  const unnamed = live.filter(({ id, isNamed }) => !isNamed && !news.reversed.includes(id))
  if (asked && !asked.isNamed && news.done.includes(asked.id)) unnamed.push(asked)
  const unnamedCents = unnamed.reduce((sum, { amountCents }) => sum + amountCents, 0)
  const leftCents = [...left.values()].reduce((sum, cents) => sum + cents, 0)
  const tellsLines = settles && isEmptied && open + unnamedCents === leftCents
  if (tellsLines) {
    for (const { id, amountCents } of unnamed) {
      const lines = share(amountCents, left)
      take(lines, 1)
      news.named.push({ id, lines })
    }
  }
  if (open > 0) {
    const kind = settles ? (facts.isChargeback ? 'chargeback' : 'lines') : 'held'
    const lines = settles ? (tellsLines ? share(open, left) : null) : []
    // Granted lines with nothing left to refund, such as free ones, end with the paid lines.
    const free = facts.lines.filter(({ id, isGranted }) => isGranted && (left.get(id) ?? 0) === 0)
    const alreadyIn = new Set(lines?.map(({ lineId }) => lineId))
    if (kind === 'lines' && lines && tellsLines) {
      for (const { id } of free) if (!alreadyIn.has(id)) lines.push({ lineId: id, cents: 0 })
    }
    news.found.push({ kind, amountCents: open, lines })
  }
  return news
}

/** Sorts refunds for reversal: a dispute first, then the newest refund. */
function firstToComeBack(one: RefundFact, other: RefundFact): number {
  const dispute = Number(other.kind === 'chargeback') - Number(one.kind === 'chargeback')
  return dispute || other.id - one.id
}

const fits = (shares: readonly LineShare[], left: ReadonlyMap<number, number>): boolean =>
  shares.every(({ lineId, cents }) => cents <= (left.get(lineId) ?? 0))

/** Distributes the amount over the lines, one line after the other. */
function share(amountCents: number, left: ReadonlyMap<number, number>): LineShare[] {
  const shares: LineShare[] = []
  let rest = amountCents
  for (const [lineId, cents] of left) {
    const taken = Math.min(cents, rest)
    if (taken <= 0) continue
    shares.push({ lineId, cents: taken })
    rest -= taken
  }
  return shares
}

const secondMs = 1000
const hourMs = 3600 * secondMs
/** A requested refund counts as not made if no snapshot has shown it after this time. */
const abandonAfterMs = hourMs

/** Returns when a refund in progress is checked again: after 15 s, then after half of its age again, at least hourly. */
export function nextCheckAt(askedAt: Date, now: Date): Date {
  const pause = Math.min(hourMs, Math.max(15 * secondMs, (now.getTime() - askedAt.getTime()) / 2))
  return new Date(now.getTime() + pause)
}

export function hasNoTrace({ state, askedAt }: { state: RefundState; askedAt: Date }, now: Date): boolean {
  return state === 'asking' && now.getTime() - askedAt.getTime() >= abandonAfterMs
}

/** The provider should finish a refund within this time. Then a person must ask the provider and declare the outcome. */
const stuckAfterMs = 7 * 24 * hourMs

export function isStuck({ state, askedAt }: { state: RefundState; askedAt: Date }, now: Date): boolean {
  return state === 'pending' && now.getTime() - askedAt.getTime() >= stuckAfterMs
}

/** Returns the last moment for requesting a refund of a line. Null means that nothing is paid, or that no promise exists. */
export const refundWindowEnd = (settledAt: Date | null, { days }: Pick<MoneyBack, 'days'>): Date | null =>
  settledAt && days > 0 ? new Date(settledAt.getTime() + days * 24 * hourMs) : null

export type Askable =
  | 'open'
  | 'not_promised'
  | 'too_late'
  | 'watched'
  | 'requested'
  | 'declined'
  | 'refunded'
  | 'free'
  | 'under_way'
  | 'taken'

/** Returns 'open' if the buyer may request a refund of this line, and the reason otherwise. */
export function askable(line: {
  status: 'open' | 'granted' | 'refunded'
  leftCents: number
  priceCents: number
  settledAt: Date | null
  moneyBack: MoneyBack
  watchedPercent: number
  request: 'open' | 'declined' | null
  isUnderWay: boolean
  /** True means that somebody has taken the gift. */
  isTaken: boolean
  now: Date
}): Askable {
  if (line.status === 'refunded' || (line.priceCents > 0 && line.leftCents === 0)) return 'refunded'
  if (line.priceCents === 0) return 'free'
  if (line.isUnderWay) return 'under_way'
  if (line.isTaken) return 'taken'
  if (line.request === 'open') return 'requested'
  if (line.request === 'declined') return 'declined'
  if (line.moneyBack.days === 0) return 'not_promised'
  const ends = refundWindowEnd(line.settledAt, line.moneyBack)
  if (!ends || line.now > ends) return 'too_late'
  return line.watchedPercent >= line.moneyBack.percent ? 'watched' : 'open'
}
