/** Invite links of courses. The only SQL that writes course_invites. */
import { sql } from 'kysely'
import type { Db, Tx } from '#server/platform/database/database.ts'
import { onlyRow } from '#server/platform/database/rows.ts'

export interface NewInvite {
  courseId: number
  createdBy: number
  expiresAt: Date
  maxUses: number | null
}

export async function insertInvite(tx: Db, invite: NewInvite): Promise<number> {
  const inserted = await sql<{ id: number }>`
    INSERT INTO course_invites (course_id, created_by, expires_at, max_uses)
    VALUES (${invite.courseId}, ${invite.createdBy}, ${invite.expiresAt}, ${invite.maxUses}) RETURNING id`.execute(
    tx,
  )
  return onlyRow(inserted).id
}

export interface InviteRow {
  id: number
  expiresAt: Date
  maxUses: number | null
  uses: number
}

/** Valid links, newest first, a hundred at most. */
export async function openInvites(db: Db, courseId: number, now: Date): Promise<InviteRow[]> {
  const found = await sql<InviteRow>`
    SELECT id, expires_at AS "expiresAt", max_uses AS "maxUses", uses FROM course_invites
     WHERE course_id = ${courseId} AND revoked_at IS NULL AND expires_at > ${now}
       AND (max_uses IS NULL OR uses < max_uses)
     ORDER BY id DESC LIMIT 100`.execute(db)
  return found.rows
}

/** Counts one use, if the link is valid: the row's own conditions decide between concurrent uses. */
export async function useInvite(tx: Tx, id: number, courseId: number, now: Date): Promise<boolean> {
  const used = await sql`
    UPDATE course_invites SET uses = uses + 1
     WHERE id = ${id} AND course_id = ${courseId} AND revoked_at IS NULL AND expires_at > ${now}
       AND (max_uses IS NULL OR uses < max_uses)
    RETURNING id`.execute(tx)
  return used.rows.length > 0
}

/** True also for one that was revoked before. */
export async function markInviteRevoked(db: Db, id: number, courseId: number, at: Date): Promise<boolean> {
  const changed = await sql`
    UPDATE course_invites SET revoked_at = coalesce(revoked_at, ${at})
     WHERE id = ${id} AND course_id = ${courseId} RETURNING id`.execute(db)
  return changed.rows.length > 0
}
