/** Limits one invoice: its courses, the seats of one course and of all, its total, and the bytes of a pasted list of people. */
export const invoiceLimits = {
  lines: 20,
  seatsPerLine: 500,
  seats: 1000,
  totalCents: 100_000_000,
  peopleText: 100_000,
} as const
