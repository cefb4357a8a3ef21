import { sql } from 'kysely'
import type { Db } from '#server/platform/database/database.ts'
import { onlyRow } from '#server/platform/database/rows.ts'

export interface SellerCoursesRow {
  paid: number
  free: number
  drafts: number
  archived: number
  /**
   * The number of active enrolments. Up to 1,000 they are counted from rows; a larger number is the sum of the counts that a job
   * maintains for each course.
   */
  enrolments: number
}

export async function coursesOfSeller(db: Db, sellerId: number): Promise<SellerCoursesRow> {
  const found = await sql<SellerCoursesRow>`
    SELECT count(*) FILTER (WHERE c.is_published AND c.price_cents > 0) AS paid,
           count(*) FILTER (WHERE c.is_published AND c.price_cents = 0) AS free,
           count(*) FILTER (WHERE c.is_draft AND c.archived_at IS NULL) AS drafts,
           count(*) FILTER (WHERE c.archived_at IS NOT NULL) AS archived,
           CASE WHEN sum(c.student_count) > 1000 THEN sum(c.student_count)::bigint
                ELSE (SELECT count(*) FROM course_cards k JOIN active_enrolments e ON e.course_id = k.id
                       WHERE k.seller_id = ${sellerId}) END AS enrolments
      FROM course_cards c WHERE c.seller_id = ${sellerId}`.execute(db)
  return onlyRow(found)
}
