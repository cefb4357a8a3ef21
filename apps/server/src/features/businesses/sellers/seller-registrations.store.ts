/** Stores the details that sellers enter: legal identity and contact. */
import type { SellerKind } from '@apogee/contracts/businesses/seller-kinds.ts'
import type { Language } from '@apogee/domain/languages.ts'
import { sql } from 'kysely'
import type { Db, Tx } from '#server/platform/database/database.ts'

export interface RegistrationRow {
  sellerId: number
  kind: SellerKind
  legalName: string
  numberEncrypted: Buffer
  numberEndsWith: string
  savedAt: Date
}

export async function registrationOf(db: Db, sellerId: number): Promise<RegistrationRow | undefined> {
  const found = await sql<RegistrationRow>`
    SELECT seller_id AS "sellerId", kind, legal_name AS "legalName", number_encrypted AS "numberEncrypted",
           number_ends_with AS "numberEndsWith", saved_at AS "savedAt"
      FROM seller_registrations WHERE seller_id = ${sellerId}`.execute(db)
  return found.rows[0]
}

export async function saveRegistration(tx: Tx, to: RegistrationRow): Promise<void> {
  await sql`
    INSERT INTO seller_registrations (seller_id, kind, legal_name, number_encrypted, number_ends_with, saved_at)
    VALUES (${to.sellerId}, ${to.kind}, ${to.legalName}, ${to.numberEncrypted}, ${to.numberEndsWith}, ${to.savedAt})
    ON CONFLICT (seller_id) DO UPDATE
      SET kind = excluded.kind, legal_name = excluded.legal_name, number_encrypted = excluded.number_encrypted,
          number_ends_with = excluded.number_ends_with, saved_at = excluded.saved_at`.execute(tx)
}

/** Returns the next 200 encrypted numbers, ordered by seller id. */
export async function numbersAfter(db: Db, id: number): Promise<{ id: number; numberEncrypted: Buffer }[]> {
  const { rows } = await sql<{ id: number; numberEncrypted: Buffer }>`
    SELECT seller_id AS id, number_encrypted AS "numberEncrypted"
      FROM seller_registrations WHERE seller_id > ${id} ORDER BY seller_id LIMIT 200`.execute(db)
  return rows
}

/** Stores the number encrypted anew, unless it has changed since it was read. */
export async function replaceNumber(
  db: Db,
  sellerId: number,
  { from, to }: { from: Buffer; to: Buffer },
): Promise<void> {
  await sql`
    UPDATE seller_registrations SET number_encrypted = ${to}
     WHERE seller_id = ${sellerId} AND number_encrypted = ${from}`.execute(db)
}

export interface ContactRow {
  email: string
  phone: string
  provenAt: Date | null
  codeDigest: Buffer | null
  codeExpiresAt: Date | null
  codeGuesses: number
}

const contactColumns = sql`
  c.email::text AS email, c.phone, c.proven_at AS "provenAt", c.code_digest AS "codeDigest",
  c.code_expires_at AS "codeExpiresAt", c.code_guesses AS "codeGuesses"`

export async function contactOf(db: Db, sellerId: number): Promise<ContactRow | undefined> {
  const found = await sql<ContactRow>`
    SELECT ${contactColumns} FROM seller_contacts c WHERE c.seller_id = ${sellerId}`.execute(db)
  return found.rows[0]
}

/** Locks the contact until the transaction ends, so that guesses are counted one after the other. */
export async function lockContact(tx: Tx, sellerId: number): Promise<ContactRow | undefined> {
  const found = await sql<ContactRow>`
    SELECT ${contactColumns} FROM seller_contacts c WHERE c.seller_id = ${sellerId} FOR UPDATE OF c`.execute(
    tx,
  )
  return found.rows[0]
}

/** Saves the contact. A new address is unverified, and the code for the former address becomes invalid. */
export async function saveContact(
  tx: Tx,
  to: { sellerId: number; email: string; phone: string; savedAt: Date },
): Promise<void> {
  await sql`
    INSERT INTO seller_contacts AS c (seller_id, email, phone, saved_at)
    VALUES (${to.sellerId}, ${to.email}, ${to.phone}, ${to.savedAt})
    ON CONFLICT (seller_id) DO UPDATE
      SET email = excluded.email, phone = excluded.phone, saved_at = excluded.saved_at,
          proven_at = CASE WHEN c.email = excluded.email THEN c.proven_at END,
          code_digest = CASE WHEN c.email = excluded.email THEN c.code_digest END,
          code_expires_at = CASE WHEN c.email = excluded.email THEN c.code_expires_at END,
          code_guesses = CASE WHEN c.email = excluded.email THEN c.code_guesses ELSE 0 END`.execute(tx)
}

/** Returns false if the address is verified or has changed since it was read. */
export async function saveCode(
  tx: Tx,
  code: { sellerId: number; email: string; digest: Buffer; expiresAt: Date },
): Promise<boolean> {
  const saved = await sql`
    UPDATE seller_contacts SET code_digest = ${code.digest}, code_expires_at = ${code.expiresAt}, code_guesses = 0
     WHERE seller_id = ${code.sellerId} AND email = ${code.email}::citext AND proven_at IS NULL RETURNING seller_id`.execute(
    tx,
  )
  return saved.rows.length > 0
}

export async function countGuess(tx: Tx, sellerId: number): Promise<void> {
  await sql`UPDATE seller_contacts SET code_guesses = code_guesses + 1 WHERE seller_id = ${sellerId}`.execute(
    tx,
  )
}

export async function proveContact(tx: Tx, sellerId: number, at: Date): Promise<void> {
  await sql`
    UPDATE seller_contacts SET proven_at = ${at}, code_digest = NULL, code_expires_at = NULL, code_guesses = 0
     WHERE seller_id = ${sellerId}`.execute(tx)
}

export async function languageOf(db: Db, userId: number): Promise<Language | undefined> {
  const found = await sql<{ language: Language }>`
    SELECT language FROM user_cards WHERE id = ${userId}`.execute(db)
  return found.rows[0]?.language
}

/** Deletes the registration of a lone instructor. */
export async function deleteRegistrations(tx: Tx, userId: number): Promise<void> {
  await sql`
    DELETE FROM seller_registrations r USING sellers s WHERE s.id = r.seller_id AND s.user_id = ${userId}`.execute(
    tx,
  )
  await sql`
    DELETE FROM seller_contacts c USING sellers s WHERE s.id = c.seller_id AND s.user_id = ${userId}`.execute(
    tx,
  )
}
