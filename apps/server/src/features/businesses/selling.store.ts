import type { SellingState } from '@apogee/contracts/businesses/selling-states.ts'
import { sql } from 'kysely'
import type { Db } from '#server/platform/database/database.ts'
import { countLimit, newestPage, type PageRequest } from '#server/platform/pages.ts'

/**
 * Requires `sellers s` and `users u`. True when the person `u` acts for the seller `s`: as the lone seller, or as an admin of the
 * business.
 */
const actsForSeller = sql`
  u.erased_at IS NULL AND (u.id = s.user_id OR (u.business_id = s.business_id AND u.role = 'admin'))`

export interface SellingRow {
  sellerId: number
  state: SellingState
  approvedAt: Date | null
  /** True means that a person who acts for the seller has a verified e-mail address. */
  isProven: boolean
  hasOwnAccount: boolean
  isPlatform: boolean
  dailyLimit: number | null
}

export async function sellingOf(db: Db, sellerIds: readonly number[]): Promise<SellingRow[]> {
  const found = await sql<SellingRow>`
    SELECT s.id AS "sellerId", s.selling_state AS state, s.approved_at AS "approvedAt", s.is_platform AS "isPlatform",
           s.daily_limit_cents AS "dailyLimit",
           EXISTS (SELECT 1 FROM user_cards u WHERE ${actsForSeller} AND u.email_verified_at IS NOT NULL) AS "isProven",
           EXISTS (SELECT 1 FROM payment_accounts a WHERE a.seller_id = s.id AND a.is_live) AS "hasOwnAccount"
      FROM sellers s WHERE s.id = ANY(${[...new Set(sellerIds)]}::bigint[])`.execute(db)
  return found.rows
}

export interface SellerFactsRow {
  id: number
  name: string | null
  kind: 'business' | 'person'
  businessId: number | null
  createdAt: Date
  phone: string | null
  address: string | null
  contactEmail: string | null
  people: { id: number; name: string | null; email: string; isProven: boolean }[]
}

/** Returns undefined for the platform. */
export async function sellerFactsOf(db: Db, sellerId: number): Promise<SellerFactsRow | undefined> {
  const found = await sql<SellerFactsRow>`
    SELECT s.id, coalesce(b.name, lone.name) AS name, s.business_id AS "businessId", s.created_at AS "createdAt",
           CASE WHEN s.business_id IS NULL THEN 'person' ELSE 'business' END AS kind,
           b.phone, b.address, b.email::text AS "contactEmail",
           (SELECT coalesce(json_agg(json_build_object('id', few.id, 'name', few.name, 'email', few.email,
                                                       'isProven', few.email_verified_at IS NOT NULL) ORDER BY few.id), '[]')
              FROM (SELECT u.id, u.name, u.email, u.email_verified_at FROM user_cards u
                     WHERE ${actsForSeller} ORDER BY u.id LIMIT 100) few) AS people
      FROM sellers s LEFT JOIN businesses b ON b.id = s.business_id
      LEFT JOIN user_cards lone ON lone.id = s.user_id AND lone.erased_at IS NULL
     WHERE s.id = ${sellerId} AND NOT s.is_platform`.execute(db)
  return found.rows[0]
}

export interface WaitingSellerRow {
  id: number
  name: string | null
  kind: 'business' | 'person'
  appliedAt: Date
  people: { name: string | null; email: string; isProven: boolean }[]
  phone: string | null
  address: string | null
  /** Counts published courses that are not free. */
  courses: number
}

/** Requires `sellers s`. */
export const waitsForApproval = sql`
  s.selling_state = 'applied' AND EXISTS (SELECT 1 FROM user_cards u WHERE ${actsForSeller})`

/** Returns sellers that wait for approval, newest first. Sellers whose accounts are all erased are left out. */
export async function pageOfWaitingSellers(
  db: Db,
  page: PageRequest,
): Promise<{ rows: WaitingSellerRow[]; total: number }> {
  const counted = await sql<{ total: number }>`
    SELECT count(*) AS total FROM (SELECT FROM sellers s WHERE ${waitsForApproval} ${countLimit}) counted`.execute(
    db,
  )
  const found = await sql<WaitingSellerRow>`
    SELECT s.id, coalesce(b.name, lone.name) AS name, s.created_at AS "appliedAt", b.phone, b.address,
           CASE WHEN s.business_id IS NULL THEN 'person' ELSE 'business' END AS kind,
           (SELECT coalesce(json_agg(json_build_object('name', u.name, 'email', u.email,
                                                       'isProven', u.email_verified_at IS NOT NULL) ORDER BY u.id), '[]')
              FROM user_cards u WHERE ${actsForSeller}) AS people,
           (SELECT count(*)::int FROM course_cards c
             WHERE c.seller_id = s.id AND c.is_published AND c.price_cents > 0) AS courses
      FROM sellers s LEFT JOIN businesses b ON b.id = s.business_id LEFT JOIN user_cards lone ON lone.id = s.user_id
     WHERE ${waitsForApproval} AND ${newestPage('s.id', page)}`.execute(db)
  return { rows: found.rows, total: counted.rows[0]?.total ?? 0 }
}
