/** This file is the only writer of one_time_tokens, which hold mailed links and unfinished sign-ins. */
import { sql } from 'kysely'
import type { Db } from '#server/platform/database/database.ts'
import { onlyRow } from '#server/platform/database/rows.ts'

export type TokenPurpose = 'verify_email' | 'reset_password' | 'sign_in' | 'second_factor'

/** Returns the id of the stored row. The id is not secret. */
export async function insertOneTimeToken(
  tx: Db,
  token: { userId: number; purpose: TokenPurpose; tokenSha256: Buffer; expiresAt: Date },
): Promise<number> {
  const inserted = await sql<{ id: number }>`
    INSERT INTO one_time_tokens (user_id, purpose, token_sha256, expires_at)
    VALUES (${token.userId}, ${token.purpose}, ${token.tokenSha256}, ${token.expiresAt}) RETURNING id`.execute(
    tx,
  )
  return onlyRow(inserted).id
}

/** Returns the owner of a token, or undefined when it is unknown, used or expired. Does not use the token. */
export async function ownerOfToken(
  db: Db,
  purpose: TokenPurpose,
  tokenSha256: Buffer,
  now: Date,
): Promise<number | undefined> {
  const found = await sql<{ userId: number }>`
    SELECT user_id AS "userId" FROM one_time_tokens
     WHERE token_sha256 = ${tokenSha256} AND purpose = ${purpose} AND used_at IS NULL AND expires_at > ${now}`.execute(
    db,
  )
  return found.rows[0]?.userId
}

export async function deleteOneTimeTokens(
  tx: Db,
  userId: number,
  purposes: readonly TokenPurpose[],
): Promise<void> {
  await sql`DELETE FROM one_time_tokens WHERE user_id = ${userId} AND purpose = ANY(${purposes})`.execute(tx)
}

/** Uses a token and returns its owner, or undefined when it is unknown, used or expired. Of two concurrent uses, one succeeds. */
export async function useOneTimeToken(
  tx: Db,
  purpose: TokenPurpose,
  tokenSha256: Buffer,
  now: Date,
): Promise<number | undefined> {
  const used = await sql<{ userId: number }>`
    UPDATE one_time_tokens SET used_at = ${now}
     WHERE token_sha256 = ${tokenSha256} AND purpose = ${purpose} AND used_at IS NULL AND expires_at > ${now}
    RETURNING user_id AS "userId"`.execute(tx)
  return used.rows[0]?.userId
}

export async function deleteExpiredLinks(db: Db, before: Date): Promise<void> {
  await sql`DELETE FROM one_time_tokens WHERE expires_at < ${before}`.execute(db)
}

export async function deleteAllOneTimeTokens(tx: Db, userId: number): Promise<void> {
  await sql`DELETE FROM one_time_tokens WHERE user_id = ${userId}`.execute(tx)
}
