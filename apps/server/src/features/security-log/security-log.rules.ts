const minuteMs = 60_000

/** Acts that are counted within this time become one entry. */
export const countedWindowMs = 15 * minuteMs

export const windowOf = (at: Date): Date =>
  new Date(Math.floor(at.getTime() / countedWindowMs) * countedWindowMs)

/**
 * The limit on addresses with a count of their own, for one person, kind and quarter of an hour. Further acts are counted without
 * an address.
 */
export const mostAddressesOfPerson = 1000
/**
 * The limits on counts without an actor, for one kind and quarter of an hour, so that strangers cannot fill the log. Beyond
 * `ofAddress`, further acts from an address are counted together without a subject. Beyond `ofAll`, all further acts are counted
 * together without address and subject. Concurrent acts may exceed a limit by as many counts as there are connections.
 */
export const mostOfStrangers = { ofAddress: 200, ofAll: 5000 }

/** The number of entries in a block. A check holds the entries of a few blocks in memory. */
export const mostInBlock = 1000
/** The limit on stored breaks of one check. All breaks are counted. */
export const mostBreaks = 20
