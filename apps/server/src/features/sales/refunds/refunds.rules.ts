/** Rules of refunds: the refunds that a snapshot shows, and the people who may request them. Pure; amounts are in sen. */
import type { RefundId } from '@apogee/domain/ids.ts'
import type { MoneyBack } from '@apogee/contracts/pricing/money-back.ts'
import type { ProviderPurchase } from '#server/adapters/payments/port.ts'

export type RefundState = 'planned' | 'asking' | 'pending' | 'done' | 'failed' | 'reversed'
/**
 * `lines` is a refund of the order's lines, `held` a refund of money that does not belong to the order, and `chargeback` one by the
 * payer's bank.
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
  /** The part of the price that is not refunded yet. */
  leftCents: number
  isGranted: boolean
}

/** No snapshot showed the refund after an unknown outcome. If one shows it later, it is this refund. */
export const noTrace = 'no_trace'
/** The refund was running, and then the payment was whole again. If a refund shows later, it is also this one. */
export const notMade = 'refund_failure'
/** A person declared that the refund was not made. If it shows later, it is this refund, and an exception is opened. */
export const declaredNotMade = 'said_not_made'

const mayShowLater = new Set<string | null>([noTrace, notMade, declaredNotMade])

export const isInFlight = ({ state }: Pick<RefundFact, 'state'>): boolean =>
  state === 'planned' || state === 'asking' || state === 'pending'

/** Matches a refund at the provider for unknown lines. Until they are named, the rest of each line is unknown. */
export const isUnexplained = ({ state, isNamed }: Pick<RefundFact, 'state' | 'isNamed'>): boolean =>
  state === 'done' && !isNamed

/**
 * Returns the total refunded by the provider, null when it is not reported, and 0 before a refund. `refundedCents` contains stored
 * refunds without chargebacks. A won dispute makes a payment 'paid' again, and earlier refunds stay with the buyer.
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
  /** Null means that the provider names no line and the amount is ambiguous. */
  lines: LineShare[] | null
}

/** The changes that align the stored refunds with the provider's. */
export interface RefundNews {
  /** Refunds that were requested here and are done. */
  done: RefundId[]
  /** Reversed refunds, whose money is back with the seller. */
  reversed: RefundId[]
  /** Refunds that were seen at the provider and not requested here. */
  found: FoundRefund[]
  /** Refunds that had no lines before. */
  named: { id: RefundId; lines: LineShare[] }[]
}

/**
 * Compares the provider's refunds with the stored ones. `settles` means that the payment paid the order, so refunds are of its
 * lines. A full refund assigns all unnamed refunds to the rest of the lines.
 */
export function refundNews(facts: {
  givenBackCents: number
  isChargeback: boolean
  /** True means that no money remains to refund at the provider. */
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
    // Free lines end with the others.
    const free = facts.lines.filter(({ id, isGranted }) => isGranted && (left.get(id) ?? 0) === 0)
    const alreadyIn = new Set(lines?.map(({ lineId }) => lineId))
    if (kind === 'lines' && lines && tellsLines) {
      for (const { id } of free) if (!alreadyIn.has(id)) lines.push({ lineId: id, cents: 0 })
    }
    news.found.push({ kind, amountCents: open, lines })
  }
  return news
}

/** Reverses a dispute first, then the newest refund. */
function firstToComeBack(one: RefundFact, other: RefundFact): number {
  const dispute = Number(other.kind === 'chargeback') - Number(one.kind === 'chargeback')
  return dispute || other.id - one.id
}

const fits = (shares: readonly LineShare[], left: ReadonlyMap<number, number>): boolean =>
  shares.every(({ lineId, cents }) => cents <= (left.get(lineId) ?? 0))

/** Distributes the amount over the lines, one after the other. */
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
/** A requested refund that no snapshot shows after this time has not been made. */
const abandonAfterMs = hourMs

/** Returns the next check of a running refund: after 15 s, then at half its age, at most hourly. */
export function nextCheckAt(askedAt: Date, now: Date): Date {
  const pause = Math.min(hourMs, Math.max(15 * secondMs, (now.getTime() - askedAt.getTime()) / 2))
  return new Date(now.getTime() + pause)
}

export function hasNoTrace({ state, askedAt }: { state: RefundState; askedAt: Date }, now: Date): boolean {
  return state === 'asking' && now.getTime() - askedAt.getTime() >= abandonAfterMs
}

/** The value is the age of an unfinished refund at the provider after which a person must ask there and declare the outcome. */
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

/** Returns whether a buyer may request a refund of this line, and the reason if not. */
export function askable(line: {
  status: 'open' | 'granted' | 'refunded'
  leftCents: number
  priceCents: number
  settledAt: Date | null
  moneyBack: MoneyBack
  watchedPercent: number
  request: 'open' | 'declined' | null
  isUnderWay: boolean
  now: Date
}): Askable {
  if (line.status === 'refunded' || (line.priceCents > 0 && line.leftCents === 0)) return 'refunded'
  if (line.priceCents === 0) return 'free'
  if (line.isUnderWay) return 'under_way'
  if (line.request === 'open') return 'requested'
  if (line.request === 'declined') return 'declined'
  if (line.moneyBack.days === 0) return 'not_promised'
  const ends = refundWindowEnd(line.settledAt, line.moneyBack)
  if (!ends || line.now > ends) return 'too_late'
  return line.watchedPercent >= line.moneyBack.percent ? 'watched' : 'open'
}
