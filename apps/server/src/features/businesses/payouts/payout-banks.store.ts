import { sql } from 'kysely'
import type { Db, Tx } from '#server/platform/database/database.ts'

export interface PayoutBankRow {
  sellerId: number
  bankName: string
  accountEndsWith: string
  detailsEncrypted: Buffer
  savedAt: Date
}

export async function payoutBankOf(db: Db, sellerId: number): Promise<PayoutBankRow | undefined> {
  const found = await sql<PayoutBankRow>`
    SELECT seller_id AS "sellerId", bank_name AS "bankName", account_ends_with AS "accountEndsWith",
           details_encrypted AS "detailsEncrypted", saved_at AS "savedAt"
      FROM payout_banks WHERE seller_id = ${sellerId}`.execute(db)
  return found.rows[0]
}

/** Replaces the earlier bank account. */
export async function savePayoutBank(tx: Tx, bank: PayoutBankRow): Promise<void> {
  const { sellerId, bankName, accountEndsWith, detailsEncrypted, savedAt } = bank
  await sql`
    INSERT INTO payout_banks (seller_id, bank_name, account_ends_with, details_encrypted, saved_at)
    VALUES (${sellerId}, ${bankName}, ${accountEndsWith}, ${detailsEncrypted}, ${savedAt})
    ON CONFLICT (seller_id) DO UPDATE
      SET bank_name = excluded.bank_name, account_ends_with = excluded.account_ends_with,
          details_encrypted = excluded.details_encrypted, saved_at = excluded.saved_at`.execute(tx)
}

/** Returns the next 200 encrypted accounts, ordered by seller id. */
export async function payoutBanksAfter(
  db: Db,
  id: number,
): Promise<{ id: number; detailsEncrypted: Buffer }[]> {
  const { rows } = await sql<{ id: number; detailsEncrypted: Buffer }>`
    SELECT seller_id AS id, details_encrypted AS "detailsEncrypted"
      FROM payout_banks WHERE seller_id > ${id} ORDER BY seller_id LIMIT 200`.execute(db)
  return rows
}

/** Stores the details encrypted anew, unless they have changed since they were read. */
export async function replaceDetails(
  db: Db,
  sellerId: number,
  { from, to }: { from: Buffer; to: Buffer },
): Promise<void> {
  await sql`
    UPDATE payout_banks SET details_encrypted = ${to}
     WHERE seller_id = ${sellerId} AND details_encrypted = ${from}`.execute(db)
}

/** Deletes the bank account of a lone instructor. */
export async function deletePayoutBank(tx: Tx, userId: number): Promise<void> {
  await sql`
    DELETE FROM payout_banks p USING sellers s WHERE s.id = p.seller_id AND s.user_id = ${userId}`.execute(tx)
}
