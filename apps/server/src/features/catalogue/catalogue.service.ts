import type { CatalogueCourse, CourseDetail, SalesInfo } from '@apogee/contracts/catalogue.ts'
import type { CourseCategory, CourseSort } from '@apogee/contracts/limits.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Database, Log } from '#server/platform/database/database.ts'
import { listen, type Listener } from '#server/platform/database/listener.ts'
import { pageRequest, type Page } from '#server/platform/pages.ts'
import type { ReadyBytes } from '#server/platform/precompressed-response.ts'
import { searchPattern } from '#server/platform/search-pattern.ts'
import { maySeeDrafts, verdictOn } from '#server/policy/authorise.ts'
import type { Caller, MaybeCaller } from '#server/policy/caller.ts'
import { refuse } from '#server/policy/refusal.ts'
import type { CourseStanding } from '#server/policy/standing.ts'
import type { Businesses } from '#server/features/businesses/businesses.service.ts'
import type { Courses } from '#server/features/courses/courses.service.ts'
import type { Learning, LessonCounts } from '#server/features/learning/learning.service.ts'
import { listScope, minutesOf, type ListedState } from './catalogue.rules.ts'
import * as store from './catalogue.store.ts'
import { createFeaturedInstructors } from './featured-instructors.ts'
import { countPublicCourses, publicCoursesAfter } from './public-courses.store.ts'
import { createReadyLists } from './list-response-cache.ts'

export interface CatalogueParts {
  database: Database
  clock: Clock
  log: Log
  businesses: Pick<Businesses, 'sellersNotOnSale'>
  courses: Courses
  learning: Learning
}

/** What `GET /courses` takes, validated. */
export interface CourseListQuery {
  limit?: number | undefined
  cursor?: string | undefined
  page?: number | undefined
  createdBy?: number | undefined
  include?: 'taught' | undefined
  businessId?: 'own' | undefined
  search?: string | undefined
  category?: CourseCategory | undefined
  price?: 'all' | 'free' | 'paid' | undefined
  visibility?: 'all' | 'public' | 'private' | undefined
  sort?: CourseSort | undefined
  state?: ListedState | undefined
}

export type Catalogue = ReturnType<typeof createCatalogue>

