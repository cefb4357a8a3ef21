/** How far the learners of a course come (docs/decisions/course-figures.md). */
import { funnelSteps, type CourseFigures as Figures } from '@apogee/contracts/roster/course-figures.ts'
import { inactiveAfterDays } from '@apogee/contracts/roster/roster.forms.ts'
import { endOfDay, startOfDay } from '@apogee/domain/malaysia-time.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Database } from '#server/platform/database/database.ts'
import { refuse } from '#server/policy/refusal.ts'
import { isSteep } from './course-figures.rules.ts'
import * as store from './course-figures.store.ts'
import { courseTitle } from './learner.store.ts'

/** Before the first enrolment, and after the last. */
const anyDay = { from: '2000-01-01', to: '9999-12-30' }
const dayMs = 24 * 3_600_000

export class CourseFigures {
  readonly #deps: { database: Database; clock: Clock }

  constructor(deps: { database: Database; clock: Clock }) {
    this.#deps = deps
  }

  /** Days in Malaysia, both included. Refuses ORDER_DAYS_REVERSED. */
  async read(
    courseId: number,
    days: { from?: string | undefined; to?: string | undefined },
  ): Promise<Figures> {
    const { from = anyDay.from, to = anyDay.to } = days
    if (from > to) refuse('ORDER_DAYS_REVERSED')
    const db = this.#deps.database.kysely
    const within = { courseId, from: startOfDay(from), to: endOfDay(to) }
    const inactiveBefore = new Date(this.#deps.clock.now().getTime() - inactiveAfterDays * dayMs)
    const [title, funnel, lessons] = await Promise.all([
      courseTitle(db, courseId),
      store.readFunnel(db, within),
      store.readLessons(db, { ...within, inactiveBefore }),
    ])
    return {
      courseTitle: title ?? '',
      funnel: funnelSteps.map((step) => ({ step, learners: funnel[step] })),
      lessons: lessons.map((lesson) => ({ ...lesson, isSteep: isSteep(lesson, lessons) })),
    }
  }
}
