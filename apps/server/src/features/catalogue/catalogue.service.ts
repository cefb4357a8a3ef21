import type { CatalogueCourse, CourseDetail, SalesInfo } from '@apogee/contracts/catalogue/catalogue.ts'
import type { LessonMatches } from '@apogee/contracts/catalogue/lesson-search.ts'
import type { Language } from '@apogee/domain/languages.ts'
import type { CourseLength, LeastRating } from '@apogee/contracts/course-filters.ts'
import type { CourseLevel } from '@apogee/contracts/course-levels.ts'
import type { CourseCategory, CourseSort } from '@apogee/contracts/course-choices.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Database, Db, Log } from '#server/platform/database/database.ts'
import { listen, type Listener } from '#server/platform/database/connections/listener.ts'
import {
  cappedTotal,
  pageOfRows,
  pageRequest,
  type Page,
  type PageQuery,
  type PageRequest,
} from '#server/platform/pages.ts'
import type { PrecompressedResponse } from '#server/platform/resources/precompressed-response.ts'
import { maySeeDrafts, verdictOn } from '#server/policy/authorise.ts'
import type { Caller, MaybeCaller } from '#server/policy/caller.ts'
import { refuse } from '#server/policy/refusal.ts'
import type { CourseStanding } from '#server/policy/standing.ts'
import type { Businesses } from '#server/features/businesses/businesses.service.ts'
import type { Courses } from '#server/features/courses/courses.service.ts'
import type { Enrolments } from '#server/features/enrolments/enrolments.service.ts'
import type { Learning, LessonCounts } from '#server/features/learning/learning.service.ts'
import type { Media } from '#server/features/media/media.service.ts'
import type { Prerequisites } from '#server/features/prerequisites/prerequisites.service.ts'
import type { EnrolmentState } from '@apogee/contracts/enrolments/enrolment-states.ts'
import { listScope, onlyPreviews, type ListedState } from './catalogue.rules.ts'
import * as store from './catalogue.store.ts'
import { CourseCards } from './course-cards.ts'
import { FeaturedInstructors } from './suggestions/featured-instructors.ts'
import { countPublicCourses, publicCoursesAfter } from './public-courses.store.ts'
import { allEnrolments, pageOfEnrolments, type PlacePage } from './own-courses.store.ts'
import { literalSearch } from './search/search.rules.ts'
import { findCourses } from './search/find-courses.ts'
import { createListResponseCache } from './list-response-cache.ts'
import type { searchLessons } from './search/lesson-search.ts'
import type { SalesPages } from './sales-pages.ts'
import { ManagedCourses } from './managed/managed-courses.ts'
import { Wishlist } from './wishlist.ts'

export interface CatalogueDependencies {
  database: Database
  clock: Clock
  log: Log
  businesses: Pick<Businesses, 'selling'>
  courses: Courses
  enrolments: Pick<Enrolments, 'isEnrolled'>
  learning: Learning
  prerequisites: Pick<Prerequisites, 'shownTo'>
  media: Media
}

/** The validated query of `GET /courses`. */
export interface CourseListQuery {
  limit?: number | undefined
  cursor?: string | undefined
  page?: number | undefined
  createdBy?: number | undefined
  include?: 'taught' | undefined
  businessId?: 'own' | undefined
  search?: string | undefined
  spelling?: 'near' | undefined
  category?: CourseCategory | undefined
  price?: 'all' | 'free' | 'paid' | undefined
  language?: Language | undefined
  level?: CourseLevel | undefined
  length?: CourseLength | undefined
  rating?: LeastRating | undefined
  visibility?: 'all' | 'public' | 'private' | undefined
  sort?: CourseSort | undefined
  state?: ListedState | undefined
}

/** The validated query of `GET /courses/enrolled`. */
type EnrolledQuery = PageQuery & { state?: EnrolmentState | undefined; search?: string | undefined }

/** The trigger `enrolments_changed` sends this payload when only enrolments have changed. */
export const enrolmentsOnly = 'enrolments'

