/** docs/decisions/payouts.md describes payouts and their refusals. */
export const payoutsRefusals = {
  PAYOUT_IN_OTHERS: {
    status: 409,
    sentence:
      'Part of this balance is in payouts that are already prepared. Please pay out at most the payable amount.',
  },
  PAYOUT_NOT_APPROVED: {
    status: 409,
    sentence:
      'A payout needs the approval of another superadmin before it is recorded. Please prepare it in the ledger.',
  },
  PAYOUT_NOT_FOUND: { status: 404, sentence: 'Payout not found' },
  PAYOUT_NO_BANK: {
    status: 409,
    sentence: 'This seller has not entered bank details yet. Ask them to enter these in Business first.',
  },
  PAYOUT_PREPARED: {
    status: 409,
    sentence:
      'This payout is already prepared with another amount. Please check the payouts before you prepare another.',
  },
  PAYOUT_OF_TWO: {
    status: 403,
    sentence: 'You prepared this payout, so another superadmin decides about it',
  },
  PAYOUT_NEW_SUPERADMIN: {
    status: 403,
    sentence:
      'Both of you have to have been superadmins for a week, so another superadmin has to decide about this payout',
  },
  PAYOUT_CHANGED: {
    status: 409,
    sentence: 'Somebody has already decided about this payout. Please reload the page.',
  },
  PAYOUT_BANK_CHANGED: {
    status: 409,
    sentence:
      'The seller’s bank details have changed since this payout was prepared, so it is withdrawn. Please check them and prepare it again.',
  },
  PAYOUT_NOT_COVERED: {
    status: 409,
    sentence: 'The balance no longer covers this payout, so it is withdrawn. Please prepare another one.',
  },
  PAYOUT_EXPIRED: {
    status: 409,
    sentence: 'Nobody approved this payout within a week, so it is withdrawn. Please prepare it again.',
  },
  PAYOUT_PEOPLE_CHANGED: {
    status: 409,
    sentence:
      'One of the two people who decided about this payout is no superadmin any more, so it is withdrawn. Please prepare it again.',
  },
} as const
