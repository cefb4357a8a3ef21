import { sql } from 'kysely'
import type { Db } from '#server/platform/database/database.ts'
import { versionOf } from '#server/policy/edits.ts'

export interface SellerDetails {
  legalName: string
  registrationNumber: string
  sstNumber: string
  address: string
}

/** Returns the saved details, or else those of the business or person. */
export async function detailsOf(
  db: Db,
  sellerId: number,
): Promise<(SellerDetails & { isSaved: boolean; version: number }) | undefined> {
  const found = await sql<SellerDetails & { isSaved: boolean; version: number }>`
    SELECT coalesce(d.legal_name, s.document_name) AS "legalName",
           coalesce(d.registration_number, '') AS "registrationNumber", coalesce(d.sst_number, '') AS "sstNumber",
           coalesce(d.address, s.document_address) AS address, d.seller_id IS NOT NULL AS "isSaved",
           ${versionOf('receipt-details', 's.id')} AS version
      FROM seller_cards s LEFT JOIN seller_details d ON d.seller_id = s.id
     WHERE s.id = ${sellerId}`.execute(db)
  return found.rows[0]
}

export async function saveDetails(
  db: Db,
  sellerId: number,
  { legalName, registrationNumber, sstNumber, address }: SellerDetails,
  now: Date,
): Promise<void> {
  await sql`
    INSERT INTO seller_details (seller_id, legal_name, registration_number, sst_number, address, updated_at)
    VALUES (${sellerId}, ${legalName}, ${registrationNumber}, ${sstNumber}, ${address}, ${now})
    ON CONFLICT (seller_id) DO UPDATE
       SET legal_name = excluded.legal_name, registration_number = excluded.registration_number,
           sst_number = excluded.sst_number, address = excluded.address, updated_at = excluded.updated_at`.execute(
    db,
  )
}
