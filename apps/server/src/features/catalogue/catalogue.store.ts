/** Read queries over tables of other features. This file writes nothing. */
import type { CourseCategory, CourseSort } from '@apogee/contracts/course-choices.ts'
import type { StartOfCourse } from '@apogee/contracts/enrolments/starts.ts'
import type { SalesContent } from '@apogee/contracts/courses/sales-content.forms.ts'
import { sql, type RawBuilder } from 'kysely'
import { onlyRow } from '#server/platform/database/rows.ts'
import type { Db } from '#server/platform/database/database.ts'
import { countLimit, type PageRequest } from '#server/platform/pages.ts'
import {
  courseColumns,
  courseJoins,
  salesContentColumns,
  type CourseRow,
} from '#server/features/courses/courses.service.ts'
import {
  askedTable,
  countSome,
  facetsOf,
  fewCandidates,
  isOnTop,
  relevanceOf,
  searchedPart,
  type CourseFilter,
} from './search/course-search.store.ts'
import type { CourseLength } from '@apogee/contracts/course-filters.ts'
import type { CourseSearch } from './search/search.rules.ts'
import type { ListedState, ListScope, SellingBusiness, Viewer } from './catalogue.rules.ts'

type Condition = RawBuilder<unknown>

export interface ListFilter extends CourseFilter {
  scope: ListScope
  search: CourseSearch | null
  visibility: 'all' | 'public' | 'private'
  sort: CourseSort
  /** Null means the default states of the list (partsOfList). */
  state: ListedState | 'any' | null
}

interface ListOrder {
  key: Condition
  direction: Condition
  beyond: Condition
}

/** A list can be sorted in these orders. Each has an index on the listed courses, and the id breaks ties. */
const newest: ListOrder = { key: sql`c.id`, direction: sql`DESC`, beyond: sql`<` }
const orders: Record<CourseSort, ListOrder> = {
  newest,
  students: { key: sql`c.student_count`, direction: sql`DESC`, beyond: sql`<` },
  rating: { key: sql`c.rating_score`, direction: sql`DESC`, beyond: sql`<` },
  'price-low': { key: sql`c.price_cents`, direction: sql`ASC`, beyond: sql`>` },
  'price-high': { key: sql`c.price_cents`, direction: sql`DESC`, beyond: sql`<` },
  relevance: newest,
}

/**
 * Continues after the last course of the previous page, at the place where that course is now. For a course that the viewer may not
 * see, the page is empty, as for an unknown id: its place would reveal its price.
 */
function after(
  order: ListOrder,
  last: number | null,
  viewer: Viewer,
  { id, key } = { id: sql`c.id`, key: order.key },
): Condition {
  if (order === newest) return sql`${id} < ${last ?? beyondAll}`
  if (last === null) return sql`true`
  const lastKey = sql`SELECT ${order.key} FROM course_cards c WHERE c.id = ${last} AND (c.is_listed OR ${mayKnowOf(viewer)})`
  return sql`(${key}, ${id}) ${order.beyond} ((${lastKey}), ${last}::bigint)`
}

/** Tells whether the last course of the previous page fulfils a condition on `c`. At the first page it does. */
const lastIs = (condition: Condition, last: number | null, viewer: Viewer): Condition =>
  last === null
    ? sql`true`
    : sql`(SELECT coalesce(${condition}, false) FROM course_cards c WHERE c.id = ${last} AND (c.is_listed OR ${mayKnowOf(viewer)}))`

/** Selects the public or the private courses of a list. A partial index exists for each of these parts. */
interface ListPart {
  where: Condition
  /** A trigger maintains this exact number of courses. If absent, the rows are counted. */
  kept?: RawBuilder<unknown>
  /** This has the same meaning as in SearchedPart. */
  facets: string[] | null
}

const all = (conditions: (Condition | false | null)[]): Condition =>
  sql.join(
    conditions.filter((condition) => condition !== false && condition !== null),
    sql` AND `,
  )

