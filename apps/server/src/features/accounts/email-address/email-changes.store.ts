import { sql } from 'kysely'
import type { Db, Tx } from '#server/platform/database/database.ts'
import { onlyRow } from '#server/platform/database/rows.ts'

export interface EmailChangeRow {
  id: number
  userId: number
  state: 'open' | 'done'
  oldEmail: string
  newEmail: string
  needsOld: boolean
  askedAt: Date
  expiresAt: Date
  mailedAt: Date | null
  newConfirmedAt: Date | null
  oldConfirmedAt: Date | null
}

const columns = sql`
  c.id, c.user_id AS "userId", c.state, c.old_email::text AS "oldEmail", c.new_email::text AS "newEmail",
  c.needs_old AS "needsOld", c.asked_at AS "askedAt", c.expires_at AS "expiresAt", c.mailed_at AS "mailedAt",
  c.new_confirmed_at AS "newConfirmedAt", c.old_confirmed_at AS "oldConfirmedAt"`

/**
 * Requires `email_changes c` and its owner `users u`. The condition is false for a request that was made while the old address was
 * unverified, once the owner has verified it: the old mailbox was never asked.
 */
const asksAllOwners = sql`(c.needs_old OR u.email_verified_at IS NULL)`

export async function findPendingEmailChange(
  db: Db,
  userId: number,
  now: Date,
): Promise<EmailChangeRow | undefined> {
  const found = await sql<EmailChangeRow>`
    SELECT ${columns} FROM email_changes c JOIN users u ON u.id = c.user_id
     WHERE c.user_id = ${userId} AND c.state = 'open' AND c.expires_at > ${now} AND ${asksAllOwners}`.execute(
    db,
  )
  return found.rows[0]
}

export async function openChange(db: Db, id: number, now: Date): Promise<EmailChangeRow | undefined> {
  const found = await sql<EmailChangeRow>`
    SELECT ${columns} FROM email_changes c
     WHERE c.id = ${id} AND c.state = 'open' AND c.expires_at > ${now}`.execute(db)
  return found.rows[0]
}

export async function insertChange(
  tx: Tx,
  change: {
    userId: number
    oldEmail: string
    newEmail: string
    needsOld: boolean
    now: Date
    expiresAt: Date
  },
): Promise<EmailChangeRow> {
  const inserted = await sql<EmailChangeRow>`
    INSERT INTO email_changes AS c (user_id, old_email, new_email, needs_old, asked_at, expires_at)
    VALUES (${change.userId}, ${change.oldEmail}, ${change.newEmail}, ${change.needsOld}, ${change.now}, ${change.expiresAt})
    RETURNING ${columns}`.execute(tx)
  return onlyRow(inserted)
}

/** Returns false when the links were already mailed or the change has ended. */
export async function setLinks(
  tx: Tx,
  id: number,
  links: { newSha256: Buffer | null; oldSha256: Buffer | null; now: Date },
): Promise<boolean> {
  const set = await sql`
    UPDATE email_changes SET new_token_sha256 = ${links.newSha256}, old_token_sha256 = ${links.oldSha256}, mailed_at = ${links.now}
     WHERE id = ${id} AND state = 'open' AND mailed_at IS NULL RETURNING id`.execute(tx)
  return set.rows.length > 0
}

export type LinkKind = 'new' | 'old' | 'undo'

/** Returns the change that a mailed link belongs to, as long as the link is valid. */
export async function changeByLink(
  db: Db,
  sha256: Buffer,
  now: Date,
): Promise<(EmailChangeRow & { kind: LinkKind }) | undefined> {
  const found = await sql<EmailChangeRow & { kind: LinkKind }>`
    SELECT ${columns}, CASE WHEN c.new_token_sha256 = ${sha256}::bytea THEN 'new' WHEN c.old_token_sha256 = ${sha256}::bytea THEN 'old'
                            ELSE 'undo' END AS kind
      FROM email_changes c JOIN users u ON u.id = c.user_id AND u.erased_at IS NULL
     WHERE ${sha256}::bytea IN (c.new_token_sha256, c.old_token_sha256, c.undo_token_sha256) AND c.expires_at > ${now}
       AND ${asksAllOwners}`.execute(db)
  return found.rows[0]
}

