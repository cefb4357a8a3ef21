/** Finds lessons, and parts of a video, that lose unusually many learners. All functions are pure. */

/** The fewest stopped learners, or lost viewers, that are significant. */
const leastStopped = 3

interface Fall {
  opened: number
  stopped: number
}

const shareOf = ({ opened, stopped }: Fall): number => (opened === 0 ? 0 : stopped / opened)

/**
 * Returns whether unusually many learners stopped at the lesson: at least three, and at least twice the share of the other lessons.
 * The share relates to the learners who opened a lesson.
 */
export function isSteep(lesson: Fall, all: readonly Fall[]): boolean {
  const others = {
    opened: all.reduce((sum, { opened }) => sum + opened, -lesson.opened),
    stopped: all.reduce((sum, { stopped }) => sum + stopped, -lesson.stopped),
  }
  return lesson.stopped >= leastStopped && shareOf(lesson) >= 2 * shareOf(others)
}

const mostParts = 60
const mostLeaves = 3

interface Part {
  from: number
  to: number
  viewers: number
}

/**
 * Splits a video into equal parts with their mean numbers of viewers. `edges` are the whole seconds at which watched ranges begin
 * (positive `change`) and end (negative).
 */
export function partsOf(seconds: number, edges: readonly { second: number; change: number }[]): Part[] {
  const length = Math.ceil(seconds)
  if (length < 1) return []
  const changes = new Map<number, number>()
  for (const { second, change } of edges) changes.set(second, (changes.get(second) ?? 0) + change)
  const sums: number[] = []
  let now = 0
  // `sums[second]` is the sum of the viewers of all seconds before `second`.
  let total = 0
  for (let second = 0; second <= length; second += 1) {
    sums.push(total)
    now += changes.get(second) ?? 0
    total += now
  }
  const count = Math.min(mostParts, length)
  const boundary = (part: number) => Math.round((part * length) / count)
  return Array.from({ length: count }, (_, part) => {
    const [from, to] = [boundary(part), boundary(part + 1)]
    const viewers = Math.round(((sums[to] ?? 0) - (sums[from] ?? 0)) / (to - from))
    return { from, to: Math.min(to, seconds), viewers }
  })
}

/** Returns the parts with at least three viewers fewer than the part before, the largest loss first. */
export const leavesOf = (parts: readonly Part[]): { at: number; lost: number }[] =>
  parts
    .map(({ from, viewers }, place) => ({ at: from, lost: (parts[place - 1]?.viewers ?? viewers) - viewers }))
    .filter(({ lost }) => lost >= leastStopped)
    .toSorted((a, b) => b.lost - a.lost)
    .slice(0, mostLeaves)
