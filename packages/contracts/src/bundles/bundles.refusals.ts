export const bundlesRefusals = {
  BUNDLE_NOT_FOUND: { status: 404, sentence: 'Bundle not found' },
  BUNDLE_COURSES: {
    status: 422,
    sentence: 'A bundle holds at least two of your own published, public courses with a price.',
  },
  BUNDLE_PRICE: {
    status: 422,
    sentence: 'The bundle must cost less than its courses do apart. Please lower the price.',
  },
  BUNDLE_NOT_OFFERED: {
    status: 409,
    sentence: 'This bundle is not on sale at the moment. Its courses may be sold apart.',
  },
  BUNDLE_OWNED: { status: 409, sentence: 'You already have all courses of this bundle' },
} as const
