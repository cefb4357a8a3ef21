import { expect, test } from 'vitest'
import { causeToEnd, notesOn, payableOf, type PreparedFacts, type PresentFacts } from './payouts.rules.ts'

const day = 24 * 3_600_000
const now = new Date('2026-11-27T02:00:00Z')
const ago = (ms: number) => new Date(now.getTime() - ms)

const ordinary: PreparedFacts = {
  amountCents: 200_000,
  bankSavedAt: ago(14 * day),
  preparedAt: now,
  formerPayouts: 3,
  largestFormerCents: 100_000,
}

test.for<[string, Partial<PreparedFacts>, string[]]>([
  ['an ordinary payout has no notes', {}, []],
  ['a bank account of less than 14 days is noted', { bankSavedAt: ago(14 * day - 1) }, ['bank_changed']],
  ['a first payout is noted', { formerPayouts: 0, largestFormerCents: 0 }, ['first_payout']],
  ['three times the largest former one is not far above', { amountCents: 300_000 }, []],
  ['more than three times the largest former one is far above', { amountCents: 300_001 }, ['far_above']],
  ['small amounts are never far above', { amountCents: 99_999, largestFormerCents: 100 }, []],
  ['RM 1,000 may be far above', { amountCents: 100_000, largestFormerCents: 100 }, ['far_above']],
])('%s', ([, given, notes]) => {
  expect(notesOn({ ...ordinary, ...given })).toEqual(notes)
})

const going: PresentFacts = {
  state: 'prepared',
  amountCents: 5_000,
  bankSavedAt: ago(30 * day),
  preparedAt: ago(day),
  now,
  presentBankSavedAt: ago(30 * day),
  payableCents: 5_000,
  areSuperadmins: true,
}

test.for<[string, Partial<PresentFacts>, string | undefined]>([
  ['a payout that is covered goes on', {}, undefined],
  ['a lost role ends it first', { areSuperadmins: false, payableCents: 0 }, 'people_changed'],
  ['another bank account ends it', { presentBankSavedAt: ago(day) }, 'bank_changed'],
  ['a removed bank account ends it', { presentBankSavedAt: undefined }, 'bank_changed'],
  ['a payable balance below the amount ends it', { payableCents: 4_999 }, 'not_covered'],
  ['a week without an approval ends it', { preparedAt: ago(7 * day) }, 'expired'],
  ['less than a week does not', { preparedAt: ago(7 * day - 1) }, undefined],
  ['an approved one does not expire', { state: 'approved', preparedAt: ago(30 * day) }, undefined],
])('%s', ([, given, cause]) => {
  expect(causeToEnd({ ...going, ...given })).toBe(cause)
})

test('payable is the balance without the reserve and open payouts, and never negative', () => {
  expect([payableOf(1_000, 300, 200), payableOf(1_000, 900, 200), payableOf(-1, 0, 0)]).toEqual([500, 0, 0])
})
