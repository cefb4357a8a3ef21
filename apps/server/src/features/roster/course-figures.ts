/** The progress figures of a course's learners (docs/decisions/figures.md). */
import type { MissedQuestion } from '@apogee/contracts/assessments/quiz-statistics.ts'
import {
  funnelSteps,
  type CourseFigures as Figures,
  type WatchFigures,
} from '@apogee/contracts/roster/course-figures.ts'
import { inactiveAfterDays } from '@apogee/contracts/roster/roster-choices.ts'
import { csvText } from '#server/platform/csv.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Database } from '#server/platform/database/database.ts'
import { enrolmentTimes, type EnrolmentDays } from '#server/policy/enrolment-days.ts'
import { refuse } from '#server/policy/refusal.ts'
import { isSteep, leavesOf, partsOf } from './course-figures.rules.ts'
import * as store from './course-figures.store.ts'
import { courseTitle } from './learner.store.ts'

const dayMs = 24 * 3_600_000

const enrolledWithin = (courseId: number, days: EnrolmentDays): store.EnrolledWithin => ({
  courseId,
  ...enrolmentTimes(days),
})

interface CourseFiguresDependencies {
  database: Database
  clock: Clock
  /** Returns the questions that people who enrolled within these days most often answer wrongly. */
  readMissed: (courseId: number, days: EnrolmentDays) => Promise<{ questions: MissedQuestion[] }>
}

export class CourseFigures {
  readonly #deps: CourseFiguresDependencies

  constructor(deps: CourseFiguresDependencies) {
    this.#deps = deps
  }

  /** Returns the figures. Refuses ORDER_DAYS_REVERSED. */
  async read(courseId: number, days: EnrolmentDays): Promise<Figures> {
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

  /** Returns the figures as CSV. Refuses ORDER_DAYS_REVERSED. */
  async export(courseId: number, days: EnrolmentDays): Promise<{ fileName: string; csv: string }> {
    const [{ courseTitle: title, funnel, lessons }, { questions }] = await Promise.all([
      this.read(courseId, days),
      this.#deps.readMissed(courseId, days),
    ])
    const name = title.replace(/[^\p{L}\p{N}]+/gu, '-').replace(/^-|-$/g, '') || 'course'
    const header = [
      'Part',
      'Name',
      'Kind',
      'Learners',
      'Completed',
      'Stopped',
      'Unusually many stopped',
      'Quiz',
      'Missed percent',
    ]
    return {
      fileName: `${name}-figures.csv`,
      csv: csvText(header, [
        ...funnel.map(({ step, learners }) => ['Funnel', step, null, learners, null, null, null, null, null]),
        ...lessons.map(({ title: lesson, fileType, opened, completed, stopped, isSteep }) => [
          'Lesson',
          lesson,
          fileType,
          opened,
          completed,
          stopped,
          isSteep ? 'yes' : 'no',
          null,
          null,
        ]),
        ...questions.map(({ question, asked, quiz, missedPercent }) => [
          'Question',
          question,
          null,
          asked,
          null,
          null,
          null,
          quiz,
          missedPercent,
        ]),
      ]),
    }
  }

  /** Returns how a published video was watched. Refuses RESOURCE_NOT_FOUND and ORDER_DAYS_REVERSED. */
  async readWatching(courseId: number, resourceId: number, days: EnrolmentDays): Promise<WatchFigures> {
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
