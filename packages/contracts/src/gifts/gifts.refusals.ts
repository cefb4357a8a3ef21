export const giftsRefusals = {
  GIFT_NOT_FOUND: { status: 404, sentence: 'Gift not found' },
  GIFT_CODE_UNKNOWN: {
    status: 404,
    sentence:
      'There is no gift with this code. Please check the letters, or ask the person who gave it to you.',
  },
  GIFT_OF_FREE_COURSE: {
    status: 409,
    sentence: 'A free course needs no gift. Share its page instead.',
  },
  GIFT_NOT_OPEN: {
    status: 409,
    sentence: 'This gift cannot be changed now. The page of your purchase says why.',
  },
  GIFT_TAKEN: { status: 409, sentence: 'This gift has already been taken.' },
  GIFT_RETURNED: {
    status: 409,
    sentence: 'This gift cannot be taken now: its buyer has taken it back or asked to. Please ask them.',
  },
  GIFT_OWNED: {
    status: 409,
    sentence: 'You already have what this gift gives, for good. Pass it on to somebody else.',
  },
  GIFT_JUST_PAID: {
    status: 409,
    sentence: 'You have just paid for this gift. Look at your purchases before you buy another one.',
  },
  GIFT_IS_YOURS: {
    status: 409,
    sentence: 'You bought this gift for somebody else. Give them the link or the code.',
  },
  GIFT_NOT_PASSED_ON: {
    status: 409,
    sentence: 'Only a gift of a course that you already have can be passed on, and only once.',
  },
  GIFT_JUST_SENT: {
    status: 429,
    sentence:
      'This gift or this address was mailed as often as is possible today. Please try again tomorrow.',
  },
  GIFT_WITHOUT_ADDRESS: { status: 409, sentence: 'This gift has no e-mail address. Please enter one first.' },
} as const
