/** These rules of payouts by two superadmins are pure functions. */
import type { PayoutCause, PayoutNote, PayoutState } from '@apogee/contracts/accounting/payouts.ts'

const dayMs = 24 * 3_600_000

/** A payout waits this long for its approval, because balance and bank account are those that its maker checked. */
export const payoutWaitsMs = 7 * dayMs

export const expiryOf = (preparedAt: Date): Date => new Date(preparedAt.getTime() + payoutWaitsMs)

/**
 * A thief who takes over a seller's account enters a bank account and waits for the next payout, which is mostly monthly or sooner.
 */
const bankIsNewMs = 14 * dayMs
/** Payouts follow sales, which can double with a campaign. Three times the largest payout so far exceeds that. */
const farAboveTimes = 3
/** Below RM 1,000 a multiple says little, because the first payouts of a seller are small. */
const farAboveFromCents = 100_000

export interface PreparedFacts {
  amountCents: number
  bankSavedAt: Date
  preparedAt: Date
  formerPayouts: number
  largestFormerCents: number
}

/** Returns warnings for the second superadmin. */
export function notesOn(payout: PreparedFacts): PayoutNote[] {
  const { amountCents, bankSavedAt, preparedAt, formerPayouts, largestFormerCents } = payout
  const isFarAbove =
    formerPayouts > 0 && amountCents >= farAboveFromCents && amountCents > farAboveTimes * largestFormerCents
  const notes: [PayoutNote, boolean][] = [
    ['bank_changed', preparedAt.getTime() - bankSavedAt.getTime() < bankIsNewMs],
    ['first_payout', formerPayouts === 0],
    ['far_above', isFarAbove],
  ]
  return notes.filter(([, holds]) => holds).map(([note]) => note)
}

export interface PresentFacts {
  state: Extract<PayoutState, 'prepared' | 'approved'>
  amountCents: number
  bankSavedAt: Date
  preparedAt: Date
  now: Date
  /** Undefined means that the seller has no bank account. */
  presentBankSavedAt: Date | undefined
  /** The amount does not count this payout as open. The seller's other open payouts are excluded. */
  payableCents: number
  areSuperadmins: boolean
}

/** Returns why an open payout cannot continue, or undefined when it can. */
export function causeToEnd(payout: PresentFacts): Exclude<PayoutCause, 'person'> | undefined {
  const { state, bankSavedAt, presentBankSavedAt } = payout
  if (!payout.areSuperadmins) return 'people_changed'
  if (presentBankSavedAt?.getTime() !== bankSavedAt.getTime()) return 'bank_changed'
  if (payout.amountCents > payout.payableCents) return 'not_covered'
  if (state === 'prepared' && payout.now >= expiryOf(payout.preparedAt)) return 'expired'
  return undefined
}

/** The payable amount excludes refundable sales and open payouts. */
export const payableOf = (balance: number, reserved: number, open: number): number =>
  Math.max(0, balance - reserved - open)
