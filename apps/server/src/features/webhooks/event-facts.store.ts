/** Reads the data of messages to webhooks. It contains nothing that the seller does not see in the studio as well. */
import type { OrderId } from '@apogee/domain/ids.ts'
import { sql } from 'kysely'
import type { Tx } from '#server/platform/database/database.ts'

export interface PersonFact {
  id: number
  name: string | null
  email: string
}

export interface CourseFact {
  id: number
  title: string
}

/**
 * Returns a course with its business. Undefined means that the business has no endpoints, or that the seller is not a business and
 * so cannot have webhooks.
 */
export async function courseOfBusiness(
  tx: Tx,
  courseId: number,
): Promise<(CourseFact & { businessId: number }) | undefined> {
  const found = await sql<CourseFact & { businessId: number }>`
    SELECT c.id, c.title, s.business_id AS "businessId" FROM course_cards c JOIN seller_cards s ON s.id = c.seller_id
     WHERE c.id = ${courseId} AND EXISTS (SELECT FROM webhook_endpoints w WHERE w.business_id = s.business_id)`.execute(
    tx,
  )
  return found.rows[0]
}

/** Returns undefined if the account was erased. */
export async function personFact(tx: Tx, userId: number): Promise<PersonFact | undefined> {
  const found = await sql<PersonFact>`
    SELECT id, name, email::text AS email FROM user_cards WHERE id = ${userId} AND erased_at IS NULL`.execute(
    tx,
  )
  return found.rows[0]
}

export interface LineFact {
  orderPublicId: string
  /** Null means that the seller of the line is not a business. */
  businessId: number | null
  courseId: number
  title: string
  priceCents: number
  /** True means that somebody else than the buyer studies. */
  isGift: boolean
}

/** Returns the lines of a settled order, whichever seller they belong to. */
export async function linesOf(tx: Tx, orderId: OrderId): Promise<LineFact[]> {
  const found = await sql<LineFact>`
    SELECT l.order_public_id AS "orderPublicId", s.business_id AS "businessId", l.course_id AS "courseId", l.title,
           l.price_cents AS "priceCents", l.learner_id IS DISTINCT FROM l.buyer_id AS "isGift"
      FROM settled_lines l JOIN seller_cards s ON s.id = l.seller_id WHERE l.order_id = ${orderId} ORDER BY l.id`.execute(
    tx,
  )
  return found.rows
}
