/** This file is the only writer of authenticator_apps and recovery_codes. */
import { sql } from 'kysely'
import type { Db, Tx } from '#server/platform/database/database.ts'

export interface AuthenticatorAppRow {
  secretEncrypted: Buffer
  confirmedAt: Date | null
}

export async function authenticatorApp(db: Db, userId: number): Promise<AuthenticatorAppRow | undefined> {
  const found = await sql<AuthenticatorAppRow>`
    SELECT secret_encrypted AS "secretEncrypted", confirmed_at AS "confirmedAt"
      FROM authenticator_apps WHERE user_id = ${userId}`.execute(db)
  return found.rows[0]
}

/** Stores a new app in place of one whose setup was never confirmed. Returns false when the person already has a confirmed app. */
export async function beginAuthenticatorApp(
  db: Db,
  app: { userId: number; secretEncrypted: Buffer; now: Date },
): Promise<boolean> {
  const begun = await sql`
    INSERT INTO authenticator_apps AS a (user_id, secret_encrypted, created_at)
    VALUES (${app.userId}, ${app.secretEncrypted}, ${app.now})
    ON CONFLICT (user_id) DO UPDATE SET secret_encrypted = excluded.secret_encrypted, created_at = excluded.created_at
      WHERE a.confirmed_at IS NULL
    RETURNING user_id`.execute(db)
  return begun.rows.length > 0
}

/**
 * Accepts the code of this 30-second time step. Returns false when this or a later step was accepted before, or when the secret
 * changed after it was read.
 */
export async function acceptStep(
  tx: Tx,
  { userId, secretEncrypted, step }: { userId: number; secretEncrypted: Buffer; step: number },
): Promise<boolean> {
  const accepted = await sql`
    UPDATE authenticator_apps SET last_step = ${step}
     WHERE user_id = ${userId} AND last_step < ${step} AND secret_encrypted = ${secretEncrypted}
    RETURNING user_id`.execute(tx)
  return accepted.rows.length > 0
}

/** Returns false when the app is already confirmed. */
export async function confirmAuthenticatorApp(tx: Tx, userId: number, at: Date): Promise<boolean> {
  const confirmed = await sql`
    UPDATE authenticator_apps SET confirmed_at = ${at}
     WHERE user_id = ${userId} AND confirmed_at IS NULL RETURNING user_id`.execute(tx)
  return confirmed.rows.length > 0
}

export async function deleteSecondFactor(tx: Db, userId: number): Promise<void> {
  await sql`DELETE FROM authenticator_apps WHERE user_id = ${userId}`.execute(tx)
  await sql`DELETE FROM recovery_codes WHERE user_id = ${userId}`.execute(tx)
}

export interface NewRecoveryCode {
  startsWith: string
  hash: string
}

export async function replaceRecoveryCodes(
  tx: Tx,
  userId: number,
  codes: readonly NewRecoveryCode[],
): Promise<void> {
  await sql`DELETE FROM recovery_codes WHERE user_id = ${userId}`.execute(tx)
  await sql`
    INSERT INTO recovery_codes (user_id, starts_with, code_hash)
    SELECT ${userId}, "startsWith", hash
      FROM jsonb_to_recordset(${JSON.stringify(codes)}::jsonb) AS given ("startsWith" text, hash text)`.execute(
    tx,
  )
}

export async function recoveryCode(
  db: Db,
  userId: number,
  startsWith: string,
): Promise<{ id: number; hash: string } | undefined> {
  const found = await sql<{ id: number; hash: string }>`
    SELECT id, code_hash AS hash FROM recovery_codes
     WHERE user_id = ${userId} AND starts_with = ${startsWith}`.execute(db)
  return found.rows[0]
}

/** Returns false when the code was used concurrently. */
export async function useRecoveryCode(tx: Tx, userId: number, id: number): Promise<boolean> {
  const used =
    await sql`DELETE FROM recovery_codes WHERE id = ${id} AND user_id = ${userId} RETURNING id`.execute(tx)
  return used.rows.length > 0
}

export async function countRecoveryCodes(db: Db, userId: number): Promise<number> {
  const found = await sql<{ count: number }>`
    SELECT count(*)::int AS count FROM recovery_codes WHERE user_id = ${userId}`.execute(db)
  return found.rows[0]?.count ?? 0
}

/** Returns the next apps after the user `id`, for re-encrypting their secrets under a new key. */
export async function authenticatorAppsAfter(
  db: Db,
  id: number,
): Promise<{ id: number; secretEncrypted: Buffer }[]> {
  const found = await sql<{ id: number; secretEncrypted: Buffer }>`
    SELECT user_id AS id, secret_encrypted AS "secretEncrypted" FROM authenticator_apps
     WHERE user_id > ${id} ORDER BY user_id LIMIT 100`.execute(db)
  return found.rows
}

export async function replaceAppSecret(
  db: Db,
  userId: number,
  { from, to }: { from: Buffer; to: Buffer },
): Promise<void> {
  await sql`
    UPDATE authenticator_apps SET secret_encrypted = ${to}
     WHERE user_id = ${userId} AND secret_encrypted = ${from}`.execute(db)
}
