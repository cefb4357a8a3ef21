/** The buyer's details that are stored for the next checkout on request. */
import { sql } from 'kysely'
import type { Db } from '#server/platform/database/database.ts'
import type { BuyerDetails } from '../model/orders.store.ts'

export async function detailsOf(db: Db, userId: number): Promise<BuyerDetails | undefined> {
  const found = await sql<BuyerDetails>`
    SELECT address, city, state, postal_code AS "postalCode", country, company_name AS "companyName",
           tax_number AS "taxNumber"
      FROM buyer_details WHERE user_id = ${userId}`.execute(db)
  return found.rows[0]
}

/** Stores nothing for an erased account, because a session of the account can outlive the erasure shortly. */
export async function saveDetails(db: Db, userId: number, details: BuyerDetails, now: Date): Promise<void> {
  const { address, city, state, postalCode, country, companyName, taxNumber } = details
  await sql`
    INSERT INTO buyer_details (user_id, address, city, state, postal_code, country, company_name, tax_number, updated_at)
    SELECT id, ${address}, ${city}, ${state}, ${postalCode}, ${country}, ${companyName}, ${taxNumber}, ${now}::timestamptz
      FROM user_cards WHERE id = ${userId} AND erased_at IS NULL FOR KEY SHARE
    ON CONFLICT (user_id) DO UPDATE
      SET address = EXCLUDED.address, city = EXCLUDED.city, state = EXCLUDED.state,
          postal_code = EXCLUDED.postal_code, country = EXCLUDED.country,
          company_name = EXCLUDED.company_name, tax_number = EXCLUDED.tax_number,
          updated_at = EXCLUDED.updated_at`.execute(db)
}

export async function forgetDetails(db: Db, userId: number): Promise<void> {
  await sql`DELETE FROM buyer_details WHERE user_id = ${userId}`.execute(db)
}
