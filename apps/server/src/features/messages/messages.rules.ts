const minute = 60_000
const day = 24 * 60 * minute

/**
 * The numbers of messages that one network address may send within periods in milliseconds. Refused messages do not reset a period.
 */
export const messageLimits = [
  { most: 10, withinMs: 15 * minute },
  { most: 50, withinMs: day },
] as const

/** The longest wait that a response announces, in seconds (docs/api.md#limits). */
const longestWait = 900

/**
 * Returns the seconds until this address may send again, or null when it may send immediately. `sent` contains the times of its
 * messages within the longest window, in any order.
 */
export function secondsToWait(sent: readonly Date[], now: Date): number | null {
  const times = sent.map((time) => time.getTime()).toSorted((one, other) => other - one)
  const waits = messageLimits.flatMap(({ most, withinMs }) => {
    const oldestThatCounts = times[most - 1]
    if (oldestThatCounts === undefined) return []
    const ms = oldestThatCounts + withinMs - now.getTime()
    return ms > 0 ? [Math.ceil(ms / 1000)] : []
  })
  return waits.length > 0 ? Math.min(longestWait, Math.max(...waits)) : null
}