/** Matches private courses that this viewer may see as a learner, as a teacher, or as an admin of the course's business. */
function mayKnowOf(viewer: Viewer): Condition {
  if (!viewer) return sql`false`
  const { userId, role, businessId } = viewer
  const enrolled = sql`c.id = ANY(ARRAY(
    SELECT e.course_id FROM active_enrolments e WHERE e.user_id = ${userId}))`
  if (role === 'superadmin') return sql`true`
  if (role === 'admin') {
    return sql`(${enrolled} OR c.seller_id = (SELECT s.id FROM seller_cards s WHERE s.business_id = ${businessId}))`
  }
  if (role === 'instructor') {
    return sql`(${enrolled} OR ((c.created_by = ${userId} OR c.instructor_id = ${userId})
      AND (SELECT s.business_id FROM seller_cards s WHERE s.id = c.seller_id) IS NOT DISTINCT FROM ${businessId}::bigint))`
  }
  return enrolled
}

/**
 * Matches courses that a person created, and on request those that the person teaches. Courses that an instructor created in a
 * business belong to the business alone once the instructor has left it.
 */
function ownedBy(viewer: Viewer, userId: number, withTaught: boolean): Condition {
  const own = withTaught
    ? sql`(c.created_by = ${userId} OR c.instructor_id = ${userId})`
    : sql`c.created_by = ${userId}`
  if (viewer?.role !== 'instructor') return own
  return sql`(${own} AND (SELECT s.business_id FROM seller_cards s WHERE s.id = c.seller_id)
    IS NOT DISTINCT FROM ${viewer.businessId}::bigint)`
}

const ofSeller = (seller: NonNullable<ListScope['seller']>): Condition =>
  'platform' in seller
    ? sql`c.seller_id = (SELECT s.id FROM seller_cards s WHERE s.is_platform)`
    : sql`c.seller_id = (SELECT s.id FROM seller_cards s WHERE s.business_id = ${seller.business})`

const ofLength: Record<CourseLength, Condition> = {
  'under-2h': sql`(c.minutes > 0 AND c.minutes < 120)`,
  '2-6h': sql`c.minutes BETWEEN 120 AND 360`,
  'over-6h': sql`c.minutes > 360`,
}

function matches({ category, price, facts: { language, level, length, rating } }: ListFilter): Condition[] {
  return [
    category !== null && sql`c.category = ${category}`,
    price === 'free' && sql`c.price_cents = 0`,
    price === 'paid' && sql`c.price_cents > 0`,
    language !== undefined && sql`c.language = ${language}`,
    level !== undefined && sql`c.level = ${level}`,
    length !== undefined && ofLength[length],
    rating !== undefined && sql`c.rating_tenths >= ${Number(rating) * 10}`,
  ].filter((condition) => condition !== false)
}

/** A trigger maintains the number of listed courses, so that no request counts 100,000 rows. */
function publicTotal({ category, price }: ListFilter): RawBuilder<unknown> {
  const matching = all([
    sql`true`,
    category !== null && sql`k.category = ${category}`,
    price !== 'all' && sql`k.is_free = ${price === 'free'}`,
  ])
  return sql`(SELECT coalesce(sum(k.courses), 0)::int8 FROM public_course_counts k WHERE ${matching})`
}

const inState: Record<ListedState | 'any', Condition> = {
  any: sql`true`,
  current: sql`c.archived_at IS NULL`,
  draft: sql`(c.is_draft AND c.archived_at IS NULL)`,
  published: sql`c.is_published`,
  archived: sql`c.archived_at IS NOT NULL`,
}

/**
 * Without a requested state, a person's own list contains drafts and published courses. All other lists contain published courses.
 */
