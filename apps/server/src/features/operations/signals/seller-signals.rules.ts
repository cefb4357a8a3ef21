/** Detects unusual figures of sellers. Pure; each threshold states its reason. */
import type { SellerSignalKind } from '@apogee/contracts/operations/seller-signals.ts'

const dayMs = 24 * 3_600_000

/** The windows of the measures, in ms. */
export const signalWindows = {
  /**
   * The value is the longest usual money-back promise. The window applies to refunds, chargebacks and own purchases, and defines
   * how long a seller is new.
   */
  salesMs: 30 * dayMs,
  startMs: dayMs,
  refusedMs: 3_600_000,
  /** The window equals that of a payout's note: docs/decisions/payouts.md. */
  bankMs: 14 * dayMs,
} as const

/** One seller's figures since the later of the window's start and the last closing of the same signal. Amounts are in sen. */
export interface SellerMeasure {
  sellerId: number
  paidLines: number
  askedBackLines: number
  chargebacks: number
  isNew: boolean
  dayCents: number
  dayOrders: number
  refusedPayments: number
  /** The value is the number of refused cards of the buyer with the most. */
  refusedOfOneBuyer: number
  ownLines: number
  /** Null means that no bank account was entered in the window. */
  bankDays: number | null
  balanceCents: number
}

export interface Signal {
  kind: SellerSignalKind
  facts: Record<string, number>
}

/** Below ten sales one dissatisfied buyer is already 10 %. */
const fewestLines = 10
/** A few percent of buyers request refunds of good courses. One in five buyers indicates a defect of the course, or fraud. */
const askedBackPercent = 20
/** Banks monitor shops with more than one chargeback in a hundred payments. Three are no coincidence at any size. */
const mostChargebacks = 3
/** A new seller with an audience sells less on the first days. Stolen cards are used at once and for large sums. */
const startCents = 500_000
const startOrders = 50
/** A legitimate buyer tries two or three cards, some of them twice. Card testing takes dozens of attempts. */
const refusedOfOne = 6
/** The limit covers all buyers of a seller in an hour. A campaign of 200 buyers has about ten refused cards. */
const refusedOfAll = 20
/** Team members buy their own course once or twice to try it. */
const mostOwnLines = 3
/** A thief who entered a bank account waits for a large payout. */
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
