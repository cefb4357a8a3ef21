/** Lists of people for teachers and admins. Reads only: other features write accounts, enrolments and orders. */
import type { Role } from '@apogee/contracts/limits.ts'
import { sql } from 'kysely'
import type { Db, Tx } from '#server/platform/database/database.ts'
import {
  hasTrigram,
  matchesLetters,
  matchesWords,
  resemblesWords,
  similarityTo,
} from '#server/platform/search-pattern.ts'
import { countLimit, mostCounted, newestPage, type PageRequest } from '#server/platform/pages.ts'
import type { CourseScope } from './people.rules.ts'

export interface PeopleList {
  /**
   * Selects all people, the members of a business, or the learners of the courses in `scope`. People who are leaving are omitted.
   */
  who: 'everybody' | 'learners' | { teamOf: number }
  /** Selects the courses whose enrolments and bookings are listed, so that no caller sees purchases from other sellers. */
  scope: CourseScope
  /** A pattern that `searchPattern` returned. Null means no search. */
  pattern: string | null
  /**
   * Finds names and addresses with the words of the pattern, names alone by an index of single letters, or names that resemble the
   * pattern.
   */
  by?: 'words' | 'letters' | 'likeness'
}

export interface ListedRow {
  id: number
  name: string | null
  email: string
  role: Role
  businessId: number | null
  avatarUrl: string | null
  createdAt: Date
  lastEnrolled: Date | null
  lastBooking: Date | null
  totalBookings: number
  courses: { id: number; title: string }[]
}

/** The limit on the listed courses of one person. */
const coursesNamed = 100

/** Returns an SQL condition on the tables of `scopedCourses`. */
export const inScope = (scope: CourseScope) => {
  if (scope.of === 'everybody') return sql`true`
  if (scope.of === 'business') return sql`s.business_id = ${scope.businessId}`
  return sql`${scope.userId} IN (c.created_by, c.instructor_id) AND ${ofBusiness(scope.businessId)}`
}

/**
 * IS NOT DISTINCT FROM would cover both cases in one condition. PostgreSQL would then expect a single matching seller and read the
 * courses of all lone sellers.
 */
const ofBusiness = (businessId: number | null) =>
  businessId === null ? sql`s.business_id IS NULL` : sql`s.business_id = ${businessId}`

/**
 * Selects the same courses as `inScope` by the indexes of both columns. It is faster for all courses of an instructor; `inScope` is
 * faster for a single known course.
 */
const inScopeByIndex = (scope: CourseScope) =>
  scope.of === 'instructor'
    ? sql`c.id IN (SELECT id FROM course_cards WHERE created_by = ${scope.userId}
                   UNION SELECT id FROM course_cards WHERE instructor_id = ${scope.userId})
          AND ${ofBusiness(scope.businessId)}`
    : inScope(scope)

export const scopedCourses = sql`course_cards c JOIN seller_cards s ON s.id = c.seller_id`

/**
 * Limits by which a search among learners chooses its way of reading. A seller with at most `fewPlaces` enrolments has all of them
 * read.
 */
export interface PeopleLimits {
  fewPlaces: number
  /**
   * Up to this number of found accounts, the enrolments of each account are looked up. Up to `mostFound`, the seller's learners are
   * compared with the found accounts.
   */
  fewFound: number
  mostFound: number
}
const usualLimits: PeopleLimits = { fewPlaces: 5_000, fewFound: 2_000, mostFound: 20_000 }

/**
 * Limits the count like countLimit. The limit is a parameter, so that PostgreSQL plans the statement for its values: a search for a
 * single letter, which most accounts contain, then uses no index.
 */
const searchLimit = sql`LIMIT ${mostCounted + 1}`

const nameConditions = { words: matchesWords, letters: matchesLetters, likeness: resemblesWords }

const isNamed = (pattern: string, by: PeopleList['by'] = 'words') => nameConditions[by](sql`u.name`, pattern)