function partsOfList(viewer: Viewer, filter: ListFilter): ListPart[] {
  const { scope, visibility, state } = filter
  const isOwn = scope.createdBy !== null || scope.seller !== null
  if (isOwn || (state !== null && state !== 'published')) {
    const { createdBy, withTaught, seller } = scope
    const where = all([
      inState[state ?? 'current'],
      createdBy !== null && ownedBy(viewer, createdBy, withTaught),
      seller !== null && ofSeller(seller),
      visibility !== 'all' && sql`c.is_private = ${visibility === 'private'}`,
      sql`(c.is_listed OR ${mayKnowOf(viewer)})`,
      ...matches(filter),
    ])
    // All courses are too many to be compared one by one.
    return [{ where, facets: viewer?.role === 'superadmin' && !isOwn && filter.search ? [] : null }]
  }
  const parts: ListPart[] = []
  if (visibility !== 'private') {
    const where = all([sql`c.is_listed`, ...matches(filter)])
    parts.push({ where, kept: publicTotal(filter), facets: facetsOf('listed', filter) })
  }
  if (visibility !== 'public' && viewer) {
    const where = all([sql`c.is_published AND c.is_private`, mayKnowOf(viewer), ...matches(filter)])
    parts.push({ where, facets: viewer.role === 'superadmin' ? facetsOf('private', filter) : null })
  }
  return parts
}

/** Matches the courses `c` of a scope for people who manage them, in all states. */
export const managedCourses = (viewer: Viewer, { createdBy, withTaught, seller }: ListScope): Condition =>
  createdBy !== null
    ? ownedBy(viewer, createdBy, withTaught)
    : seller === null
      ? viewer?.role === 'superadmin'
        ? sql`true`
        : sql`false`
      : ofSeller(seller)

export interface IdPage {
  /** The ids are in the requested order. One extra id shows that another page exists. */
  ids: number[]
  /** `kept` comes from numbers of listed courses that a trigger maintains. `counted` counts all other courses, up to countLimit. */
  kept: number
  counted: number
}

const counted = (where: Condition) =>
  sql`(SELECT count(*) FROM (SELECT FROM course_cards c WHERE ${where} ${countLimit}) counted)`
const sumOf = (numbers: RawBuilder<unknown>[]) => sql.join(numbers, sql` + `)

const beyondAll = Number.MAX_SAFE_INTEGER

/**
 * Returns one page of ids and the total in one statement. Each part is read from its partial index, in order, and stops after the
 * page.
 *
 * At 100,000 courses (90,000 public), first page of the public part: Limit → Index Only Scan using courses_public_idx (id < …): 51
 * rows, 0.05 ms; total: 12 rows of public_course_counts. See docs/performance.md for categories, search and deep pages.
 */
export async function pageOfIds(
  db: Db,
  viewer: Viewer,
  filter: ListFilter,
  page: PageRequest,
  few = fewCandidates,
): Promise<IdPage> {
  const parts = partsOfList(viewer, filter)
  if (parts.length === 0) return { ids: [], kept: 0, counted: 0 }
  const isNarrowed = Object.values(filter.facts).some((value) => value !== undefined)
  if (filter.search || (isNarrowed && parts.some(({ facets }) => facets)))
    return searchedPage(db, viewer, filter, parts, page, few)
  const wanted = page.limit + 1
  const { key, direction } = orders[filter.sort]
  const arms = parts.map(
    ({ where }) => sql`
      (SELECT c.id, ${key} AS key FROM course_cards c WHERE ${where} AND ${after(orders[filter.sort], page.before, viewer)}
        ORDER BY ${key} ${direction}, c.id ${direction} LIMIT ${wanted + page.offset})`,
  )
  const found = await sql<IdPage>`
    SELECT ${sumOf(parts.map(({ kept }) => kept ?? sql`0::int8`))} AS kept,
      ${sumOf(parts.map(({ where, kept }) => (kept ? sql`0::int8` : counted(where))))} AS counted,
      ARRAY(SELECT seen.id FROM (${sql.join(arms, sql` UNION ALL `)}) seen
             ORDER BY seen.key ${direction}, seen.id ${direction} LIMIT ${wanted} OFFSET ${page.offset}) AS ids`.execute(
    db,
  )
  return found.rows[0] ?? { ids: [], kept: 0, counted: 0 }
}

