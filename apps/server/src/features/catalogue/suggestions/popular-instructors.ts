import type { Clock } from '#server/platform/clock.ts'
import type { Db } from '#server/platform/database/database.ts'
import { learnersOfInstructor } from '../catalogue.store.ts'

/** The counts by which lists are sorted are renewed at the same interval. */
const heldForMs = 10 * 60_000
const mostHeld = 1_000

/**
 * Caches the number of learners of instructors who have too many to count for each visitor. Counting 170,000 enrolments takes 0.3
 * s.
 */
export class PopularInstructors {
  readonly #clock: Clock
  readonly #held = new Map<number, { at: number; learners: Promise<number> }>()

  constructor(clock: Clock) {
    this.#clock = clock
  }

  /** Returns a number that is at most ten minutes old. Concurrent requests share one count. */
  learners(db: Db, instructorId: number): Promise<number> {
    const now = this.#clock.now().getTime()
    const held = this.#held.get(instructorId)
    if (held && now - held.at >= 0 && now - held.at < heldForMs) return held.learners
    this.#held.delete(instructorId)
    const counted = { at: now, learners: learnersOfInstructor(db, instructorId) }
    this.#held.set(instructorId, counted)
    counted.learners.catch(() => {
      if (this.#held.get(instructorId) === counted) this.#held.delete(instructorId)
    })
    const [oldest] = this.#held.keys()
    if (this.#held.size > mostHeld && oldest !== undefined) this.#held.delete(oldest)
    return counted.learners
  }
}
