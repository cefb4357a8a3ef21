/** Computes which parts of a video were watched. Values are in seconds; ranges are half-open. */

export type WatchedRange = [from: number, to: number]

/** Shorter unwatched parts do not count as gaps, because positions are reported only a few times a second. */
const shortestGapSeconds = 2

/** Returns the union of all ranges, sorted and disjoint. */
export function united(ranges: readonly WatchedRange[]): WatchedRange[] {
  const parts: WatchedRange[] = []
  for (const [from, to] of ranges.toSorted((a, b) => a[0] - b[0])) {
    const last = parts.at(-1)
    if (last && from <= last[1]) last[1] = Math.max(last[1], to)
    else parts.push([from, to])
  }
  return parts
}

/** Returns the unwatched parts before the last watched second; with `isOver`, also those up to the end. */
export function gapsIn(watched: readonly WatchedRange[], duration: number, isOver = false): WatchedRange[] {
  const parts = united(watched)
  const ends = [0, ...parts.map(([, to]) => to)]
  const starts = [...parts.map(([from]) => from), ...(isOver ? [duration] : [])]
  return starts
    .map((start, index): WatchedRange => [ends[index] ?? 0, Math.min(start, duration)])
    .filter(([from, to]) => to - from >= shortestGapSeconds)
}

/** Returns a percentage from 0 to 100, rounded down. */
export function percentWatched(watched: readonly WatchedRange[], duration: number): number {
  if (duration <= 0) return 0
  const seconds = united(watched).reduce((sum, [from, to]) => sum + Math.min(to, duration) - from, 0)
  return Math.min(100, Math.floor((seconds / duration) * 100))
}
