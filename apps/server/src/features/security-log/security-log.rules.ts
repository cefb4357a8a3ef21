const minuteMs = 60_000

/** Counted acts become one entry for this time. */
export const countedWindowMs = 15 * minuteMs

export const windowOf = (at: Date): Date =>
  new Date(Math.floor(at.getTime() / countedWindowMs) * countedWindowMs)

/** Addresses of one person in one kind and window; what is beyond is counted without an address. */
export const mostAddressesOfPerson = 1000
/**
 * Rows of one kind and window without an actor, so that strangers cannot fill the log. Beyond the first limit, acts from one address
 * are one row of that address without a subject; beyond the second, acts are one row without both. Concurrent acts may exceed a
 * limit by as many rows as there are connections.
 */
export const mostOfStrangers = { ofAddress: 200, ofAll: 5000 }

/** Entries in a block: a check holds a few blocks in memory. */
export const mostInBlock = 1000
/** Breaks that a check keeps; it counts all. */
export const mostBreaks = 20
