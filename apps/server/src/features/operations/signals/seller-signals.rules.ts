/** When a seller's figures are unusual. Pure; each threshold has its reason. */
import type { SellerSignalKind } from '@apogee/contracts/operations/seller-signals.ts'

const dayMs = 24 * 3_600_000

/** The windows of the measures, in ms. */
export const signalWindows = {
  /** Refunds, chargebacks and own purchases: the longest usual money-back promise. Also how long a seller is new. */
  salesMs: 30 * dayMs,
  startMs: dayMs,
  refusedMs: 3_600_000,
  /** As the note of a payout: docs/decisions/payouts.md. */
  bankMs: 14 * dayMs,
} as const

/** One seller's figures since the later of the window's start and the last closing of the same signal. Amounts in sen. */
export interface SellerMeasure {
  sellerId: number
  paidLines: number
  askedBackLines: number
  chargebacks: number
  isNew: boolean
  dayCents: number
  dayOrders: number
  refusedPayments: number
  /** By the one buyer with most of them. */
  refusedOfOneBuyer: number
  ownLines: number
  /** Null: no bank account was entered in the window. */
  bankDays: number | null
  balanceCents: number
}

export interface Signal {
  kind: SellerSignalKind
  facts: Record<string, number>
}

/** Below ten sales one unhappy buyer is already 10 %. */
const fewestLines = 10
/** Good courses are asked back by a few in a hundred buyers; one in five buyers is a fault of the course, or a fraud. */
const askedBackPercent = 20
/** Banks watch shops with more than one chargeback in a hundred payments. Three are no coincidence at any size. */
const mostChargebacks = 3
/** A new seller with an audience sells less on the first days; stolen cards are used at once and for large sums. */
const startCents = 500_000
const startOrders = 50
/** A person tries two or three cards, some of them twice. Whoever tests stolen cards tries dozens. */
const refusedOfOne = 6
/** Of all buyers of a seller in an hour: a campaign of 200 buyers has about ten refused cards. */
const refusedOfAll = 20
/** People of a team buy their own course to try it, once or twice. */
const mostOwnLines = 3
/** A thief who entered a bank account waits for a payout that is worth it. */
const largeBalanceCents = 500_000

export function signalsOf(measure: SellerMeasure): Signal[] {
  const { paidLines, askedBackLines, chargebacks, isNew, dayCents, dayOrders, bankDays } = measure
  const { refusedPayments, refusedOfOneBuyer, ownLines, balanceCents } = measure
  const isAskedBack = paidLines >= fewestLines && askedBackLines * 100 >= askedBackPercent * paidLines
  const found: [boolean, Signal][] = [
    [isAskedBack, { kind: 'refunds', facts: { paidLines, askedBackLines } }],
    [chargebacks >= mostChargebacks, { kind: 'chargebacks', facts: { chargebacks } }],
    [
      isNew && (dayCents > startCents || dayOrders > startOrders),
      { kind: 'fast_start', facts: { dayCents, dayOrders } },
    ],
    [
      refusedPayments >= refusedOfAll || refusedOfOneBuyer >= refusedOfOne,
      { kind: 'refused_payments', facts: { refusedPayments, refusedOfOneBuyer } },
    ],
    [ownLines >= mostOwnLines, { kind: 'own_purchases', facts: { ownLines } }],
    [
      bankDays !== null && balanceCents >= largeBalanceCents,
      { kind: 'bank_changed', facts: { bankDays: bankDays ?? 0, balanceCents } },
    ],
  ]
  return found.filter(([holds]) => holds).map(([, signal]) => signal)
}
