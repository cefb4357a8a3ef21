/** This file is the only writer of seller_brands. Triggers note the looks that papers get (migration 0237). */
import { sql } from 'kysely'
import type { Db, Tx } from '#server/platform/database/database.ts'
import { onlyRow } from '#server/platform/database/rows.ts'
import { versionOf } from '#server/policy/edits.ts'

export interface BrandRow {
  colour: string | null
  senderName: string
  footer: string
  repliesToContact: boolean
  /** Null means that no address of the seller's contact is verified. */
  contactEmail: string | null
  /** The name that buyers see. Null means that the person has none. */
  sellerName: string | null
  /** Null means that the seller is no business or that it has no logo. */
  logo: string | null
  version: number
}

export async function brandOfSeller(db: Db, sellerId: number): Promise<BrandRow> {
  const found = await sql<BrandRow>`
    SELECT b.colour, coalesce(b.sender_name, '') AS "senderName", coalesce(b.footer, '') AS footer,
           coalesce(b.replies_to_contact, false) AS "repliesToContact", s.shown_name AS "sellerName",
           CASE WHEN c.proven_at IS NOT NULL THEN c.email::text END AS "contactEmail",
           p.logo_url AS logo, ${versionOf('brand', 's.id')} AS version
      FROM seller_cards s
      LEFT JOIN businesses p ON p.id = s.business_id
      LEFT JOIN seller_brands b ON b.seller_id = s.id
      LEFT JOIN seller_contacts c ON c.seller_id = s.id
     WHERE s.id = ${sellerId}`.execute(db)
  return onlyRow(found)
}

/** Makes the seller's row if it has none, and locks it. */
export async function lockBrand(tx: Tx, sellerId: number): Promise<void> {
  await sql`INSERT INTO seller_brands (seller_id) VALUES (${sellerId}) ON CONFLICT DO NOTHING`.execute(tx)
  await sql`SELECT FROM seller_brands WHERE seller_id = ${sellerId} FOR UPDATE`.execute(tx)
}

export async function saveBrand(
  tx: Tx,
  sellerId: number,
  to: Pick<BrandRow, 'colour' | 'senderName' | 'footer' | 'repliesToContact'>,
): Promise<void> {
  await sql`
    UPDATE seller_brands SET colour = ${to.colour}, sender_name = ${to.senderName}, footer = ${to.footer},
           replies_to_contact = ${to.repliesToContact}
     WHERE seller_id = ${sellerId}`.execute(tx)
}

/** Deletes the brand of a person who taught alone. */
export async function forgetBrand(tx: Tx, userId: number): Promise<void> {
  await sql`
    DELETE FROM seller_brands WHERE seller_id IN (SELECT s.id FROM seller_cards s WHERE s.user_id = ${userId})`.execute(
    tx,
  )
}

/**
 * Withdraws all looks of a seller, and the logos of its certificates that have no look because they were issued before looks existed
 * or while the seller was suspended.
 */
export async function withdrawLooks(tx: Tx, sellerId: number, at: Date): Promise<void> {
  await sql`
    UPDATE seller_looks SET withdrawn_at = ${at}, is_current = false
     WHERE seller_id = ${sellerId} AND withdrawn_at IS NULL`.execute(tx)
  await sql`
    INSERT INTO seller_looks (seller_id, logo_id, is_current, withdrawn_at)
    SELECT DISTINCT c.seller_id, c.logo_id, false, ${at}::timestamptz
      FROM certificate_logos c
     WHERE c.seller_id = ${sellerId}
       AND NOT EXISTS (SELECT FROM withdrawn_logos w WHERE w.logo_id = c.logo_id)`.execute(tx)
}

/** Tells whether papers that were issued show a colour or a logo that the seller's present brand does not have. */
export async function hasEarlierLook(db: Db, sellerId: number): Promise<boolean> {
  const found = await sql<{ isShown: boolean }>`
    SELECT EXISTS (SELECT FROM seller_looks l
                    WHERE l.seller_id = ${sellerId} AND NOT l.is_current AND l.withdrawn_at IS NULL)
        OR EXISTS (SELECT FROM certificate_logos c
                    WHERE c.seller_id = ${sellerId}
                      AND NOT EXISTS (SELECT FROM withdrawn_logos w WHERE w.logo_id = c.logo_id)
                      AND NOT EXISTS (SELECT FROM seller_looks l
                                       WHERE l.seller_id = c.seller_id AND l.is_current AND l.logo_id = c.logo_id))
           AS "isShown"`.execute(db)
  return onlyRow(found).isShown
}

export interface LookRow {
  colour: string | null
  logoId: number | null
  logoPublicId: string | null
}

/** Returns undefined for a look that was withdrawn or deleted. */
export async function shownLook(db: Db, lookId: number): Promise<LookRow | undefined> {
  const found = await sql<LookRow>`
    SELECT colour, logo_id AS "logoId", logo_public_id AS "logoPublicId" FROM shown_looks WHERE id = ${lookId}`.execute(
    db,
  )
  return found.rows[0]
}
