/** Which lessons lose unusually many learners. Pure. */

/** Fewer stopped learners than this say nothing. */
const leastStopped = 3

interface Fall {
  opened: number
  stopped: number
}

const shareOf = ({ opened, stopped }: Fall): number => (opened === 0 ? 0 : stopped / opened)

/**
 * At least three learners stopped at the lesson, and their share of those who opened it is at least twice that of the
 * course's other lessons.
 */
export function isSteep(lesson: Fall, all: readonly Fall[]): boolean {
  const others = {
    opened: all.reduce((sum, { opened }) => sum + opened, -lesson.opened),
    stopped: all.reduce((sum, { stopped }) => sum + stopped, -lesson.stopped),
  }
  return lesson.stopped >= leastStopped && shareOf(lesson) >= 2 * shareOf(others)
}
