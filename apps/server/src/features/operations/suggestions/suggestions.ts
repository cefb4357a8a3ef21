/** Suggests what to do next: sentences on the Analytics tab, each with the screen where it is done. */
import { suggestionDays, type Suggestion } from '@apogee/contracts/operations/suggestions.ts'
import type { MissedQuestion } from '@apogee/contracts/assessments/quiz-statistics.ts'
import { dayInMalaysia } from '@apogee/domain/time/malaysia-time.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Database } from '#server/platform/database/database.ts'
import type { Caller } from '#server/policy/caller.ts'
import type { EnrolmentDays } from '#server/policy/enrolment-days.ts'
import { moneySeenBy } from '#server/policy/seller-scope.ts'
import type { CourseFigures } from '#server/features/roster/course-figures.ts'
import { insightScope } from '../insights/insights.rules.ts'
import { chosen, fromVisits, missedIn, stoppedAt } from './suggestions.rules.ts'
import * as store from './suggestions.store.ts'

interface SuggestionDependencies {
  database: Pick<Database, 'kysely'>
  clock: Clock
  courseFigures: Pick<CourseFigures, 'read'>
  readMissed: (courseId: number, days: EnrolmentDays) => Promise<{ questions: MissedQuestion[] }>
}

/** The figures of a course read all of its learners, so only the courses with the most learners are considered. */
const readCourses = 3
const visitedCourses = 200
const dayMs = 24 * 3_600_000

export class Suggestions {
  readonly #deps: SuggestionDependencies

  constructor(deps: SuggestionDependencies) {
    this.#deps = deps
  }

  /** Returns the suggestions for the caller. The platform's people get none, because they do not teach these courses. */
  async list(caller: Caller): Promise<{ suggestions: Suggestion[] }> {
    const scope = insightScope(caller)
    if (scope.kind === 'platform') return { suggestions: [] }
    const { database, clock } = this.#deps
    const now = clock.now()
    const since = new Date(now.getTime() - suggestionDays * dayMs)
    const visits = await store.visitsOfCourses(database.kysely, scope, {
      from: dayInMalaysia(since),
      since,
      most: visitedCourses,
    })
    const found = [fromVisits(visits, { now, sells: moneySeenBy(caller) !== null })]
    for (const course of await store.busiestCourses(database.kysely, scope, readCourses)) {
      const { lessons } = await this.#deps.courseFigures.read(course.courseId, {})
      const { questions } = await this.#deps.readMissed(course.courseId, {})
      found.push(stoppedAt(course, lessons), missedIn(course, questions))
    }
    return { suggestions: chosen(found.flat()) }
  }
}
