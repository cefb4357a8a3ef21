/** Cards of courses, as lists, pages and sales pages show them. */
import { minutesOf } from '@apogee/contracts/courses/course-counts.ts'
import type { CatalogueCourse } from '@apogee/contracts/catalogue/catalogue.ts'
import type { Db } from '#server/platform/database/database.ts'
import type { MaybeCaller } from '#server/policy/caller.ts'
import type { Businesses } from '#server/features/businesses/businesses.service.ts'
import type { Courses } from '#server/features/courses/courses.service.ts'
import type { Learning, LessonCounts } from '#server/features/learning/learning.service.ts'
import * as store from './catalogue.store.ts'

interface CourseCardsDependencies {
  businesses: Pick<Businesses, 'selling'>
  courses: Pick<Courses, 'presentCourse'>
  learning: Pick<Learning, 'lessonsIn'>
}

export class CourseCards {
  readonly #deps: CourseCardsDependencies

  constructor(deps: CourseCardsDependencies) {
    this.#deps = deps
  }

  present(
    row: store.CardRow,
    caller: MaybeCaller,
    { lessons, unsold }: { lessons?: LessonCounts | undefined; unsold: ReadonlySet<number> },
  ): CatalogueCourse {
    const course = this.#deps.courses.presentCourse(row, caller)
    return {
      ...course,
      studentCount: row.studentCount,
      durationMinutes: minutesOf(row),
      lessonCount: row.lessonCount,
      isEnrolled: row.isEnrolled,
      ...(row.resourceCount === 0 && { isEmpty: true as const }),
      ...(row.priceCents > 0 && unsold.has(row.sellerId) && { isNotOnSaleYet: true as const }),
      ...(row.hasCohorts && { hasCohorts: true as const }),
      rating: row.rating,
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

  /**
   * Two statements for any number of cards, one more where sellers need approval, and one for the progress of enrolled
   * viewers.
   */
  async listed(db: Db, caller: MaybeCaller, courseIds: readonly number[]): Promise<CatalogueCourse[]> {
    const rows = await store.cardsIn(db, courseIds, caller?.userId ?? null)
    const enrolled = rows.filter(({ hasPlace }) => hasPlace).map(({ id }) => id)
    const lessons =
      caller && enrolled.length > 0
        ? await this.#deps.learning.lessonsIn(db, caller.userId, enrolled)
        : new Map<number, LessonCounts>()
    const unsold = await this.unsoldAmong(db, rows)
    return rows.map((row) => this.present(row, caller, { lessons: lessons.get(row.id), unsold }))
  }

  async #lessonsOf(db: Db, caller: MaybeCaller, row: store.CardRow): Promise<LessonCounts | undefined> {
    if (!caller || !row.hasPlace) return undefined
    return (await this.#deps.learning.lessonsIn(db, caller.userId, [row.id])).get(row.id)
  }

  readonly presentOne = async (db: Db, caller: MaybeCaller, row: store.CardRow): Promise<CatalogueCourse> =>
    this.present(row, caller, {
      lessons: await this.#lessonsOf(db, caller, row),
      unsold: await this.unsoldAmong(db, [row]),
    })
}
