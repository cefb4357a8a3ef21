/** Reads the facts that decide a course's state, from tables of other features. This file writes nothing. */
import type { CourseStateInfo } from '@apogee/contracts/courses/courses.ts'
import { sql } from 'kysely'
import type { Db } from '#server/platform/database/database.ts'
import { courseState } from '#server/policy/standing.ts'

export interface StateRow {
  state: CourseStateInfo['state']
  isDraft: boolean
  isPrivate: boolean
  sellerId: number
  hasCover: boolean
  hasCategory: boolean
  isFree: boolean
  /** Counts published resources in published modules. */
  lessons: number
  modules: number
  /** True means that the instructor may still teach for the seller. */
  hasInstructor: boolean
  enrolled: number
  waiting: number
  openPurchases: number
  openInvoices: number
  unusedSeats: number
  /** True means that the course has or had learners, paid or open purchases, or is in a bundle, so it must be retained. */
  isBound: boolean
}

const openInvoices = sql`
  SELECT count(DISTINCT i.id) FROM invoice_lines l JOIN invoices i ON i.id = l.invoice_id
   WHERE l.course_id = c.id AND i.state IN ('draft', 'issued')`

/** Counts the seats of paid invoices whose people have no access yet. */
const unusedSeats = sql`
  SELECT count(*) FROM invoice_lines l JOIN invoices i ON i.id = l.invoice_id JOIN invoice_seats p ON p.line_id = l.id
   WHERE l.course_id = c.id AND i.state = 'paid' AND p.state IN ('named', 'waiting')`

/**
 * True when the instructor of `courses c` may teach for its seller: a member of the business, the lone seller, or a superadmin. For
 * a lone seller or the platform, a superadmin may also name another instructor, who stays while they teach.
 */
const teaches = sql`
  EXISTS (SELECT 1 FROM user_cards u JOIN seller_cards s ON s.id = c.seller_id
           WHERE u.id = c.instructor_id AND u.erased_at IS NULL AND u.erase_after IS NULL AND u.role <> 'student'
             AND (s.business_id IS NULL OR u.role = 'superadmin' OR u.business_id = s.business_id))`

export async function stateOf(db: Db, courseId: number): Promise<StateRow | undefined> {
  const found = await sql<StateRow>`
    SELECT ${courseState} AS state, c.is_draft AS "isDraft", c.is_private AS "isPrivate", c.seller_id AS "sellerId",
           c.image_id IS NOT NULL AS "hasCover",
           c.category IS NOT NULL AS "hasCategory", c.price_cents = 0 AS "isFree", ${teaches} AS "hasInstructor",
           (SELECT count(*) FROM published_resources r WHERE r.course_id = c.id) AS lessons,
           (SELECT count(*) FROM published_modules m WHERE m.course_id = c.id) AS modules,
           (SELECT count(*) FROM active_enrolments e WHERE e.course_id = c.id) AS enrolled,
           (SELECT count(*) FROM course_invitations w WHERE w.course_id = c.id AND w.state = 'open') AS waiting,
           (SELECT count(*) FROM open_purchases p WHERE p.course_id = c.id)
             + (SELECT count(*) FROM waiting_gifts g WHERE g.course_id = c.id) AS "openPurchases",
           (${openInvoices}) AS "openInvoices", (${unusedSeats}) AS "unusedSeats",
           EXISTS (SELECT 1 FROM enrolments e WHERE e.course_id = c.id)
             OR EXISTS (SELECT 1 FROM order_lines l WHERE l.course_id = c.id)
             OR EXISTS (SELECT 1 FROM invoice_lines l WHERE l.course_id = c.id)
             OR EXISTS (SELECT 1 FROM bundled_courses k WHERE k.course_id = c.id)
             OR EXISTS (SELECT 1 FROM open_purchases p WHERE p.course_id = c.id) AS "isBound"
      FROM courses c WHERE c.id = ${courseId}`.execute(db)
  return found.rows[0]
}
