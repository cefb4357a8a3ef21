/** The prerequisites of courses (docs/decisions/course-openings.md). */
import type {
  CoursePrerequisites,
  PrerequisiteChoice,
} from '@apogee/contracts/prerequisites/prerequisites.ts'
import { percentOf } from '@apogee/contracts/courses/course-progress.ts'
import type { ShownPrerequisite } from '@apogee/contracts/prerequisites/shown-prerequisites.ts'
import { emit } from '#server/events.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Database, Db, Tx } from '#server/platform/database/database.ts'
import { searchPattern } from '#server/platform/search-pattern.ts'
import type { Caller } from '#server/policy/caller.ts'
import { recordEdit } from '#server/policy/edits.ts'
import { refuse } from '#server/policy/refusal.ts'
import type { Learning } from '#server/features/learning/learning.service.ts'
import * as store from './prerequisites.store.ts'

export interface PrerequisitesDependencies {
  database: Database
  clock: Clock
  learning: Pick<Learning, 'lessonsIn'>
}

interface Wish {
  items: readonly { courseId: number; isRequired: boolean }[]
  version?: number | undefined
}

const choicesShown = 20
/** Replaces the title, in a chain of courses, of a course that the caller may not know of. */
const unknownTitle = '…'

export class Prerequisites {
  readonly #deps: PrerequisitesDependencies
  /** Returns whether unmet prerequisites lock the learner's contents. */
  readonly isWaiting = store.isWaiting
  readonly passesOf = store.passesOf
  readonly forgetPerson = store.deletePassesOf

  constructor(deps: PrerequisitesDependencies) {
    this.#deps = deps
  }

  async read(courseId: number): Promise<CoursePrerequisites> {
    const db = this.#deps.database.kysely
    const summary = (await store.summaryOf(db, courseId)) ?? refuse('COURSE_NOT_FOUND')
    return { items: await store.prerequisitesOf(db, courseId), ...summary }
  }

  choices(caller: Caller, courseId: number, search: string | undefined): Promise<PrerequisiteChoice[]> {
    const wanted = { pattern: searchPattern(search), limit: choicesShown }
    return store.choicesFor(this.#deps.database.kysely, { courseId, caller }, wanted)
  }

  /**
   * Saves the prerequisites. Refuses courses of other sellers, courses that the caller may not know of, and a cycle. The message of
   * a refused cycle lists the titles of its courses.
   */
  async save(caller: Caller, courseId: number, { items, version }: Wish): Promise<CoursePrerequisites> {
    const at = this.#deps.clock.now()
    const ids = items.map((item) => item.courseId)
    await this.#deps.database.transaction(async (tx) => {
      await store.lockChanges(tx, courseId)
      const known = await store.possibleAmong(tx, { courseId, caller }, ids)
      if (new Set(ids).size < ids.length || known.length < ids.length) refuse('PREREQUISITE_UNKNOWN')
      const present = await store.prerequisitesOf(tx, courseId)
      await recordEdit(tx, {
        kind: 'prerequisites',
        id: courseId,
        by: caller.userId,
        at,
        version,
        current: { items: present.map((item) => ({ courseId: item.courseId, isRequired: item.isRequired })) },
        changes: { items: items.map((item) => ({ courseId: item.courseId, isRequired: item.isRequired })) },
      })
      const cycle = await this.#cycleThrough(tx, courseId, ids)
      if (cycle) {
        const titles = await store.titlesFor(tx, caller, cycle)
        const chain = cycle.map((id) => titles.get(id) ?? unknownTitle)
        refuse('PREREQUISITE_CYCLE', {
          issues: [{ path: 'items', message: chain.join(' → ') }],
          sentence: `These courses would wait for each other: ${chain.join(' → ')}`,
        })
      }
      await store.replacePrerequisites(tx, courseId, items, at)
    })
    return this.read(courseId)
  }

  /** The import is lazy, so that the server starts faster. */
  async #cycleThrough(tx: Tx, courseId: number, ids: readonly number[]): Promise<number[] | undefined> {
    const { cycleThrough } = await import('./cycles.ts')
    return cycleThrough(courseId, ids, await store.pairsBehind(tx, ids))
  }

  /**
   * Copies the prerequisites to a copy of the course. Copies none if one of them depends on the copy, which somebody may have saved
   * meanwhile.
   */
  async copy(tx: Tx, { courseId, copyId }: { courseId: number; copyId: number }): Promise<void> {
    await store.lockChanges(tx, courseId)
    const ids = (await store.prerequisitesOf(tx, courseId)).map((item) => item.courseId)
    if (await this.#cycleThrough(tx, copyId, ids)) return
    await store.copyPrerequisites(tx, { courseId, copyId })
  }

  /**
   * Returns the prerequisites of these courses by course id. Courses without prerequisites are missing. A null `userId` means a
   * visitor. Runs one statement, and another one for progress.
   */
  async shownTo(
    db: Db,
    userId: number | null,
    courseIds: readonly number[],
  ): Promise<Map<number, ShownPrerequisite[]>> {
    const rows = await store.shownTo(db, userId, courseIds)
    const studied = rows.filter(({ hasPlace }) => hasPlace).map(({ courseId }) => courseId)
    const lessons =
      userId !== null && studied.length > 0 ? await this.#deps.learning.lessonsIn(db, userId, studied) : null
    const shown = new Map<number, ShownPrerequisite[]>()
    for (const { ofCourse, courseId, title, isAwaited, isCompleted } of rows) {
      const counts = lessons?.get(courseId)
      const one: ShownPrerequisite = {
        courseId,
        title,
        ...(isAwaited && { isAwaited: true as const }),
        ...(isCompleted && { isCompleted: true as const }),
        ...(counts && { percent: percentOf(counts) }),
      }
      shown.set(ofCourse, [...(shown.get(ofCourse) ?? []), one])
    }
    return shown
  }

  /**
   * Lets a learner start in spite of unmet prerequisites, or withdraws that. After a withdrawal the learner waits again, unless the
   * learner has begun.
   */
  async letStart({ userId: actorId }: Caller, place: store.Place, mayStart: boolean): Promise<void> {
    const at = this.#deps.clock.now()
    await this.#deps.database.transaction(async (tx) => {
      const enrolment = (await store.enrolmentOf(tx, place)) ?? refuse('LEARNER_NOT_FOUND')
      const [newest] = await store.passesOf(tx, place)
      if ((newest?.mayStart ?? false) === mayStart) return
      const waited = await store.isWaiting(tx, place)
      await store.insertPass(tx, place, { mayStart, actorId, at })
      if (waited && enrolment.hasStarted) await emit(tx, 'course.opened', place)
    })
  }

  /** Emits an event for each course that the completion of this course opens. */
  async completed(tx: Tx, place: store.Place): Promise<void> {
    for (const courseId of await store.openedBy(tx, place))
      await emit(tx, 'course.opened', { userId: place.userId, courseId })
  }
}
