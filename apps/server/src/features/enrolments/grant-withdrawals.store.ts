/** Reads what one call gave by address, to take it back. */
import type { WithdrawnGrants } from '@apogee/contracts/enrolments/enrolments.ts'
import type { Language } from '@apogee/domain/languages.ts'
import { sql } from 'kysely'
import type { Tx } from '#server/platform/database/database.ts'
import { onlyRow } from '#server/platform/database/rows.ts'
import { ofCall, type GrantCall } from './invitations.store.ts'

/** Returns whether the call has enrolled or invited anybody, or given the course to a person who had it before. */
export async function hasGrantsOf(tx: Tx, call: GrantCall): Promise<boolean> {
  const found = await sql`SELECT FROM course_invitations i WHERE ${ofCall(call)} LIMIT 1`.execute(tx)
  return found.rows.length > 0
}

export interface GivenAccess {
  userId: number
  language: Language
  /** False if the person had the course by other access, so that the call gave no period. */
  hasPeriod: boolean
  /** True if the course's staff had removed this person before the call. */
  wasRemoved: boolean
}

/** Joins the grant of the call of the invitation `i`. */
const grantOfCall = ({ at }: GrantCall) => sql`
  access_grants g ON g.kind = 'invitation' AND g.source_id = i.id AND g.user_id = i.accepted_by AND g.granted_at = ${at}`

/** Returns what the call gave and nobody has closed. Locks the enrolments, in the order of people, until the transaction ends. */
export async function lockGiven(tx: Tx, call: GrantCall): Promise<GivenAccess[]> {
  const found = await sql<GivenAccess>`
    SELECT e.user_id AS "userId", u.language, g.access_from IS NOT NULL AS "hasPeriod",
           coalesce((SELECT c.kind = 'removed' FROM access_changes c
                      WHERE c.user_id = e.user_id AND c.course_id = e.course_id ORDER BY c.id DESC LIMIT 1), false) AS "wasRemoved"
      FROM course_invitations i JOIN enrolments e ON e.user_id = i.accepted_by AND e.course_id = i.course_id
      JOIN user_cards u ON u.id = e.user_id
      JOIN ${grantOfCall(call)} AND g.revoked_at IS NULL
     WHERE ${ofCall(call)} AND i.state = 'accepted' AND e.revoked_at IS NULL
     ORDER BY e.user_id FOR UPDATE OF e`.execute(tx)
  return found.rows
}

/** Returns those of these people who have begun to study since the call, have begun to pay, or hold the course by a payment. */
export async function stayingAmong(
  tx: Tx,
  { courseId, at }: GrantCall,
  userIds: readonly number[],
): Promise<Set<number>> {
  const found = await sql<{ userId: number }>`
    SELECT e.user_id AS "userId" FROM enrolments e
     WHERE e.course_id = ${courseId} AND e.user_id = ANY(${[...userIds]}::bigint[])
       AND (e.last_accessed_at >= ${at}
         OR EXISTS (SELECT FROM open_purchases p WHERE p.user_id = e.user_id AND p.course_id = e.course_id)
         OR EXISTS (SELECT FROM held_seats s WHERE s.user_id = e.user_id AND s.course_id = e.course_id)
         OR EXISTS (SELECT FROM settled_lines l WHERE l.learner_id = e.user_id AND l.course_id = e.course_id
                       AND l.status = 'granted' AND l.price_cents > 0))`.execute(tx)
  return new Set(found.rows.map(({ userId }) => userId))
}

/** Counts the outcome from the rows, so that a repeated call has the same answer. */
export async function countWithdrawn(tx: Tx, call: GrantCall): Promise<WithdrawnGrants> {
  const counted = await sql<WithdrawnGrants>`
    SELECT count(*) FILTER (WHERE i.state = 'withdrawn' AND g.access_from IS NOT NULL)::int AS removed,
           count(*) FILTER (WHERE i.state = 'withdrawn' AND i.accepted_by IS NULL
                              AND (i.declined_at IS NULL OR i.declined_at >= i.created_at))::int AS withdrawn,
           count(*) FILTER (WHERE i.state = 'accepted')::int AS staying
      FROM course_invitations i LEFT JOIN ${grantOfCall(call)}
     WHERE ${ofCall(call)}`.execute(tx)
  return onlyRow(counted)
}