export async function confirmChange(
  tx: Tx,
  id: number,
  kind: 'new' | 'old',
  now: Date,
): Promise<EmailChangeRow> {
  const confirmed = await sql<EmailChangeRow>`
    UPDATE email_changes AS c
       SET new_confirmed_at = CASE WHEN ${kind} = 'new' THEN coalesce(c.new_confirmed_at, ${now}) ELSE c.new_confirmed_at END,
           old_confirmed_at = CASE WHEN ${kind} = 'old' THEN coalesce(c.old_confirmed_at, ${now}) ELSE c.old_confirmed_at END
     WHERE c.id = ${id} RETURNING ${columns}`.execute(tx)
  return onlyRow(confirmed)
}

/** Ends the links that confirm the change and stores the link that undoes it. */
export async function markDone(tx: Tx, id: number, undo: { sha256: Buffer; until: Date }): Promise<void> {
  await sql`
    UPDATE email_changes SET state = 'done', new_token_sha256 = NULL, old_token_sha256 = NULL,
           undo_token_sha256 = ${undo.sha256}, expires_at = ${undo.until}
     WHERE id = ${id}`.execute(tx)
}

/** Returns false when no open change exists. */
export async function deleteOpenChange(tx: Db, userId: number): Promise<boolean> {
  const deleted = await sql`
    DELETE FROM email_changes WHERE user_id = ${userId} AND state = 'open' RETURNING id`.execute(tx)
  return deleted.rows.length > 0
}

/** Deletes this change and all later ones of the person. */
export async function deleteChangesFrom(tx: Tx, userId: number, id: number): Promise<void> {
  await sql`DELETE FROM email_changes WHERE user_id = ${userId} AND id >= ${id}`.execute(tx)
}

export async function deleteEmailChangesOf(tx: Db, userId: number): Promise<void> {
  await sql`DELETE FROM email_changes WHERE user_id = ${userId}`.execute(tx)
}

export async function addressesOf(tx: Db, userId: number): Promise<string[]> {
  const found = await sql<{ email: string }>`
    SELECT old_email::text AS email FROM email_changes WHERE user_id = ${userId}
     UNION SELECT new_email::text FROM email_changes WHERE user_id = ${userId}`.execute(tx)
  return found.rows.map(({ email }) => email)
}

/** Tells whether another person could still undo a change and so get this address back. */
export async function isReserved(tx: Tx, email: string, userId: number): Promise<boolean> {
  const found = await sql`
    SELECT 1 FROM email_changes
     WHERE old_email = ${email}::citext AND state = 'done' AND user_id <> ${userId}`.execute(tx)
  return found.rows.length > 0
}

/**
 * Tells whether the newest re-authentication of the session used a second factor that the account had before `before`. An
 * authenticator app suffices, because every re-authentication asks for its code. A passkey must have been used within a minute of
 * the re-authentication.
 */
export async function isProvenByEarlierStep(
  tx: Tx,
  { userId, sessionId, before }: { userId: number; sessionId: number; before: Date },
): Promise<boolean> {
  const found = await sql`
    SELECT FROM authenticator_apps WHERE user_id = ${userId} AND confirmed_at < ${before}
     UNION ALL
    SELECT FROM passkeys p JOIN sessions s ON s.user_id = p.user_id
     WHERE s.id = ${sessionId} AND s.user_id = ${userId} AND s.second_factor = 'passkey' AND p.created_at < ${before}
       AND p.last_used_at BETWEEN s.proven_at - interval '1 minute' AND s.proven_at + interval '1 minute'`.execute(
    tx,
  )
  return found.rows.length > 0
}

export async function deleteChangesBefore(db: Db, before: Date): Promise<void> {
  await sql`DELETE FROM email_changes WHERE expires_at < ${before}`.execute(db)
}