/**
 * Returns a page like `pageOfIds` of the courses that match the search words and the facts (docs/decisions/lists-and-search.md).
 */
async function searchedPage(
  db: Db,
  viewer: Viewer,
  { search, sort }: ListFilter,
  parts: ListPart[],
  page: PageRequest,
  few: number,
): Promise<IdPage> {
  // Lists that are composed of several queries (`parts`) keep their own order, because a query with many candidates is not sorted by
  // rank.
  const isRanked = sort === 'relevance' && search !== null && parts.length === 1 && parts[0]?.facets != null
  const listOrder = isRanked ? orders.students : orders[sort]
  const foundOrder = isRanked ? { ...newest, key: relevanceOf(search) } : listOrder
  const { key, direction } = listOrder
  const wanted = page.limit + 1
  const order = {
    key,
    direction,
    after: after(listOrder, page.before, viewer),
    foundKey: foundOrder.key,
    afterFound: after(foundOrder, page.before, viewer, { id: sql`id`, key: sql`key` }),
    afterOnTop: after(listOrder, page.before, viewer, { id: sql`id`, key: sql`key` }),
    lastIsOnTop: isRanked ? lastIs(isOnTop(search), page.before, viewer) : null,
    count: wanted + page.offset,
    fewCandidates: few,
    mostOnTop: few * 2,
  }
  const searched = parts.map((part, place) => searchedPart(place, part, search, order))
  const tables = [...(search ? [askedTable(search)] : []), ...searched.flatMap((part) => part.tables)]
  const found = await sql<IdPage>`
    WITH ${sql.join(tables)}
    SELECT 0::int8 AS kept, ${sumOf(searched.map(({ counted }) => counted))} AS counted,
      ARRAY(SELECT seen.id FROM (${sql.join(
        searched.map(({ page }) => page),
        sql` UNION ALL `,
      )}) seen
             ORDER BY seen.tier DESC, seen.key ${direction}, seen.id ${direction}
             LIMIT (${wanted}::int8) OFFSET ${page.offset}) AS ids`.execute(db)
  return found.rows[0] ?? { ids: [], kept: 0, counted: 0 }
}

/** Counts the listed courses of a list that match one word not only by a part of a word, up to a bound. */
export const countMatches = (db: Db, filter: ListFilter, search: CourseSearch): Promise<number> =>
  countSome(db, search, filter, all([sql`c.is_listed`, ...matches(filter)]))

export interface CardRow extends CourseRow {
  /** Counts published videos. */
  lessonCount: number
  /** Counts published items of all kinds. */
  resourceCount: number
  seconds: number
  pages: number
  /** Counts the words of text lessons. */
  words: number
  studentCount: number
  /** True means that the seller is suspended. */
  isWithheld: boolean
  isEnrolled: boolean
  /** True means that the person is enrolled, even when the access has ended. */
  hasPlace: boolean
  /** Null means that the access never ends. */
  accessEndsAt: Date | null
  mayRenew: boolean
  lastAccessedAt: Date | null
  /** True means that the learner has archived the course in their own list. */
  isPutAway: boolean
  hasPrerequisites: boolean
  hasCohorts: boolean
  cohort: StartOfCourse | null
  /** Access begins at this time. Null means that it has begun. */
  startsAt: Date | null
  /** Null means that the course has no visible review. */
  rating: { average: number; count: number } | null
}

/**
 * Up to this number, learners are counted exactly. Larger counts may be ten minutes old, like the counts by which lists are sorted.
 */
const countedFromRows = 1_000

