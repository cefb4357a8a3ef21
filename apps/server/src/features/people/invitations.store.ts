import type { Role } from '@apogee/contracts/limits.ts'
import { sql } from 'kysely'
import type { Db, Tx } from '#server/platform/database/database.ts'
import { countLimit, newestPage, type PageRequest } from '#server/platform/pages.ts'
import { onlyRow } from '#server/platform/database/rows.ts'

export interface InvitationRow {
  id: number
  email: string
  role: Role
  businessId: number | null
  createdAt: Date
  expiresAt: Date
}

const columns = sql`
  i.id, i.email::text AS email, i.role, i.business_id AS "businessId", i.created_at AS "createdAt", i.expires_at AS "expiresAt"`

const isOpen = (now: Date) => sql`i.accepted_at IS NULL AND i.revoked_at IS NULL AND i.expires_at > ${now}`

/** Counts the invitations of a business, or of the platform, since this time, in any state. */
export async function countSince(db: Db, businessId: number | null, since: Date): Promise<number> {
  const found = await sql<{ count: number }>`
    SELECT count(*)::int AS count FROM invitations
     WHERE business_id IS NOT DISTINCT FROM ${businessId}::bigint AND created_at > ${since}`.execute(db)
  return found.rows[0]?.count ?? 0
}

/** Returns whether the account of this address already has the business and role. */
export async function isInTeam(
  db: Db,
  { email, role, businessId }: { email: string; role: Role; businessId: number | null },
): Promise<boolean> {
  const found = await sql`
    SELECT 1 FROM user_cards WHERE email = ${email}::citext AND erased_at IS NULL AND role = ${role}
       AND business_id IS NOT DISTINCT FROM ${businessId}::bigint`.execute(db)
  return found.rows.length > 0
}

export interface NewInvitation {
  email: string
  role: Role
  businessId: number | null
  invitedBy: number
  tokenSha256: Buffer
  createdAt: Date
  expiresAt: Date
}

/** Replaces the open invitation of the same address to the same business and invalidates its link. */
export async function replaceInvitation(tx: Tx, invitation: NewInvitation): Promise<InvitationRow> {
  const { email, role, businessId, invitedBy, tokenSha256, createdAt, expiresAt } = invitation
  await sql`UPDATE invitations SET revoked_at = ${createdAt}
             WHERE email = ${email}::citext AND business_id IS NOT DISTINCT FROM ${businessId}::bigint
               AND accepted_at IS NULL AND revoked_at IS NULL`.execute(tx)
  const inserted = await sql<InvitationRow>`
    INSERT INTO invitations AS i (email, role, business_id, invited_by, token_sha256, created_at, expires_at)
    VALUES (${email}, ${role}, ${businessId}, ${invitedBy}, ${tokenSha256}, ${createdAt}, ${expiresAt})
    RETURNING ${columns}`.execute(tx)
  return onlyRow(inserted)
}

/** Returns open invitations, newest first. `everywhere` selects those of all businesses and of the platform. */
export async function openInvitations(
  db: Db,
  scope: { everywhere: true } | { businessId: number | null },
  now: Date,
  page: PageRequest,
): Promise<{ rows: InvitationRow[]; total: number }> {
  const within = 'everywhere' in scope ? sql`true` : sql`i.business_id = ${scope.businessId}`
  const counted = await sql<{ total: number }>`
    SELECT count(*) AS total FROM (SELECT FROM invitations i WHERE ${within} AND ${isOpen(now)} ${countLimit}) counted`.execute(
    db,
  )
  const found = await sql<InvitationRow>`
    SELECT ${columns} FROM invitations i
     WHERE ${within} AND ${isOpen(now)} AND ${newestPage('i.id', page)}`.execute(db)
  return { rows: found.rows, total: counted.rows[0]?.total ?? 0 }
}

export interface OfferedInvitation extends InvitationRow {
  businessName: string | null
  invitedBy: string | null
}

// An invitation counts only while the person who sent it still has a role that may invite.
const senderMayInvite = sql`
  u.erased_at IS NULL AND u.erase_after IS NULL
  AND (u.role = 'superadmin' OR (u.role = 'admin' AND u.business_id = i.business_id))`

/**
 * Returns an invitation by its link. Undefined means that the link is unknown, answered, revoked or expired, or that its sender may
 * no longer invite. `lock` locks the row until the transaction ends.
 */
export async function invitationByToken(
  db: Db,
  tokenSha256: Buffer,
  now: Date,
  { lock }: { lock: boolean },
): Promise<OfferedInvitation | undefined> {
  const found = await sql<OfferedInvitation>`
    SELECT ${columns}, b.name AS "businessName", u.name AS "invitedBy"
      FROM invitations i LEFT JOIN businesses b ON b.id = i.business_id JOIN user_cards u ON u.id = i.invited_by
     WHERE i.token_sha256 = ${tokenSha256} AND ${isOpen(now)} AND ${senderMayInvite} ${lock ? sql`FOR UPDATE OF i` : sql``}`.execute(
    db,
  )
  return found.rows[0]
}

export async function markAccepted(tx: Tx, id: number, at: Date): Promise<void> {
  await sql`UPDATE invitations SET accepted_at = ${at} WHERE id = ${id}`.execute(tx)
}

/** Returns undefined if this caller may not see the invitation or it was answered. */
export async function markRevoked(
  db: Db,
  id: number,
  scope: { everywhere: true } | { businessId: number | null },
  at: Date,
): Promise<{ businessId: number | null } | undefined> {
  const within = 'everywhere' in scope ? sql`true` : sql`business_id = ${scope.businessId}`
  const changed = await sql<{ businessId: number | null }>`
    UPDATE invitations SET revoked_at = ${at}
     WHERE id = ${id} AND ${within} AND accepted_at IS NULL AND revoked_at IS NULL RETURNING business_id AS "businessId"`.execute(
    db,
  )
  return changed.rows[0]
}

/** Revokes this person's unanswered invitations. */
export async function revokeSentBy(tx: Tx, userId: number, at: Date): Promise<void> {
  await sql`UPDATE invitations SET revoked_at = ${at}
             WHERE invited_by = ${userId} AND accepted_at IS NULL AND revoked_at IS NULL`.execute(tx)
}

/** Deletes addresses of people who did not accept in time. */
export async function deleteUnanswered(db: Db, before: Date): Promise<void> {
  await sql`DELETE FROM invitations WHERE accepted_at IS NULL AND expires_at < ${before}`.execute(db)
}

/** Deletes all invitations to a leaving person's address, and the open ones that the person sent. */
export async function forgetInvitations(
  tx: Tx,
  { id, email }: { id: number; email: string },
  at: Date,
): Promise<void> {
  await sql`DELETE FROM invitations WHERE email = ${email}::citext`.execute(tx)
  await revokeSentBy(tx, id, at)
}
