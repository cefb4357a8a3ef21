import { sql } from 'kysely'
import type { SignInProviderName } from '#server/adapters/sign-in/port.ts'
import type { Db, Tx } from '#server/platform/database/database.ts'

/** Returns undefined when the identity is not linked or its user was erased. */
export async function userOfIdentity(
  tx: Tx,
  provider: SignInProviderName,
  subject: string,
): Promise<number | undefined> {
  const found = await sql<{ userId: number }>`
    SELECT i.user_id AS "userId" FROM identities i JOIN users u ON u.id = i.user_id
     WHERE i.provider = ${provider} AND i.subject = ${subject} AND u.erased_at IS NULL`.execute(tx)
  return found.rows[0]?.userId
}

/** Links an identity to a user. An identity of an erased user may be linked to a new user. */
export async function linkIdentity(
  tx: Tx,
  identity: { provider: SignInProviderName; subject: string; userId: number; now: Date },
): Promise<void> {
  await sql`
    INSERT INTO identities (provider, subject, user_id, created_at)
    VALUES (${identity.provider}, ${identity.subject}, ${identity.userId}, ${identity.now})
    ON CONFLICT (provider, subject) DO UPDATE SET user_id = excluded.user_id, created_at = excluded.created_at`.execute(
    tx,
  )
}

/** Returns the newest link of each provider. */
export async function identitiesOf(
  db: Db,
  userId: number,
): Promise<{ provider: SignInProviderName; linkedAt: Date }[]> {
  const found = await sql<{ provider: SignInProviderName; linkedAt: Date }>`
    SELECT provider, max(created_at) AS "linkedAt" FROM identities
     WHERE user_id = ${userId} GROUP BY provider ORDER BY provider DESC`.execute(db)
  return found.rows
}

/** Returns false when there was no identity to delete. */
export async function deleteIdentities(
  tx: Tx,
  userId: number,
  provider: SignInProviderName,
): Promise<boolean> {
  const deleted = await sql`
    DELETE FROM identities WHERE user_id = ${userId} AND provider = ${provider} RETURNING provider`.execute(
    tx,
  )
  return deleted.rows.length > 0
}

export async function deleteIdentitiesSince(tx: Tx, userId: number, since: Date): Promise<void> {
  await sql`DELETE FROM identities WHERE user_id = ${userId} AND created_at >= ${since}`.execute(tx)
}

export async function deleteIdentitiesOf(tx: Tx, userId: number): Promise<void> {
  await sql`DELETE FROM identities WHERE user_id = ${userId}`.execute(tx)
}

/** Returns false when the state was used before: of two callbacks with one state, one succeeds. */
export async function spendState(db: Db, stateSha256: Buffer, expiresAt: Date): Promise<boolean> {
  const spent = await sql`
    INSERT INTO spent_sign_in_states (state_sha256, expires_at) VALUES (${stateSha256}, ${expiresAt})
    ON CONFLICT DO NOTHING RETURNING state_sha256`.execute(db)
  return spent.rows.length > 0
}

export async function deleteSpentStates(db: Db, before: Date): Promise<void> {
  await sql`DELETE FROM spent_sign_in_states WHERE expires_at < ${before}`.execute(db)
}
