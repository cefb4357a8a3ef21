export const sellerStatesRefusals = {
  SELLER_STATE_CHANGED: {
    status: 409,
    sentence:
      'Somebody has changed this seller in the meantime. Please look at the current state and decide again.',
  },
  SELLER_STATE_NOT_ALLOWED: {
    status: 409,
    sentence: 'A seller in this state cannot be changed to the chosen one. Please reload the page.',
  },
  SELLER_SUSPENDED: {
    status: 403,
    sentence:
      'Your seller account is suspended, so this cannot be done now. The reason is in Business. You can read everything, and refund buyers.',
  },
  PAYOUT_HELD: {
    status: 409,
    sentence: 'Payouts to this seller are held. Open the seller to see why.',
  },
  COURSE_NOT_OFFERED: {
    status: 409,
    sentence: 'A course you chose is not offered at the moment. You have not been charged.',
  },
  COURSE_NOT_BUYABLE_TODAY: {
    status: 409,
    sentence: 'This course cannot be bought right now. Please try again tomorrow.',
  },
} as const
