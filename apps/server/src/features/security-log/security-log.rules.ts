const minuteMs = 60_000

/** Counted acts within this time become one entry. */
export const countedWindowMs = 15 * minuteMs

export const windowOf = (at: Date): Date =>
  new Date(Math.floor(at.getTime() / countedWindowMs) * countedWindowMs)

/** The limit on addresses of one person in one kind and window. Further acts are counted without an address. */
export const mostAddressesOfPerson = 1000
/**
 * The limits on rows of one kind and window without an actor, so that strangers cannot fill the log. Beyond the first limit, acts
 * from one address are one row of that address without a subject; beyond the second, acts are one row without both. Concurrent acts
 * may exceed a limit by as many rows as connections exist.
 */
export const mostOfStrangers = { ofAddress: 200, ofAll: 5000 }

/** The value is the number of entries in a block. A check holds a few blocks in memory. */
export const mostInBlock = 1000
/** A check stores at most this many breaks and counts all. */
export const mostBreaks = 20