/** `searchedFor` is set if no course matches the typed words. The listed courses then match the words in `searchedFor`. */
export type CoursePage = Page<CatalogueCourse> & { meta: { searchedFor?: string } }

export class Catalogue {
  readonly #deps: CatalogueDependencies
  readonly #listResponses
  readonly #instructors
  readonly #cards: CourseCards
  #salesPages: Promise<SalesPages> | undefined
  readonly wishlist: Wishlist
  readonly managed: ManagedCourses
  readonly #watchers = new Set<() => void>()
  #listener: Listener | undefined

  constructor(deps: CatalogueDependencies) {
    this.#deps = deps
    this.#listResponses = createListResponseCache({ clock: deps.clock })
    this.#cards = new CourseCards(deps)
    this.#instructors = new FeaturedInstructors(deps)
    this.managed = new ManagedCourses(deps)
    this.wishlist = new Wishlist({
      ...deps,
      cardsFor: (caller, courseIds) => this.#cards.listed(deps.database.kysely, caller, courseIds),
    })
  }

  /** Reads for anonymous visitors may use a standby database, because all of them get the same response. */
  #readFor<T>(caller: MaybeCaller, work: (db: Db) => Promise<T>): Promise<T> {
    const { database } = this.#deps
    return caller === null ? database.publicRead(work) : work(database.kysely)
  }

  /** Lists the courses that this caller may see, newest id first. Refuses another user's own list. */
  async listCourses(caller: MaybeCaller, query: CourseListQuery): Promise<CoursePage> {
    const filter: store.ListFilter = {
      scope: listScope(caller, query),
      search: literalSearch(query.search),
      category: query.category ?? null,
      price: query.price ?? 'all',
      facts: {
        language: query.language,
        level: query.level,
        length: query.length,
        rating: query.rating,
      },
      visibility: query.visibility ?? 'all',
      sort: query.sort ?? 'newest',
      state: query.state ?? null,
    }
    const page = pageRequest(query)
    return this.#readFor(caller, async (db) => {
      const { ids, kept, counted, searchedFor } =
        query.spelling === 'near'
          ? await findCourses(db, caller, filter, page, query.search)
          : { ...(await store.pageOfIds(db, caller, filter, page)), searchedFor: undefined }
      const { total, ...capped } = cappedTotal(counted)
      const shown = ids.slice(0, page.limit)
      return {
        data: await this.#cards.listed(db, caller, shown),
        meta: {
          total: kept + total,
          ...capped,
          ...(searchedFor !== undefined && { searchedFor }),
          nextCursor: ids.length > page.limit ? String(shown.at(-1)) : null,
        },
      }
    })
  }

  /**
   * Drops cached responses after a change. A purchase changes only counts of students. It drops the lists, which cost a few
   * milliseconds to compute, but keeps documents, which must be rendered.
   */
  forgetLists(change?: string): void {
    this.#listResponses.drop()
    this.#instructors.drop()
    this.#deps.media.streams.forgetAccess()
    if (change === enrolmentsOnly) return
    for (const changed of this.#watchers) changed()
  }

  /**
   * Waits until notices of earlier changes have arrived. Before the first request for a list, nothing is cached and nothing is
   * awaited.
   */
  async caughtUp(): Promise<void> {
    await this.#listener?.caughtUp()
  }

  #listenForChanges(): void {
    this.#listener ??= listen(this.#deps.database, 'courses_changed', {
      onNotice: (change) => this.forgetLists(change),
      log: this.#deps.log,
    })
  }

  /** Returns cached bytes that are the same for all callers. */
  countCourses(): Promise<PrecompressedResponse> {
    this.#listenForChanges()
    return this.#listResponses.answerFor('counts', async () => ({
      success: true,
      data: await store.countsByCategory(this.#deps.database.kysely),
    }))
  }

  /** Returns cached bytes that are the same for all callers. */
  featuredInstructors(): Promise<PrecompressedResponse> {
    this.#listenForChanges()
    return this.#instructors.answer()
  }

  /**
   * Returns the list for anonymous visitors as cached bytes. Any change of a course drops the cache, and entries expire after one
   * second.
   */
  publicList(query: CourseListQuery): Promise<PrecompressedResponse> {
    this.#listenForChanges()
    const { limit, before, offset } = pageRequest(query)
    const key = JSON.stringify([
      limit,
      before,
      offset,
      query.search,
      query.spelling,
      query.category,
      query.price,
      query.language,
      query.level,
      query.length,
      query.rating,
      query.visibility,
      query.createdBy,
      query.businessId,
      query.sort,
      query.state,
    ])
    return this.#listResponses.answerFor(key, async () => ({
      success: true,
      ...(await this.listCourses(null, query)),
    }))
  }

  /**
   * Lists the caller's own courses with the next lesson and the modules of each, newest enrolment first. Courses that sellers
   * archived remain in the list.
   */
  async listEnrolled(caller: Caller, query: EnrolledQuery): Promise<Page<CatalogueCourse>> {
    const { kysely } = this.#deps.database
    const page = pageRequest(query)
    const { places, total } = await this.#enrolledPlaces(caller.userId, query, page)
    const shown = places.slice(0, page.limit)
    const courseIds = shown.map(({ courseId }) => courseId)
    const [own, next, outlines] = await Promise.all([
      this.#cards.listed(kysely, caller, courseIds),
      this.#deps.learning.nextIn(kysely, caller.userId, courseIds),
      this.#deps.learning.modulesIn(kysely, caller.userId, courseIds),
    ])
    const data = own.map(({ enrollment, ...course }) => ({
      ...course,
      ...(enrollment && {
        enrollment: { ...enrollment, next: next.get(course.id) ?? null, ...outlines.get(course.id) },
      }),
    }))
    return { data, meta: { total, nextCursor: places.length > page.limit ? String(shown.at(-1)?.id) : null } }
  }

  /**
   * The completion of a course follows from its lessons and is not stored. Lists that depend on completion therefore read all
   * enrolments of the person.
   */
  async #enrolledPlaces(
    userId: number,
    { state, search = '' }: EnrolledQuery,
    page: PageRequest,
  ): Promise<PlacePage> {
    const { kysely } = this.#deps.database
    if (state === undefined || state === 'archived') {
      const archived = state === 'archived' ? true : null
      return pageOfEnrolments(kysely, userId, { archived, search }, page)
    }
    const all = await allEnrolments(kysely, userId, { archived: false, search })
    const finished = await this.#deps.learning.finishedOf(
      kysely,
      userId,
      all.map(({ courseId }) => courseId),
    )
    const matching = all.filter(({ courseId }) => finished.has(courseId) === (state === 'completed'))
    return { places: pageOfRows(matching, page), total: matching.length }
  }

  async #cardOf(db: Db, caller: MaybeCaller, courseId: number): Promise<store.CardRow> {
    const [row] = await store.cardsIn(db, [courseId], caller?.userId ?? null)
    return row ?? refuse('COURSE_NOT_FOUND')
  }

  /** Returns a course and its contents: with files for callers who may study the course, else an outline with free previews. */
  readonly readCourse = (caller: MaybeCaller, standing: CourseStanding): Promise<CourseDetail> =>
    this.#readFor(caller, (db) => this.#detailOf(db, caller, standing))

  async #detailOf(db: Db, caller: MaybeCaller, standing: CourseStanding): Promise<CourseDetail> {
    const { courseId } = standing
    const mayStudy = verdictOn('course.study', standing) === 'allow'
    const row = await this.#cardOf(db, caller, courseId)
    const { contents } = await this.#contentsFor(db, caller, standing)
    let lessons: LessonCounts | undefined
    let hasRequirements = false
    let next: NonNullable<CourseDetail['enrollment']>['next']
    if (caller && row.hasPlace) {
      if (mayStudy)
        next = (await this.#deps.learning.nextIn(db, caller.userId, [courseId])).get(courseId) ?? null
      hasRequirements = await store.hasCertificateRequirements(db, courseId)
      const progress = await this.#deps.learning.resourcesIn(db, caller.userId, courseId)
      for (const resource of contents.flatMap(({ resources }) => resources)) {
        resource.progress = progress.get(resource.id) ?? { completed: false, watchTime: 0, position: 0 }
      }
      const published = contents.filter(({ isPublished }) => isPublished)
      lessons = this.#deps.learning.countLessons(
        published.flatMap(({ resources }) => resources.filter(({ isPublished }) => isPublished)),
        progress,
      )
    }
    const { enrollment, ...course } = await this.#cards.presentWith(db, caller, row, lessons)
    return {
      ...course,
      ...(enrollment && { enrollment: { ...enrollment, ...(next !== undefined && { next }) } }),
      contents,
      ...(hasRequirements && { hasCertificateRequirements: true as const }),
      permissions: { study: mayStudy, manage: verdictOn('course.edit', standing) === 'allow' },
    }
  }

  /** Returns the contents of a course with the files that this caller may open. */
  async #contentsFor(db: Db, caller: MaybeCaller, standing: CourseStanding) {
    const includeDrafts = maySeeDrafts(standing)
    const rows = await this.#deps.courses.contentsOf(db, standing.courseId, {
      includeDrafts,
      learnerId: caller?.userId ?? null,
    })
    const mayStudy = verdictOn('course.study', standing) === 'allow'
    const includeFiles = includeDrafts || (mayStudy ? ('open' as const) : onlyPreviews(standing))
    const contents = this.#deps.courses.presentContents(rows, { caller, includeFiles })
    return { rows, contents, includeFiles }
  }

  /** Searches the captions and texts that this caller may open. */
  async searchLessons(
    caller: MaybeCaller,
    standing: CourseStanding,
    form: Parameters<typeof searchLessons>[3],
  ): Promise<LessonMatches> {
    const { kysely } = this.#deps.database
    const { rows, contents, includeFiles } = await this.#contentsFor(kysely, caller, standing)
    const resources = rows.flatMap((content) => content.resources)
    const tracksOf = new Map(resources.map(({ id, captions }) => [id, captions]))
    const open = resources.filter((resource) => this.#deps.courses.isHandedOut(resource, includeFiles))
    const openIds = new Set(open.map(({ id }) => id))
    // The module is loaded on first use, because most processes search no course.
    const search = await import('./search/lesson-search.ts')
    return search.searchLessons(this.#deps, caller, { contents, tracksOf, openIds }, form)
  }

  /** Returns the data of the sales page, the same for all callers: published contents, and files of free previews only. */
  readonly courseSales = (caller: MaybeCaller, standing: CourseStanding): Promise<SalesInfo> =>
    this.#readFor(caller, async (db) => (await this.#sales()).read(db, caller, standing))

  /** Returns the sales page of a course as it will look, for people who manage the course. */
  async previewSales(caller: Caller, standing: CourseStanding): ReturnType<SalesPages['preview']> {
    return (await this.#sales()).preview(this.#deps.database.kysely, caller, standing)
  }

  /** The module is loaded on first use, so that the server starts faster. */
  #sales(): Promise<SalesPages> {
    const { clock, courses } = this.#deps
    return (this.#salesPages ??= import('./sales-pages.ts').then(
      (pages) => new pages.SalesPages({ clock, courses, cards: this.#cards }),
    ))
  }

  /** Returns cards as anonymous visitors see them, in the order of the ids. */
  readonly publicCards = (db: Db, courseIds: readonly number[]): Promise<CatalogueCourse[]> =>
    this.#cards.listed(db, null, courseIds)

  countPublicCourses() {
    return countPublicCourses(this.#deps.database.kysely)
  }

  /** Returns public courses ordered by id, for the sitemap. */
  publicCoursesAfter(place: Parameters<typeof publicCoursesAfter>[1]) {
    return this.#deps.database.publicRead((db) => publicCoursesAfter(db, place))
  }

  /** Calls `changed` after any process has changed a course. */
  watch(changed: () => void): void {
    this.#watchers.add(changed)
    this.#listenForChanges()
  }

  async close() {
    return this.#listener?.close()
  }
}
