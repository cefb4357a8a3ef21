/** Draft, published, archived: the states of a course, and its copies. */
import type { CourseLack, CourseStateInfo } from '@apogee/contracts/courses.ts'
import { titleMaxLength, type CourseState } from '@apogee/contracts/limits.ts'
import type { Transaction } from 'kysely'
import { emit } from '../../events.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/database/database.ts'
import type { DB } from '../../platform/database/schema.d.ts'
import type { Caller } from '../../policy/caller.ts'
import { refuse } from '../../policy/refusal.ts'
import { lockForWriting } from './contents.writing.ts'
import { stateOf, type StateRow } from './course-states.store.ts'
import * as store from './courses.store.ts'

/** People have it, wait for it, or pay for it now. */
const hasPeople = ({ enrolled, waiting, openPurchases, openInvoices }: StateRow): boolean =>
  enrolled + waiting + openPurchases + openInvoices > 0

/** In the order in which an author would mend it. */
function lacksOf(row: StateRow): CourseLack[] {
  const lacks: [CourseLack, boolean][] = [
    ['instructor', !row.hasInstructor],
    ['publishedModule', row.modules === 0],
    ['lessons', row.lessons === 0],
    ['cover', !row.hasCover],
    ['price', row.isFree],
    ['category', !row.hasCategory],
  ]
  return lacks.filter(([, isLacking]) => isLacking).map(([lack]) => lack)
}

export function createCourseStates({ database, clock }: { database: Database; clock: Clock }) {
  async function readCourseState(courseId: number): Promise<CourseStateInfo> {
    const row = (await stateOf(database.kysely, courseId)) ?? refuse('COURSE_NOT_FOUND')
    return {
      state: row.state,
      lacks: lacksOf(row),
      people: { enrolled: row.enrolled, waiting: row.waiting },
      openPurchases: row.openPurchases,
      openInvoices: row.openInvoices,
      mayBecomeDraft: !hasPeople(row),
      deletion: row.isBound ? 'archived' : 'deleted',
      restoresTo: row.isDraft ? 'draft' : 'published',
    }
  }

  /** Idempotent. Refuses a draft that people have, and to publish a course that nobody answers for. */
  async function changeCourseState(courseId: number, state: CourseState): Promise<void> {
    await database.transaction(async (tx) => {
      await lockForWriting(tx, courseId)
      const row = (await stateOf(tx, courseId)) ?? refuse('COURSE_NOT_FOUND')
      if (row.state === state) return
      if (state === 'archived') return archive(tx, courseId)
      if (state === 'draft' && hasPeople(row)) refuse('COURSE_HAS_PEOPLE')
      if (state === 'published' && !row.hasInstructor) refuse('COURSE_NEEDS_INSTRUCTOR')
      await store.setPublished(tx, courseId, state === 'published')
    })
  }

  async function archive(tx: Transaction<DB>, courseId: number): Promise<void> {
    await store.archiveCourse(tx, courseId, clock.now())
    await emit(tx, 'course.archived', { courseId })
  }

  /** Deletes a course; one that somebody has, had or paid for is archived: they keep it. */
  async function deleteCourse(courseId: number): Promise<'deleted' | 'archived'> {
    return database.transaction(async (tx) => {
      await lockForWriting(tx, courseId, { toDelete: true })
      const row = (await stateOf(tx, courseId)) ?? refuse('COURSE_NOT_FOUND')
      if (!row.isBound) {
        await store.deleteCourse(tx, courseId)
        return 'deleted'
      }
      if (row.state !== 'archived') await archive(tx, courseId)
      return 'archived'
    })
  }

  /** Answers the id of a new draft. Learners, reviews, the sale and invite links are not copied. */
  async function copyCourse(caller: Caller, courseId: number, title: string | undefined): Promise<number> {
    return database.transaction(async (tx) => {
      await lockForWriting(tx, courseId)
      const original = (await store.courseById(tx, courseId)) ?? refuse('COURSE_NOT_FOUND')
      const row = (await stateOf(tx, courseId)) ?? refuse('COURSE_NOT_FOUND')
      const copy = await store.copyCourse(tx, courseId, {
        title: title ?? copyTitle(original.title),
        createdBy: caller.userId,
        instructorId: row.hasInstructor ? original.instructorId : caller.userId,
      })
      await store.copyContents(tx, courseId, copy)
      return copy
    })
  }

  return { readCourseState, changeCourseState, deleteCourse, copyCourse }
}

const suffix = ' (copy)'
const copyTitle = (title: string): string =>
  `${title.slice(0, titleMaxLength - suffix.length).toWellFormed()}${suffix}`