const hasAddress = (pattern: string, by: PeopleList['by'] = 'words') =>
  by === 'words'
    ? sql`
    u.email::text ILIKE ${pattern}`
    : sql`false`

const isFound = (pattern: string, by: PeopleList['by']) =>
  sql`(${isNamed(pattern, by)} OR ${hasAddress(pattern, by)})`

/** Limits the accounts found by name. Of resembling names, only the most similar are compared, because they may be very many. */
const mostOf = (pattern: string, by: PeopleList['by'], most: number) =>
  by === 'likeness'
    ? sql`ORDER BY ${similarityTo(sql`u.name`, pattern)} DESC LIMIT ${sql.lit(most)}`
    : sql`LIMIT ${sql.lit(most + 1)}`

/**
 * Returns the tables from which people are listed, as `u`, and the column of their ids. Learners are read in the order of the page,
 * so that only accounts of the page are read: without OFFSET 0, PostgreSQL would read the accounts of all learners first. A search
 * among many learners begins with the found accounts, unless these are many as well: without OFFSET 0, PostgreSQL would read all
 * enrolments of the platform.
 */
function listed(list: PeopleList, { fewPlaces, fewFound, mostFound }: PeopleLimits) {
  const { who, scope, pattern, by } = list
  if (who !== 'learners' || scope.of === 'everybody')
    return { tables: sql``, people: sql`user_cards u`, id: 'u.id' }
  if (pattern === null || (by !== 'letters' && !hasTrigram(pattern)))
    return {
      tables: sql``,
      people: sql`(SELECT DISTINCT e.user_id FROM active_enrolments e JOIN ${scopedCourses} ON c.id = e.course_id
                    WHERE ${inScopeByIndex(scope)} ORDER BY e.user_id DESC OFFSET 0) learner JOIN user_cards u ON u.id = learner.user_id`,
      id: 'u.id',
    }
  return {
    tables: sql`
      mine AS MATERIALIZED (SELECT c.id FROM ${scopedCourses} WHERE ${inScopeByIndex(scope)}),
      size AS MATERIALIZED (SELECT count(*) > ${sql.lit(fewPlaces)} AS is_large FROM (
        SELECT FROM mine JOIN active_enrolments e ON e.course_id = mine.id LIMIT ${sql.lit(fewPlaces + 1)}) place),
      found AS MATERIALIZED (
        (SELECT u.id FROM user_cards u WHERE (SELECT is_large FROM size) AND u.erased_at IS NULL
            AND ${isNamed(pattern, by)} ${mostOf(pattern, by, mostFound)})
        UNION
        (SELECT u.id FROM user_cards u WHERE (SELECT is_large FROM size) AND u.erased_at IS NULL AND ${hasAddress(pattern, by)} LIMIT ${sql.lit(mostFound + 1)})),
      choice AS MATERIALIZED (
        SELECT is_large AND number <= ${sql.lit(fewFound)} AS is_few, NOT is_large OR number > ${sql.lit(mostFound)} AS is_unknown
          FROM size, (SELECT count(*) AS number FROM found) counted),`,
    people: sql`(
      SELECT user_id FROM (
        (SELECT DISTINCT e.user_id FROM found
          CROSS JOIN LATERAL (SELECT e.user_id, e.course_id FROM active_enrolments e WHERE e.user_id = found.id OFFSET 0) e
          WHERE (SELECT is_few FROM choice) AND e.course_id IN (SELECT id FROM mine))
        UNION ALL
        (SELECT DISTINCT e.user_id FROM mine
          CROSS JOIN LATERAL (SELECT e.user_id FROM active_enrolments e WHERE e.course_id = mine.id OFFSET 0) e
          WHERE NOT (SELECT is_few FROM choice)
            AND ((SELECT is_unknown FROM choice) OR e.user_id IN (SELECT id FROM found)))) either
       ORDER BY user_id DESC OFFSET 0) learner
      CROSS JOIN LATERAL (SELECT * FROM user_cards u WHERE u.id = learner.user_id OFFSET 0) u`,
    id: 'learner.user_id',
  }
}

