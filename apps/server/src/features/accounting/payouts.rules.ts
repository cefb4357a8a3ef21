/** Checks payouts that need two superadmins. These rules are pure functions. */
import type { PayoutCause, PayoutNote, PayoutState } from '@apogee/contracts/accounting/payouts.ts'

const dayMs = 24 * 3_600_000

/**
 * A payout that nobody approves within this time ends, because the balance and the bank account may have changed since it was
 * prepared.
 */
export const payoutWaitsMs = 7 * dayMs

export const expiryOf = (preparedAt: Date): Date => new Date(preparedAt.getTime() + payoutWaitsMs)

/**
 * The note `bank_changed` warns about bank accounts younger than this. A thief who takes over a seller's account enters a new bank
 * account and waits for the next payout, which usually follows within a month.
 */
const bankIsNewMs = 14 * dayMs
/**
 * The note `far_above` warns above this multiple of the largest payout so far. A successful campaign can double the sales, so
 * doubled payouts are normal.
 */
const farAboveTimes = 3
/**
 * Payouts below RM 1,000 get no note `far_above`, because the first payouts of a seller are small and a multiple of them says
 * little.
 */
const farAboveFromCents = 100_000

export interface PreparedFacts {
  amountCents: number
  bankSavedAt: Date
  preparedAt: Date
  formerPayouts: number
  largestFormerCents: number
}

/** Returns warnings for the superadmin who decides on the payout. */
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
  /** This amount could be paid out now if this payout did not exist. The seller's other open payouts are already subtracted. */
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

/** `reserved` is money that may still be refunded, and `open` is the sum of open payouts. */
export const payableOf = (balance: number, reserved: number, open: number): number =>
  Math.max(0, balance - reserved - open)
