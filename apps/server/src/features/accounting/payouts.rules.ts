/** Rules of payouts that two superadmins make. Pure. */
import type { PayoutCause, PayoutNote, PayoutState } from '@apogee/contracts/accounting/payouts.ts'

const dayMs = 24 * 3_600_000

/** How long a payout waits for its approval: balance and bank account are those that its maker looked at. */
export const payoutWaitsMs = 7 * dayMs

export const expiryOf = (preparedAt: Date): Date => new Date(preparedAt.getTime() + payoutWaitsMs)

/** A thief who takes a seller's account over enters a bank account, and waits for the next payout: most are monthly or sooner. */
const bankIsNewMs = 14 * dayMs
/** Payouts follow sales, which double with a campaign; three times the largest one so far is more than that. */
const farAboveTimes = 3
/** Below RM 1,000 a multiple says little: the first payouts of a seller are small. */
const farAboveFromCents = 100_000

export interface PreparedFacts {
  amountCents: number
  bankSavedAt: Date
  preparedAt: Date
  formerPayouts: number
  largestFormerCents: number
}

/** What the second superadmin should look at. */
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
  /** Undefined: the seller has no bank account any more. */
  presentBankSavedAt: Date | undefined
  /** What may be paid out without this payout; the seller's other open payouts are not in it. */
  payableCents: number
  /** Whether the people who have decided so far are superadmins. */
  areSuperadmins: boolean
}

/** Why an open payout cannot go on; undefined: it can. */
export function causeToEnd(payout: PresentFacts): Exclude<PayoutCause, 'person'> | undefined {
  const { state, bankSavedAt, presentBankSavedAt } = payout
  if (!payout.areSuperadmins) return 'people_changed'
  if (presentBankSavedAt?.getTime() !== bankSavedAt.getTime()) return 'bank_changed'
  if (payout.amountCents > payout.payableCents) return 'not_covered'
  if (state === 'prepared' && payout.now >= expiryOf(payout.preparedAt)) return 'expired'
  return undefined
}

/** What may be paid out: not what buyers may still ask back, nor what is in open payouts. */
export const payableOf = (balance: number, reserved: number, open: number): number =>
  Math.max(0, balance - reserved - open)
