/** Presents courses as cards for lists, course pages and sales pages. */
import { minutesOf } from '@apogee/contracts/courses/course-counts.ts'
import type { CatalogueCourse } from '@apogee/contracts/catalogue/catalogue.ts'
import type { Db } from '#server/platform/database/database.ts'
import type { MaybeCaller } from '#server/policy/caller.ts'
import type { Businesses } from '#server/features/businesses/businesses.service.ts'
import type { Courses } from '#server/features/courses/courses.service.ts'
import type { Learning, LessonCounts } from '#server/features/learning/learning.service.ts'
import type { Prerequisites } from '#server/features/prerequisites/prerequisites.service.ts'
import * as store from './catalogue.store.ts'
import { firstCoursesOf, type CardFacts } from './suggestions/first-courses.ts'

interface CourseCardsDependencies {
  businesses: Pick<Businesses, 'selling'>
  courses: Pick<Courses, 'presentCourse'>
  learning: Pick<Learning, 'lessonsIn'>
  prerequisites: Pick<Prerequisites, 'shownTo'>
}

export class CourseCards {
  readonly #deps: CourseCardsDependencies

  constructor(deps: CourseCardsDependencies) {
    this.#deps = deps
  }

  present(row: store.CardRow, caller: MaybeCaller, { lessons, unsold, first }: CardFacts): CatalogueCourse {
    const course = this.#deps.courses.presentCourse(row, caller)
    return {
      ...course,
      studentCount: row.studentCount,
      durationMinutes: minutesOf(row),
      lessonCount: row.lessonCount,
      isEnrolled: row.isEnrolled,
      ...(row.resourceCount === 0 && { isEmpty: true as const }),
      ...((row.isWithheld || (row.priceCents > 0 && unsold.has(row.sellerId))) && {
        isNotOnSaleYet: true as const,
      }),
      ...(row.isWithheld && { isWithheld: true as const }),
      ...(row.hasCohorts && { hasCohorts: true as const }),
      rating: row.rating,
      ...(first && { prerequisites: first }),
      ...(lessons && {
        enrollment: {
          progress: { completedLessons: lessons.completedLessons, totalLessons: lessons.totalLessons },
          lastAccessed: row.lastAccessedAt?.toISOString() ?? null,
          ...(row.isPutAway && { archived: true as const }),
          ...(row.accessEndsAt && { accessEndsAt: row.accessEndsAt.toISOString() }),
          ...(row.mayRenew && { mayRenew: true as const }),
          ...(row.cohort && { cohort: row.cohort }),
          ...(row.startsAt && { startsAt: row.startsAt.toISOString() }),
        },
      }),
    }
  }

  readonly unsoldAmong = (db: Db, rows: readonly store.CardRow[]) =>
    this.#deps.businesses.selling.sellersNotOnSale(
      db,
      rows.map(({ sellerId }) => sellerId),
    )

  #firstOf(db: Db, caller: MaybeCaller, rows: readonly store.CardRow[]) {
    return firstCoursesOf(this.#deps.prerequisites, db, { caller, rows })
  }

  /**
   * Presents any number of cards with two statements. A third one runs where sellers need approval, a fourth one for the progress
   * of enrolled viewers, and two more for courses with prerequisites.
   */
  async listed(db: Db, caller: MaybeCaller, courseIds: readonly number[]): Promise<CatalogueCourse[]> {
    const rows = await store.cardsIn(db, courseIds, caller?.userId ?? null)
    const enrolled = rows.filter(({ hasPlace }) => hasPlace).map(({ id }) => id)
    const lessons =
      caller && enrolled.length > 0
        ? await this.#deps.learning.lessonsIn(db, caller.userId, enrolled)
        : new Map<number, LessonCounts>()
    const unsold = await this.unsoldAmong(db, rows)
    const first = await this.#firstOf(db, caller, rows)
    return rows.map((row) =>
      this.present(row, caller, { lessons: lessons.get(row.id), unsold, first: first.get(row.id) }),
    )
  }

  async #lessonsOf(db: Db, caller: MaybeCaller, row: store.CardRow): Promise<LessonCounts | undefined> {
    if (!caller || !row.hasPlace) return undefined
    return (await this.#deps.learning.lessonsIn(db, caller.userId, [row.id])).get(row.id)
  }

  readonly presentOne = async (db: Db, caller: MaybeCaller, row: store.CardRow): Promise<CatalogueCourse> =>
    this.presentWith(db, caller, row, await this.#lessonsOf(db, caller, row))

  /** `lessons` is the viewer's progress, or undefined for a viewer who is not enrolled. */
  async presentWith(
    db: Db,
    caller: MaybeCaller,
    row: store.CardRow,
    lessons: LessonCounts | undefined,
  ): Promise<CatalogueCourse> {
    return this.present(row, caller, {
      lessons,
      unsold: await this.unsoldAmong(db, [row]),
      first: (await this.#firstOf(db, caller, [row])).get(row.id),
    })
  }
}