export function createCatalogue({ database, clock, log, businesses, courses, learning }: CatalogueParts) {
  const { kysely } = database
  const cards = store.createCards(database)
  const readyLists = createReadyLists({ clock })
  const instructors = createFeaturedInstructors({ kysely, clock })
  const watchers = new Set<() => void>()
  let listener: Listener | undefined

  function presentCard(
    row: store.CardRow,
    caller: MaybeCaller,
    { lessons, unsold }: { lessons?: LessonCounts | undefined; unsold: ReadonlySet<number> },
  ): CatalogueCourse {
    const course = courses.presentCourse(row, caller)
    return {
      ...course,
      studentCount: row.studentCount,
      durationMinutes: minutesOf(row),
      lessonCount: row.lessonCount,
      isEnrolled: row.isEnrolled,
      ...(row.resourceCount === 0 && { isEmpty: true as const }),
      ...(row.priceCents > 0 && unsold.has(row.sellerId) && { isNotOnSaleYet: true as const }),
      rating: row.rating,
      ...(lessons && {
        enrollment: {
          progress: { completedLessons: lessons.completedLessons, totalLessons: lessons.totalLessons },
          lastAccessed: row.lastAccessedAt?.toISOString() ?? null,
        },
      }),
    }
  }

  const unsoldAmong = (rows: readonly store.CardRow[]) =>
    businesses.sellersNotOnSale(rows.map(({ sellerId }) => sellerId))

  /** Two statements for any number of cards, one where sellers need approval, and one for the progress of those who have places among them. */
  async function cardsFor(caller: MaybeCaller, courseIds: readonly number[]): Promise<CatalogueCourse[]> {
    const rows = await cards(courseIds, caller?.userId ?? null)
    const enrolled = rows.filter(({ isEnrolled }) => isEnrolled).map(({ id }) => id)
    const lessons =
      caller && enrolled.length > 0
        ? await learning.lessonsIn(kysely, caller.userId, enrolled)
        : new Map<number, LessonCounts>()
    const unsold = await unsoldAmong(rows)
    return rows.map((row) => presentCard(row, caller, { lessons: lessons.get(row.id), unsold }))
  }

  /** The courses this caller may see, newest id first. Refuses somebody else's own list. */
  async function listCourses(caller: MaybeCaller, query: CourseListQuery): Promise<Page<CatalogueCourse>> {
    const filter: store.ListFilter = {
      scope: listScope(caller, query),
      pattern: searchPattern(query.search),
      category: query.category ?? null,
      price: query.price ?? 'all',
      visibility: query.visibility ?? 'all',
      sort: query.sort ?? 'newest',
      state: query.state ?? null,
    }
    const page = pageRequest(query)
    const { ids, total } = await store.pageOfIds(kysely, caller, filter, page)
    const shown = ids.slice(0, page.limit)
    return {
      data: await cardsFor(caller, shown),
      meta: { total, nextCursor: ids.length > page.limit ? String(shown.at(-1)) : null },
    }
  }

  function forgetLists(): void {
    readyLists.drop()
    instructors.drop()
    for (const changed of watchers) changed()
  }

  function hearOfChanges(): void {
    listener ??= listen(database, 'courses_changed', { onNotice: forgetLists, log })
  }

  /** Ready bytes, for everybody alike. */
  function countCourses(): Promise<ReadyBytes> {
    hearOfChanges()
    return readyLists.answerFor('counts', async () => ({
      success: true,
      data: await store.countsByCategory(kysely),
    }))
  }

  /** Ready bytes, for everybody alike. */
  function featuredInstructors(): Promise<ReadyBytes> {
    hearOfChanges()
    return instructors.answer()
  }

  /**
   * The list as anybody sees it who is not signed in, as ready bytes: dropped when a course changes anywhere, and
   * after a second in any case.
   */
  function publicList(query: CourseListQuery): Promise<ReadyBytes> {
    hearOfChanges()
    const { limit, before, offset } = pageRequest(query)
    const key = JSON.stringify([
      limit,
      before,
      offset,
      query.search,
      query.category,
      query.price,
      query.visibility,
      query.createdBy,
      query.businessId,
      query.sort,
      query.state,
    ])
    return readyLists.answerFor(key, async () => ({ success: true, ...(await listCourses(null, query)) }))
  }

  /** The caller's own courses, the newest place first, each with where one goes on; archived ones stay. */
  async function listEnrolled(
    caller: Caller,
    query: Pick<CourseListQuery, 'limit' | 'cursor' | 'page'>,
  ): Promise<Page<CatalogueCourse>> {
    const page = pageRequest(query)
    const { places, total } = await store.pageOfPlaces(kysely, caller.userId, page)
    const shown = places.slice(0, page.limit)
    const courseIds = shown.map(({ courseId }) => courseId)
    const [own, next] = await Promise.all([
      cardsFor(caller, courseIds),
      learning.nextIn(kysely, caller.userId, courseIds),
    ])
    const data = own.map(({ enrollment, ...course }) => ({
      ...course,
      ...(enrollment && { enrollment: { ...enrollment, next: next.get(course.id) ?? null } }),
    }))
    return { data, meta: { total, nextCursor: places.length > page.limit ? String(shown.at(-1)?.id) : null } }
  }

  async function cardOf(caller: MaybeCaller, courseId: number): Promise<store.CardRow> {
    const [row] = await cards([courseId], caller?.userId ?? null)
    return row ?? refuse('COURSE_NOT_FOUND')
  }

  async function lessonsOf(caller: MaybeCaller, row: store.CardRow): Promise<LessonCounts | undefined> {
    if (!caller || !row.isEnrolled) return undefined
    return (await learning.lessonsIn(kysely, caller.userId, [row.id])).get(row.id)
  }

  const presentOne = async (caller: MaybeCaller, row: store.CardRow): Promise<CatalogueCourse> =>
    presentCard(row, caller, { lessons: await lessonsOf(caller, row), unsold: await unsoldAmong([row]) })

  /** A course and its contents: with files for those who may study it, else an outline with its free previews. */
  async function readCourse(caller: MaybeCaller, standing: CourseStanding): Promise<CourseDetail> {
    const { courseId } = standing
    const mayStudy = verdictOn('course.study', standing) === 'allow'
    const includeDrafts = maySeeDrafts(standing)
    const row = await cardOf(caller, courseId)
    const contents = courses.presentContents(await courses.contentsOf(kysely, courseId, { includeDrafts }), {
      caller,
      includeDrafts,
      includeFiles: mayStudy || (standing.visibility === 'public' ? 'previews' : false),
    })
    if (caller && row.isEnrolled) {
      const progress = await learning.resourcesIn(kysely, caller.userId, courseId)
      for (const resource of contents.flatMap(({ resources }) => resources)) {
        resource.progress = progress.get(resource.id) ?? { completed: false, watchTime: 0, position: 0 }
      }
    }
    return {
      ...(await presentOne(caller, row)),
      contents,
      permissions: { study: mayStudy, manage: verdictOn('course.edit', standing) === 'allow' },
    }
  }

  /** Other courses beside a sales page: cards, without anybody's progress. */
  async function relatedCards(caller: MaybeCaller, courseId: number): Promise<CatalogueCourse[]> {
    const rows = await cards(await store.relatedTo(kysely, courseId), caller?.userId ?? null)
    const unsold = await unsoldAmong(rows)
    return rows.map((row) => presentCard(row, caller, { unsold }))
  }

  /** Everything the sales page shows, for everyone alike: what is published, and files of free previews only. */
  async function courseSales(caller: MaybeCaller, standing: CourseStanding): Promise<SalesInfo> {
    const { courseId } = standing
    const row = await cardOf(caller, courseId)
    const sales = (await store.salesOf(kysely, courseId)) ?? refuse('COURSE_NOT_FOUND')
    const outline = await courses.contentsOf(kysely, courseId, { includeDrafts: false })
    const { subtitle, outcomes, requirements, audience, faq, planLines } = sales
    return {
      course: await presentOne(caller, row),
      isEnrolled: row.isEnrolled,
      stats: {
        enrollmentCount: row.studentCount,
        contentCounts: { lessons: row.lessonCount, totalDuration: minutesOf(row) },
        resourceCount: row.resourceCount,
      },
      outline: courses.presentContents(outline, {
        caller,
        includeDrafts: false,
        includeFiles: standing.visibility === 'public' ? 'previews' : false,
      }),
      instructor:
        sales.instructorId === null
          ? null
          : {
              id: sales.instructorId,
              name: sales.instructorName,
              bio: sales.bio ?? '',
              avatar: sales.avatar,
              courseCount: sales.courseCount,
              studentCount: sales.studentCount,
            },
      sellerName: sales.sellerName ?? '',
      moneyBack: { days: sales.moneyBackDays, percent: sales.moneyBackPercent },
      subtitle,
      outcomes,
      requirements,
      audience,
      faq,
      planLines,
      related: await relatedCards(caller, courseId),
      permissions: { manage: verdictOn('course.edit', standing) === 'allow' },
    }
  }

  return {
    listCourses,
    publicList,
    countCourses,
    featuredInstructors,
    listEnrolled,
    readCourse,
    courseSales,
    /** Who has just changed a course finds it so in the next list, even before the database's own notice arrives. */
    forgetLists,
    countPublicCourses: () => countPublicCourses(kysely),
    /** In the order of their ids. */
    publicCoursesAfter: (place: Parameters<typeof publicCoursesAfter>[1]) =>
      publicCoursesAfter(kysely, place),
    /** Calls `changed` after every change of a course, whoever makes it. */
    watch(changed: () => void): void {
      watchers.add(changed)
      hearOfChanges()
    },
    close: async () => listener?.close(),
  }
}
