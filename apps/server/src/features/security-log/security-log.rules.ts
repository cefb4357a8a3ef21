const minuteMs = 60_000
const dayMs = 24 * 60 * minuteMs

/** Network addresses are personal data of little use after this time. */
export const addressRetentionMs = 90 * dayMs
/** As long as the books: seven years and some days for leap years. */
export const securityLogRetentionMs = (7 * 365 + 2) * dayMs

/** Counted acts become one entry for this time. */
export const countedWindowMs = 15 * minuteMs

export const windowOf = (at: Date): Date =>
  new Date(Math.floor(at.getTime() / countedWindowMs) * countedWindowMs)

/**
 * Rows of one kind and window with an address of their own. Strangers have one limit together, so that they cannot fill the log;
 * what is beyond is counted without an address.
 */
export const mostAddressesOf = (personId: number | null): number => (personId === null ? 200 : 1000)

/** Entries in a block: a check holds a few blocks in memory. */
export const mostInBlock = 1000
/** Breaks that a check keeps; it counts all. */
export const mostBreaks = 20