const cardColumns = sql`
  ${courseColumns},
  facts.lessons AS "lessonCount", facts.items AS "resourceCount", facts.seconds, facts.pages, facts.words,
  CASE WHEN c.student_count > ${sql.lit(countedFromRows)} THEN c.student_count
       ELSE (SELECT count(*) FROM active_enrolments e WHERE e.course_id = c.id) END AS "studentCount",
  coalesce(mine.is_open, false) AS "isEnrolled", mine.id IS NOT NULL AS "hasPlace", mine.access_ends_at AS "accessEndsAt",
  coalesce(mine.is_renewable, false) AS "mayRenew", mine.last_accessed_at AS "lastAccessedAt",
  mine.archived_at IS NOT NULL AS "isPutAway", c.is_withheld AS "isWithheld",
  EXISTS (SELECT FROM shown_prerequisites q WHERE q.course_id = c.id) AS "hasPrerequisites",
  EXISTS (SELECT FROM course_cohorts k WHERE k.course_id = c.id) AS "hasCohorts",
  (SELECT json_build_object('id', k.id, 'name', k.name, 'startsOn', k.starts_on, 'endsOn', k.ends_on)
     FROM course_cohorts k WHERE k.id = mine.cohort_id) AS cohort,
  CASE WHEN mine.starts_on > day_in_malaysia(now())
       THEN start_of_day(mine.starts_on) END AS "startsAt",
  CASE WHEN rated.reviews > 0 THEN json_build_object(
    'average', round(rated.stars::numeric / rated.reviews, 1), 'count', rated.reviews) END AS rating`

/** `asked` selects course ids and the place of each in the result. */
const cardsFrom = (userId: number | null, asked: Condition) => sql`
  ${asked} AS asked (id, place)
    JOIN course_cards c ON c.id = asked.id
    ${courseJoins}
    LEFT JOIN active_enrolments mine ON mine.course_id = c.id AND mine.user_id = ${userId}::bigint
    LEFT JOIN course_ratings rated ON rated.course_id = c.id
    CROSS JOIN LATERAL (
      SELECT CASE WHEN bool_or(r.file_type = 'video') THEN count(*) FILTER (WHERE r.is_required) ELSE 0 END AS lessons, count(*) AS items,
             coalesce(sum(m.seconds) FILTER (WHERE r.file_type = 'video'), 0) AS seconds,
             coalesce(sum(m.pages) FILTER (WHERE r.file_type IN ('pdf', 'document')), 0)::int8 AS pages,
             coalesce(sum(r.words), 0)::int8 AS words
        FROM published_resources r
        LEFT JOIN media m ON m.id = r.media_id
       WHERE r.course_id = c.id) facts`

/**
 * Selects the cards of the requested courses in the requested order. All counts are computed for these courses only, by indexes.
 * Planning (2.4 ms) costs as much as reading 50 cards (2.7 ms), so one plan is used for pages of any size.
 */
const cardsOf = (userId: number | null, asked: Condition) => sql<CardRow>`
  SELECT ${cardColumns} FROM ${cardsFrom(userId, asked)} ORDER BY asked.place`

const oneCourse = (courseId: number) => sql`(VALUES (${courseId}::bigint, 1))`

/**
 * A single course has a statement of its own. PostgreSQL adopts a generic plan only if it is not dearer than the plans of the first
 * executions. Single courses are cheaper to read than pages, so they would prevent a generic plan.
 */
export async function cardsIn(
  db: Db,
  courseIds: readonly number[],
  userId: number | null,
): Promise<CardRow[]> {
  const [only] = courseIds
  if (only === undefined) return []
  const asked =
    courseIds.length === 1 ? oneCourse(only) : sql`unnest(${[...courseIds]}::bigint[]) WITH ORDINALITY`
  return (await cardsOf(userId, asked).execute(db)).rows
}