function wanted({ who, scope, pattern, by }: PeopleList) {
  const ofList =
    typeof who === 'object'
      ? sql`u.business_id = ${who.teamOf}`
      : who === 'learners' && scope.of === 'everybody'
        ? sql`EXISTS (SELECT FROM active_enrolments e WHERE e.user_id = u.id)`
        : sql`true`
  const found = pattern === null ? sql`true` : isFound(pattern, by)
  return sql`u.erased_at IS NULL AND u.erase_after IS NULL AND ${ofList} AND ${found}`
}

/**
 * Returns one page, newest id first. A booking is a settled order or a free enrolment (docs/api.md#courses-and-progress). The page
 * is selected before anything is counted, so that the cost depends on its rows only. The accounts are read by users_pkey backwards,
 * or by the trigram indexes for a search.
 */
export async function listPeople(
  db: Db,
  list: PeopleList,
  page: PageRequest,
  limits: PeopleLimits = usualLimits,
): Promise<{ rows: ListedRow[]; total: number }> {
  const { tables, people, id } = listed(list, limits)
  const counted = sql<{ total: number }>`
    WITH ${tables} counted AS (SELECT FROM ${people} WHERE ${wanted(list)} ${list.pattern === null ? countLimit : searchLimit})
    SELECT count(*) AS total FROM counted`.execute(db)
  const scope = inScope(list.scope)
  const found = sql<ListedRow>`
    WITH ${tables} page AS (
      SELECT u.id, u.name, u.email, u.role, u.business_id, u.avatar_url, u.created_at FROM ${people}
       WHERE ${wanted(list)} AND ${newestPage(id, page)}
    )
    SELECT p.id, p.name, p.email::text AS email, p.role, p.business_id AS "businessId", p.avatar_url AS "avatarUrl",
           p.created_at AS "createdAt", places.newest AS "lastEnrolled", places.courses,
           booked.newest AS "lastBooking", booked.number AS "totalBookings"
      FROM page p
     CROSS JOIN LATERAL (
       SELECT max(place.granted_at) AS newest,
              coalesce(jsonb_agg(jsonb_build_object('id', place.id, 'title', place.title)
                                 ORDER BY place.granted_at DESC, place.id DESC), '[]') AS courses
         FROM (SELECT c.id, c.title, e.granted_at FROM active_enrolments e JOIN ${scopedCourses} ON c.id = e.course_id
                WHERE e.user_id = p.id AND ${scope}
                ORDER BY e.granted_at DESC, c.id DESC LIMIT ${coursesNamed}) place
     ) places
     CROSS JOIN LATERAL (
       SELECT max(booking.at) AS newest, count(*)::int AS number
         FROM (SELECT o.settled_at AS at FROM orders o
                WHERE o.buyer_id = p.id AND o.settled_at IS NOT NULL
                  AND EXISTS (SELECT 1 FROM order_lines l JOIN ${scopedCourses} ON c.id = l.course_id
                               WHERE l.order_id = o.id AND ${scope})
               UNION ALL
               SELECT e.granted_at FROM active_enrolments e JOIN ${scopedCourses} ON c.id = e.course_id
                WHERE e.user_id = p.id AND e.source = 'free' AND ${scope}) booking
     ) booked
     ORDER BY p.id DESC`.execute(db)
  const [{ rows: totals }, { rows }] = await Promise.all([counted, found])
  return { rows, total: totals[0]?.total ?? 0 }
}

export type FoundPerson = Pick<ListedRow, 'id' | 'name' | 'email' | 'role'>

/**
 * Finding a few people looks up the enrolments of few found accounts. Where many accounts are found, the newest learners contain
 * some of them.
 */
const limitsOfFinding: PeopleLimits = { fewPlaces: 5_000, fewFound: 300, mostFound: 300 }

/**
 * Returns people of a list without their courses and bookings: the newest, or of resembling names the most similar. Among all people,
 * some of many.
 */
