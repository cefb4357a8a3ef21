/** The states of a course (draft, published, archived), and copies of courses. */
import type { CourseLack, CourseStateInfo } from '@apogee/contracts/courses/courses.ts'
import type { CourseState } from '@apogee/contracts/limits.ts'
import type { MoneyBackForm } from '@apogee/contracts/pricing/money-back.ts'
import { emit } from '#server/events.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Database, Tx } from '#server/platform/database/database.ts'
import type { Caller } from '#server/policy/caller.ts'
import { refuse } from '#server/policy/refusal.ts'
import type { Accounts } from '#server/features/accounts/accounts.service.ts'
import type { Businesses } from '#server/features/businesses/businesses.service.ts'
import { lockForWriting } from './outline/contents.writing.ts'
import { stateOf, type StateRow } from './course-states.store.ts'
import { countNewCourse } from './new-courses.ts'
import { copyTitle } from './courses.rules.ts'
import * as contentStore from './outline/contents.store.ts'
import * as store from './courses.store.ts'
import { copyLessonTexts } from './lesson-texts/copy-texts.ts'
import { tellCopied } from './outline/outline.writing.ts'

export interface StateChange {
  state: CourseState
  /** A seller who has not chosen a money-back promise yet chooses it when publishing a course. */
  moneyBack?: MoneyBackForm | undefined
}

/** Returns whether the course has learners, invited addresses, open purchases or paid seats. */
const hasPeople = ({ enrolled, waiting, openPurchases, openInvoices, unusedSeats }: StateRow): boolean =>
  enrolled + waiting + openPurchases + openInvoices + unusedSeats > 0

/** Returns the missing parts in the order in which an author would fix them. */
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

type Sellers = Pick<Businesses, 'sellerOf' | 'moneyBackOf' | 'chooseMoneyBack' | 'selling'>

interface CourseStatesDependencies {
  database: Database
  clock: Clock
  accounts: Pick<Accounts, 'countMade'>
  businesses: Sellers
}

export class CourseStates {
  readonly #deps: CourseStatesDependencies

  constructor(deps: CourseStatesDependencies) {
    this.#deps = deps
  }

  async readCourseState(caller: Caller, courseId: number): Promise<CourseStateInfo> {
    return this.#deps.database.transaction(async (tx) => {
      const row = (await stateOf(tx, courseId)) ?? refuse('COURSE_NOT_FOUND')
      return { ...this.#presentState(row), promise: await this.#defaultPromise(tx, caller, row) }
    })
  }

  async #defaultPromise(
    tx: Tx,
    caller: Caller,
    { isFree, sellerId }: StateRow,
  ): Promise<CourseStateInfo['promise']> {
    if (isFree) return null
    const { days, percent, chosenAt } = await this.#deps.businesses.moneyBackOf(tx, sellerId)
    if (chosenAt !== null) return null
    return { days, percent, mayChoose: await this.#answersFor(tx, caller, sellerId) }
  }

  /**
   * Tells whether the caller may decide for the seller. A superadmin may for the platform, and an instructor of a business may for
   * nobody.
   */
  async #answersFor(tx: Tx, caller: Caller, sellerId: number): Promise<boolean> {
    if (caller.role === 'instructor' && caller.businessId !== null) return false
    return (await this.#deps.businesses.sellerOf(tx, caller)) === sellerId
  }

  #presentState(row: StateRow): Omit<CourseStateInfo, 'promise'> {
    return {
      state: row.state,
      lacks: lacksOf(row),
      people: { enrolled: row.enrolled, waiting: row.waiting },
      openPurchases: row.openPurchases,
      openInvoices: row.openInvoices,
      unusedSeats: row.unusedSeats,
      mayBecomeDraft: !hasPeople(row),
      deletion: row.isBound ? 'archived' : 'deleted',
      restoresTo: row.isDraft ? 'draft' : 'published',
    }
  }

  /**
   * Changes the state. The call is idempotent. Refuses to make a course with learners a draft, and to publish a course without an
   * instructor.
   */
  async changeCourseState(
    caller: Caller,
    courseId: number,
    { state, moneyBack }: StateChange,
  ): Promise<void> {
    if (moneyBack && state !== 'published') {
      refuse('VALIDATION', { issues: [{ path: 'moneyBack', message: 'is chosen with publishing' }] })
    }
    await this.#deps.database.transaction(async (tx) => {
      await lockForWriting(tx, courseId)
      const row = (await stateOf(tx, courseId)) ?? refuse('COURSE_NOT_FOUND')
      if (moneyBack) await this.#chooseMoneyBack(tx, caller, row.sellerId, moneyBack)
      if (row.state === state) return
      if (state === 'archived') return this.#archive(tx, courseId)
      if (state === 'draft' && hasPeople(row)) refuse('COURSE_HAS_PEOPLE')
      if (state === 'published' && !row.hasInstructor) refuse('COURSE_NEEDS_INSTRUCTOR')
      if (state === 'published' && !row.isPrivate)
        await this.#deps.businesses.selling.refuseListing(tx, row.sellerId)
      await store.setPublished(tx, courseId, state === 'published')
      if (state === 'published') await emit(tx, 'course.published', { courseId })
    })
  }

  async #chooseMoneyBack(tx: Tx, caller: Caller, sellerId: number, moneyBack: MoneyBackForm): Promise<void> {
    if (!(await this.#answersFor(tx, caller, sellerId))) refuse('FORBIDDEN')
    await this.#deps.businesses.chooseMoneyBack(tx, caller, sellerId, moneyBack)
  }

  async #archive(tx: Tx, courseId: number): Promise<void> {
    await store.archiveCourse(tx, courseId, this.#deps.clock.now())
    await emit(tx, 'course.archived', { courseId })
  }

  /** Deletes a course. A course with learners or payments, past or present, is archived instead, and its learners keep it. */
  async deleteCourse(courseId: number): Promise<'deleted' | 'archived'> {
    return this.#deps.database.transaction(async (tx) => {
      await lockForWriting(tx, courseId, { toDelete: true })
      const row = (await stateOf(tx, courseId)) ?? refuse('COURSE_NOT_FOUND')
      if (!row.isBound) {
        await store.deleteCourse(tx, courseId)
        return 'deleted'
      }
      if (row.state !== 'archived') await this.#archive(tx, courseId)
      return 'archived'
    })
  }

  /** Copies a course and returns the id of the new draft. Learners, reviews, the sale and invite links are not copied. */
  async copyCourse(caller: Caller, courseId: number, title: string | undefined): Promise<number> {
    return this.#deps.database.transaction(async (tx) => {
      await lockForWriting(tx, courseId)
      const original = (await store.courseById(tx, courseId)) ?? refuse('COURSE_NOT_FOUND')
      const row = (await stateOf(tx, courseId)) ?? refuse('COURSE_NOT_FOUND')
      await countNewCourse(tx, this.#deps, caller, row.sellerId)
      const copy = await store.copyCourse(tx, courseId, {
        title: title ?? copyTitle(original.title),
        createdBy: caller.userId,
        instructorId: row.hasInstructor ? original.instructorId : caller.userId,
      })
      await tellCopied(tx, await contentStore.copyContents(tx, courseId, copy))
      await copyLessonTexts(tx, courseId, copy)
      await emit(tx, 'course.copied', { courseId, copyId: copy, userId: caller.userId })
      return copy
    })
  }
}
