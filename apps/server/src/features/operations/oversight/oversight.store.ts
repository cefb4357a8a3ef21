import { sql } from 'kysely'
import { matchesPattern, searchPattern } from '#server/platform/search-pattern.ts'
import type { Db } from '#server/platform/database/database.ts'
import { countLimit, newestPage, type PageRequest } from '#server/platform/pages.ts'
import { onlyRow } from '#server/platform/database/rows.ts'

export interface Figures {
  businesses: number
  courses: number
  unreadMessages: number
}

/**
 * Counts published courses. A trigger maintains the number of public ones, and a partial index makes it fast to count private ones.
 */
export async function readFigures(db: Db): Promise<Figures> {
  const found = await sql<Figures>`
    SELECT (SELECT count(*) FROM businesses) AS businesses,
           (SELECT coalesce(sum(k.courses), 0)::int8 FROM listed_course_counts k)
             + (SELECT count(*) FROM course_cards WHERE is_published AND is_private) AS courses,
           (SELECT count(*) FROM messages WHERE state = 'unread') AS "unreadMessages"`.execute(db)
  return onlyRow(found)
}

export interface Totals {
  people: number
  enrolments: number
  settledOrders: number
}

/** Counts whole tables. Used until the sums of these figures are built. */
export async function countTotals(db: Db): Promise<Totals> {
  const found = await sql<Totals>`
    SELECT (SELECT count(*) FROM user_cards WHERE erased_at IS NULL) AS people,
           (SELECT count(*) FROM active_enrolments) AS enrolments,
           (SELECT count(*) FROM orders WHERE state = 'paid') AS "settledOrders"`.execute(db)
  return onlyRow(found)
}

export interface BusinessRow {
  id: number
  name: string
  people: number
  courses: number
  createdAt: Date
  sellerId: number | null
}

/** Returns a page of businesses, newest first. People and courses are counted only for the businesses of the page. */
export async function listBusinesses(
  db: Db,
  search: string | undefined,
  page: PageRequest,
): Promise<{ rows: BusinessRow[]; total: number }> {
  const pattern = searchPattern(search)
  const wanted = sql`(${pattern}::text IS NULL OR ${matchesPattern(sql`b.name`, pattern)})`
  const counted = await sql<{ total: number }>`
    SELECT count(*) AS total FROM (SELECT FROM businesses b WHERE ${wanted} ${countLimit}) counted`.execute(
    db,
  )
  const found = await sql<BusinessRow>`
    SELECT b.id, b.name, b.created_at AS "createdAt",
           (SELECT s.id FROM seller_cards s WHERE s.business_id = b.id) AS "sellerId",
           (SELECT count(*) FROM user_cards u WHERE u.business_id = b.id AND u.erased_at IS NULL) AS people,
           (SELECT count(*) FROM course_cards c JOIN seller_cards s ON s.id = c.seller_id
             WHERE s.business_id = b.id AND c.is_published) AS courses
      FROM businesses b
     WHERE ${wanted} AND ${newestPage('b.id', page)}`.execute(db)
  return { rows: found.rows, total: counted.rows[0]?.total ?? 0 }
}
