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
    sentence: 'This gift can no longer be changed, because it was taken or is no longer paid for.',
  },
  GIFT_TAKEN: { status: 409, sentence: 'This gift has already been taken.' },
  GIFT_RETURNED: { status: 409, sentence: 'This gift was taken back, so it no longer opens a course.' },
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
    sentence: 'This address received a mail about a gift less than a day ago. Please try again tomorrow.',
  },
  GIFT_WITHOUT_ADDRESS: { status: 409, sentence: 'This gift has no e-mail address. Please enter one first.' },
} as const
