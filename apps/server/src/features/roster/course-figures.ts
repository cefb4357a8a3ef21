/** How far the learners of a course come (docs/decisions/course-figures.md). */
import {
  funnelSteps,
  type CourseFigures as Figures,
  type WatchFigures,
} from '@apogee/contracts/roster/course-figures.ts'
import { inactiveAfterDays } from '@apogee/contracts/roster/roster.forms.ts'
import { endOfDay, startOfDay } from '@apogee/domain/malaysia-time.ts'
import { csvText } from '#server/platform/csv.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Database } from '#server/platform/database/database.ts'
import { refuse } from '#server/policy/refusal.ts'
import { isSteep, leavesOf, partsOf } from './course-figures.rules.ts'
import * as store from './course-figures.store.ts'
import { courseTitle } from './learner.store.ts'

/** Before the first enrolment, and after the last. */
const anyDay = { from: '2000-01-01', to: '9999-12-30' }
const dayMs = 24 * 3_600_000

/** Days in Malaysia, both included. */
interface Days {
  from?: string | undefined
  to?: string | undefined
}

function enrolledWithin(
  courseId: number,
  { from = anyDay.from, to = anyDay.to }: Days,
): store.EnrolledWithin {
  if (from > to) refuse('ORDER_DAYS_REVERSED')
  return { courseId, from: startOfDay(from), to: endOfDay(to) }
}

export class CourseFigures {
  readonly #deps: { database: Database; clock: Clock }

  constructor(deps: { database: Database; clock: Clock }) {
    this.#deps = deps
  }

  /** Refuses ORDER_DAYS_REVERSED. */
  async read(courseId: number, days: Days): Promise<Figures> {
    const db = this.#deps.database.kysely
    const within = enrolledWithin(courseId, days)
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

  /** Refuses ORDER_DAYS_REVERSED. */
  async export(courseId: number, days: Days): Promise<{ fileName: string; csv: string }> {
    const { courseTitle: title, funnel, lessons } = await this.read(courseId, days)
    const name = title.replace(/[^\p{L}\p{N}]+/gu, '-').replace(/^-|-$/g, '') || 'course'
    const header = ['Part', 'Name', 'Kind', 'Learners', 'Completed', 'Stopped', 'Unusually many stopped']
    return {
      fileName: `${name}-figures.csv`,
      csv: csvText(header, [
        ...funnel.map(({ step, learners }) => ['Funnel', step, null, learners, null, null, null]),
        ...lessons.map(({ title: lesson, fileType, opened, completed, stopped, isSteep }) => [
          ...['Lesson', lesson, fileType, opened, completed, stopped],
          isSteep ? 'yes' : 'no',
        ]),
      ]),
    }
  }

  /** Of a published video. Refuses RESOURCE_NOT_FOUND and ORDER_DAYS_REVERSED. */
  async readWatching(courseId: number, resourceId: number, days: Days): Promise<WatchFigures> {
    const db = this.#deps.database.kysely
    const within = enrolledWithin(courseId, days)
    const video = (await store.videoOf(db, courseId, resourceId)) ?? refuse('RESOURCE_NOT_FOUND')
    const { seconds } = video
    if (seconds === null) return { ...video, viewers: 0, parts: [], leaves: [] }
    const { viewers, edges } = await store.readWatching(db, within, { resourceId, seconds })
    const parts = partsOf(seconds, edges)
    return { ...video, viewers, parts, leaves: leavesOf(parts) }
  }
}