export interface SalesRow extends CardRow, SalesContent, SellingBusiness {
  /** Null means that the instructor's account was erased. */
  shownInstructorId: number | null
  shownInstructorName: string | null
  bio: string | null
  avatar: string | null
  /** Counts the instructor's public courses. */
  courseCount: number
  /**
   * Counts people enrolled in at least one of the instructor's public courses. Null means that counting them takes too long;
   * `learnersOfInstructor` then has an older number.
   */
  instructorStudentCount: number | null
  /** Null means that the seller is a person without a name. */
  sellerName: string | null
  /** Holds the name in the address of the seller's school page. Null means that the page is not public. */
  school: string | null
  /** Null means that the seller has no colour. */
  colour: string | null
  moneyBackDays: number
  moneyBackPercent: number
  taxBasisPoints: number
  /**
   * The contents that learners see last changed at this time. Null means that no change was recorded, so the newest published item
   * counts.
   */
  contentsChangedAt: Date | null
  hasCertificate: boolean
  watchedPercent: number | null
  quizPercent: number | null
  /** Contains live sessions that have not ended by `now`, ordered by start. Times are in ISO 8601. */
  liveSessions: { title: string; startsAt: string; minutes: number }[]
  /** Summarises the live sessions of each open cohort, ordered by the start of the cohort. */
  cohortSessions: { cohortId: number; cohortName: string; count: number; nextAt: string }[]
}

export async function salesOf(
  db: Db,
  courseId: number,
  userId: number | null,
  now: Date,
): Promise<SalesRow | undefined> {
  const found = await sql<SalesRow>`
    SELECT ${cardColumns}, content.*, shown.id AS "shownInstructorId",
           shown.name AS "shownInstructorName", shown.bio, shown.avatar_url AS avatar,
           taught.courses AS "courseCount",
           CASE WHEN taught.students <= ${sql.lit(countedFromRows)} THEN ${learnersOf(sql`shown.id`)} END AS "instructorStudentCount",
           s.shown_name AS "sellerName", (SELECT p.name FROM school_pages p WHERE p.seller_id = s.id) AS school,
           (SELECT k.colour FROM seller_brand_cards k WHERE k.seller_id = s.id) AS colour,
           business.name AS "businessName", business.description AS "businessDescription",
           business.website AS "businessWebsite", business.logo_url AS "businessLogo",
           business.contact_email AS "businessEmail", business.contact_phone AS "businessPhone",
           business.contact_address AS "businessAddress", s.money_back_days AS "moneyBackDays", s.money_back_percent AS "moneyBackPercent",
           s.tax_basis_points AS "taxBasisPoints", c.contents_changed_at AS "contentsChangedAt",
           NOT EXISTS (SELECT FROM courses_without_certificates w WHERE w.course_id = c.id) AS "hasCertificate",
           need.watched_percent AS "watchedPercent", need.quiz_percent AS "quizPercent",
           (SELECT coalesce(json_agg(json_build_object('title', l.title, 'startsAt', l.starts_at, 'minutes', l.minutes)
                                     ORDER BY l.starts_at, l.id), '[]')
              FROM course_live_sessions l
             WHERE l.course_id = c.id AND l.starts_at + make_interval(mins => l.minutes) > ${now}) AS "liveSessions",
           (SELECT coalesce(json_agg(json_build_object('cohortId', k.cohort_id, 'cohortName', k.cohort_name, 'count', k.count, 'nextAt', k.next_at)
                                     ORDER BY k.starts_on, k.cohort_id), '[]')
              FROM (SELECT l.cohort_id, l.cohort_name, l.starts_on, count(*) AS count, min(l.starts_at) AS next_at
                      FROM cohort_live_sessions l
                     WHERE l.course_id = c.id AND l.closes_on >= day_in_malaysia(${now})
                       AND l.starts_at + make_interval(mins => l.minutes) > ${now}
                     GROUP BY l.cohort_id, l.cohort_name, l.starts_on) k) AS "cohortSessions"
      FROM ${cardsFrom(userId, oneCourse(courseId))}
     CROSS JOIN LATERAL (SELECT ${salesContentColumns} FROM courses c WHERE c.id = asked.id) content
      LEFT JOIN user_cards shown ON shown.id = c.instructor_id AND shown.erased_at IS NULL
      LEFT JOIN business_cards business ON business.id = s.business_id
      LEFT JOIN certificate_requirements need ON need.course_id = c.id
     CROSS JOIN LATERAL (
       SELECT count(*) AS courses, coalesce(sum(o.student_count), 0) AS students FROM course_cards o
        WHERE o.instructor_id = shown.id AND o.is_listed) taught`.execute(db)
  return found.rows[0]
}

