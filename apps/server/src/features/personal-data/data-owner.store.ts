import { sql } from 'kysely'
import type { Role } from '@apogee/contracts/limits.ts'
import type { Language } from '@apogee/domain/languages.ts'
import type { Db } from '#server/platform/database/database.ts'

export interface DataOwner {
  id: number
  /** The verified address. Null means that the account has not verified its address, which may belong to another person. */
  provenEmail: string | null
  role: Role
  businessId: number | null
}

export interface OwnerRow extends DataOwner {
  language: Language
  name: string | null
}

/** Returns undefined for an erased account. */
export async function ownerById(db: Db, userId: number): Promise<OwnerRow | undefined> {
  const found = await sql<OwnerRow>`
    SELECT id, CASE WHEN email_verified_at IS NOT NULL THEN email::text END AS "provenEmail", language, name,
           role, business_id AS "businessId"
      FROM user_cards WHERE id = ${userId} AND erased_at IS NULL`.execute(db)
  return found.rows[0]
}