export async function findPeople(
  db: Db | Tx,
  list: PeopleList & { pattern: string },
  limit: number,
  limits: PeopleLimits = limitsOfFinding,
): Promise<FoundPerson[]> {
  const { tables, people, id } = list.who === 'everybody' ? foundAccounts(list) : listed(list, limits)
  const nearness = list.by === 'likeness' ? similarityTo(sql`u.name`, list.pattern) : null
  const found = await sql<FoundPerson>`
    WITH ${tables} page AS (
      SELECT u.id, u.name, u.email, u.role, ${nearness ?? sql`0::real`} AS nearness FROM ${people} WHERE ${wanted(list)}
       ORDER BY ${nearness ? sql`nearness DESC,` : sql``} ${sql.ref(id)} DESC LIMIT (${limit}::int8))
    SELECT p.id, p.name, p.email::text AS email, p.role FROM page p ORDER BY p.nearness DESC, p.id DESC`.execute(
    db,
  )
  return found.rows
}

/** A bounded number of all accounts with the pattern is compared: anybody sees more by typing more. */
const mostAccounts = 100

const foundAccounts = ({ pattern, by }: PeopleList & { pattern: string }) => ({
  tables: sql`
    found AS MATERIALIZED (
      (SELECT u.id FROM user_cards u WHERE u.erased_at IS NULL AND ${isNamed(pattern, by)}
        ${by === 'likeness' ? sql`ORDER BY ${similarityTo(sql`u.name`, pattern)} DESC` : sql``} LIMIT ${sql.lit(mostAccounts)})
      UNION
      (SELECT u.id FROM user_cards u WHERE u.erased_at IS NULL AND ${hasAddress(pattern, by)} LIMIT ${sql.lit(mostAccounts)})),`,
  people: sql`found JOIN user_cards u ON u.id = found.id`,
  id: 'found.id',
})

/**
 * Returns whether the account is connected to a seller other than this business: by an order that is settled or may still be paid,
 * an enrolment, a course invitation, a seat, a certificate, or a course that the person teaches.
 */
export async function belongsToOtherSellers(
  tx: Tx,
  person: { id: number; email: string; businessId: number | null },
): Promise<boolean> {
  const { id, email } = person
  const found = await sql<{ holds: boolean }>`
    WITH others AS (SELECT id FROM seller_cards WHERE business_id IS DISTINCT FROM ${person.businessId}::bigint),
         elsewhere AS (SELECT id, created_by, instructor_id FROM course_cards WHERE seller_id IN (SELECT id FROM others))
    SELECT EXISTS (SELECT 1 FROM orders o JOIN order_lines l ON l.order_id = o.id
                    WHERE o.buyer_id = ${id} AND l.seller_id IN (SELECT id FROM others)
                      AND (o.settled_at IS NOT NULL OR o.state IN ('created', 'pending')))
        OR EXISTS (SELECT 1 FROM active_enrolments e JOIN elsewhere c ON c.id = e.course_id
                    WHERE e.user_id = ${id})
        OR EXISTS (SELECT 1 FROM course_invitations w JOIN elsewhere c ON c.id = w.course_id
                    WHERE w.email = ${email}::citext AND w.state = 'open')
        OR EXISTS (SELECT 1 FROM invoice_seats s JOIN invoice_lines l ON l.id = s.line_id
                     JOIN invoices i ON i.id = l.invoice_id
                    WHERE (s.user_id = ${id} OR s.email = ${email}::citext) AND s.state <> 'revoked'
                      AND i.state <> 'void' AND i.seller_id IN (SELECT id FROM others))
        OR EXISTS (SELECT 1 FROM certificates k JOIN elsewhere c ON c.id = k.course_id
                    WHERE k.user_id = ${id} AND k.revoked_at IS NULL)
        OR EXISTS (SELECT 1 FROM elsewhere c WHERE ${id} IN (c.created_by, c.instructor_id)) AS holds`.execute(
    tx,
  )
  return found.rows[0]?.holds ?? false
}
