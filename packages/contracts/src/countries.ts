/** A buyer chooses one of these countries. */
export const countries = ['Malaysia', 'Singapore', 'Indonesia', 'Thailand', 'Other'] as const
