/** Reads settled lines whose promised access was not given. Writes nothing. */
import { accessIn } from '#server/policy/access-columns.ts'
import type { AccessLength } from '@apogee/contracts/courses/access-length.ts'
import type { OrderId } from '@apogee/domain/ids.ts'
import { sql } from 'kysely'
import type { Db } from '#server/platform/database/database.ts'

export interface MissingGrant {
  orderId: OrderId
  lineId: number
  buyerId: number
  courseId: number
  access: AccessLength | null
  cohortId: number | null
  /**
   * True if the line has opened the enrolment, which has no end or the end of an earlier line. False if the line should have
   * extended access that could be bought again.
   */
  hasOpened: boolean
}

/**
 * Returns the lines whose promised access was not given, of orders that were settled after `since`. `lineId` selects a single line.
 */
export async function missingGrants(
  db: Db,
  { since, lineId = null }: { since: Date; lineId?: number | null },
  limit: number,
): Promise<MissingGrant[]> {
  const found = await sql<MissingGrant>`
    SELECT o.id AS "orderId", l.id AS "lineId", o.buyer_id AS "buyerId", l.course_id AS "courseId", ${accessIn('l')} AS access,
           l.cohort_id AS "cohortId", l.gave_access AS "hasOpened"
      FROM orders o JOIN order_lines l ON l.order_id = o.id
      JOIN active_enrolments e ON e.user_id = o.buyer_id AND e.course_id = l.course_id
     WHERE o.settled_at > ${since} AND l.status = 'granted' AND l.access_from IS NULL
       AND CASE WHEN l.gave_access THEN e.access_ends_at IS NOT NULL OR l.access_days IS NOT NULL OR l.access_months IS NOT NULL OR l.cohort_id IS NOT NULL
                ELSE access_is_renewable(e.access_ends_at, e.period_from, o.settled_at) END
       AND (${lineId}::bigint IS NULL OR l.id = ${lineId})
     ORDER BY l.id LIMIT ${limit}`.execute(db)
  return found.rows
}