/** Counts people enrolled in at least one public course of the instructor. */
const learnersOf = (instructorId: Condition) => sql`
  (SELECT count(DISTINCT e.user_id) FROM course_cards o JOIN active_enrolments e ON e.course_id = o.id
    WHERE o.instructor_id = ${instructorId} AND o.is_listed)`

export async function learnersOfInstructor(db: Db, instructorId: number): Promise<number> {
  const found = await sql<{ learners: number }>`
    SELECT ${learnersOf(sql`${instructorId}`)} AS learners`.execute(db)
  return onlyRow(found).learners
}

export interface CountRow {
  category: CourseCategory | null
  courses: number
  free: number
}

export async function countsByCategory(db: Db): Promise<CountRow[]> {
  const found = await sql<CountRow>`
    SELECT nullif(k.category, '') AS category, sum(k.courses)::int8 AS courses,
           coalesce(sum(k.courses) FILTER (WHERE k.is_free), 0)::int8 AS free
      FROM public_course_counts k GROUP BY k.category HAVING sum(k.courses) > 0 ORDER BY k.category`.execute(
    db,
  )
  return found.rows
}

const relatedCount = 4

/**
 * Returns public courses related to this one: courses of its category, the next older ones first and then the newest, so that every
 * course is linked from another. When the category has too few, the seller's courses follow.
 *
 * At 100,000 courses each arm is a backward scan of its partial index that stops after four rows: Index Only Scan using
 * courses_public_category_idx (category = …, id < …), courses_public_category_idx (category = …), courses_public_seller_idx
 * (seller_id = …): 15 rows at most.
 */
export async function relatedCards(db: Db, courseId: number, userId: number | null): Promise<CardRow[]> {
  const isOther = sql`o.is_listed AND o.id <> this.id`
  // The number is a literal in the statement. As a parameter, it would make PostgreSQL plan the statement anew each time.
  const few = sql.lit(relatedCount)
  const newest = sql`ORDER BY o.id DESC LIMIT ${few}`
  const related = sql`(
    SELECT near.id, row_number() OVER (ORDER BY min(near.rank), near.id DESC) AS place
      FROM course_cards this
     CROSS JOIN LATERAL (
       (SELECT o.id, 1 AS rank FROM course_cards o WHERE o.category = this.category AND o.id < this.id AND ${isOther} ${newest})
       UNION ALL
       (SELECT o.id, 2 FROM course_cards o WHERE o.category = this.category AND ${isOther} ${newest})
       UNION ALL
       (SELECT o.id, 3 FROM course_cards o WHERE o.seller_id = this.seller_id AND ${isOther} ${newest})) near
     WHERE this.id = ${courseId}
     GROUP BY near.id
     ORDER BY min(near.rank), near.id DESC
     LIMIT ${few})`
  return (await cardsOf(userId, related).execute(db)).rows
}

/** Returns whether the certificate of a course requires more than completed lessons. */
export async function hasCertificateRequirements(db: Db, courseId: number): Promise<boolean> {
  const found = await sql<{ hasAny: boolean }>`
    SELECT EXISTS (SELECT FROM certificate_requirements
                    WHERE course_id = ${courseId}) AS "hasAny"`.execute(db)
  return found.rows[0]?.hasAny ?? false
}
