/** Detects unusual figures of sellers. All functions are pure, and each threshold has its reason. */
import type { SellerSignalKind } from '@apogee/contracts/operations/seller-signals.ts'

const dayMs = 24 * 3_600_000

/** The periods over which figures are measured, in ms. */
export const signalWindows = {
  /**
   * The longest usual money-back promise. The period applies to refunds, chargebacks and own purchases, and a seller counts as new
   * for as long.
   */
  salesMs: 30 * dayMs,
  startMs: dayMs,
  refusedMs: 3_600_000,
  /** This period equals that of the note about a new bank account at a payout: docs/decisions/payouts.md. */
  bankMs: 14 * dayMs,
} as const

/**
 * The figures of one seller in a period. They begin after the last closing of the same signal, if that is later. Amounts are in
 * sen.
 */
export interface SellerMeasure {
  sellerId: number
  paidLines: number
  askedBackLines: number
  chargebacks: number
  isNew: boolean
  dayCents: number
  dayOrders: number
  refusedPayments: number
  /** The number of refused cards of the buyer who has the most of them. */
  refusedOfOneBuyer: number
  ownLines: number
  /** The age in days of the newest bank account. Null means that none was entered in the period. */
  bankDays: number | null
  balanceCents: number
}

export interface Signal {
  kind: SellerSignalKind
  facts: Record<string, number>
}

/** The fewest sales for this signal: below ten, a single dissatisfied buyer is more than 10 %. */
const fewestLines = 10
/**
 * A few percent of the buyers of good courses request refunds. If one in five does, the course has a defect, or the sales are
 * fraud.
 */
const askedBackPercent = 20
/**
 * Banks watch shops with more than one chargeback in a hundred payments. Three chargebacks are no coincidence, whatever the number
 * of sales.
 */
const mostChargebacks = 3
/**
 * A new seller, even with an audience, sells less than this on the first day. Thieves use stolen cards at once and for large sums.
 */
const startCents = 500_000
const startOrders = 50
/** A legitimate buyer tries two or three cards, some of them twice. Card testing takes dozens of attempts. */
const refusedOfOne = 6
/** The limit on refused cards of all buyers of a seller in an hour. A campaign with 200 buyers causes about ten. */
const refusedOfAll = 20
/** The fewest own purchases for this signal: team members buy their own course once or twice to try it. */
const mostOwnLines = 3
/**
 * The balance in sen from which a new bank account is a signal: a thief who has entered another account waits for a large payout.
 */
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
