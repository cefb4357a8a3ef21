/** Course invitations by address, and invite links. Only this file writes course_invitations and course_invites. */
import { defaultLanguage, type Language } from '@apogee/domain/languages.ts'
import { sql } from 'kysely'
import type { Db, Tx } from '#server/platform/database/database.ts'
import { onlyRow } from '#server/platform/database/rows.ts'
import { countLimit, newestPage, type PageRequest } from '#server/platform/pages.ts'
import { matchesPattern } from '#server/platform/search-pattern.ts'

export interface InvitationRow {
  id: number
  courseId: number
  email: string
  name: string
  /** 'withdrawn' rows remain in the table, so that a second invitation of the same address sends no second mail. */
  state: 'open' | 'accepted' | 'declined' | 'withdrawn'
  createdAt: Date
  mailedAt: Date | null
  mails: number
  declinedAt: Date | null
  acceptedBy: number | null
}

const columns = sql`
  i.id, i.course_id AS "courseId", lower(i.email::text) AS email, i.name, i.state, i.created_at AS "createdAt",
  i.mailed_at AS "mailedAt", i.mails, i.declined_at AS "declinedAt", i.accepted_by AS "acceptedBy"`

/**
 * Joins invitations with published courses. An accepted invitation also matches an archived course, because it still gives access
 * to that course.
 */
const openPlace = sql`
  course_invitations i JOIN course_cards c
    ON c.id = i.course_id AND (c.is_published OR (i.state = 'accepted' AND NOT c.is_draft))
  JOIN seller_cards s ON s.id = c.seller_id`

const sellerName = sql`coalesce(s.name, 'Apogee')`

export interface InvitingSeller {
  sellerId: number
  businessId: number | null
  sellerName: string
  courseTitle: string
}

export async function giverOf(db: Db, courseId: number): Promise<InvitingSeller | undefined> {
  const found = await sql<InvitingSeller>`
    SELECT s.id AS "sellerId", s.business_id AS "businessId", ${sellerName} AS "sellerName", c.title AS "courseTitle"
      FROM course_cards c JOIN seller_cards s ON s.id = c.seller_id
     WHERE c.id = ${courseId}`.execute(db)
  return found.rows[0]
}

export interface OwnPerson {
  userId: number
  email: string
  name: string | null
  language: Language
  isEnrolled: boolean
  /** True for members of the seller's own team, and for the giver, with a verified address. */
  isTeam: boolean
}

/**
 * Returns the people with these addresses who are enrolled, or who belong to the seller's own team and have a verified address.
 * Sorts them by id and locks their accounts until the transaction ends. Accounts of other people are not locked, and nothing is
 * written because of them, so the response time reveals nothing about them.
 */
export async function alreadyEnrolled(
  tx: Tx,
  about: { courseId: number; businessId: number | null; giverId: number },
  emails: readonly string[],
): Promise<OwnPerson[]> {
  const { courseId, businessId, giverId } = about
  const isTeam = sql`
    (u.email_verified_at IS NOT NULL AND (coalesce(u.business_id = ${businessId}::bigint, false) OR u.id = ${giverId}))`
  const found = await sql<OwnPerson>`
    SELECT u.id AS "userId", lower(u.email::text) AS email, u.name, u.language, e.id IS NOT NULL AS "isEnrolled",
           ${isTeam} AS "isTeam"
      FROM user_cards u
      LEFT JOIN open_enrolments e ON e.user_id = u.id AND e.course_id = ${courseId}
     WHERE u.email = ANY(${[...emails]}::citext[]) AND u.erased_at IS NULL AND (e.id IS NOT NULL OR ${isTeam})
     ORDER BY u.id FOR SHARE OF u`.execute(tx)
  return found.rows
}

export async function invitationsTo(
  tx: Tx,
  courseId: number,
  emails: readonly string[],
): Promise<InvitationRow[]> {
  const found = await sql<InvitationRow>`
    SELECT ${columns} FROM course_invitations i
     WHERE i.course_id = ${courseId} AND i.email = ANY(${[...emails]}::citext[])
     ORDER BY i.id FOR UPDATE`.execute(tx)
  return found.rows
}

/**
 * Returns how many new addresses the seller has invited on this day. Locks the day's row until the transaction ends, so that
 * concurrent calls count one after the other, and locks nothing else of the seller.
 */
export async function lockInvitedToday(tx: Tx, sellerId: number, day: string): Promise<number> {
  const locked = await sql<{ invited: number }>`
    INSERT INTO course_invitation_days AS d (seller_id, day, invited) VALUES (${sellerId}, ${day}::date, 0)
    ON CONFLICT (seller_id, day) DO UPDATE SET invited = d.invited RETURNING invited`.execute(tx)
  return locked.rows[0]?.invited ?? 0
}

export async function countInvited(tx: Tx, sellerId: number, day: string, invited: number): Promise<void> {
  await sql`
    UPDATE course_invitation_days SET invited = invited + ${invited}
     WHERE seller_id = ${sellerId} AND day = ${day}::date`.execute(tx)
}

/**
 * Restores withdrawn invitations to their earlier state. A declined invitation stays declined, and nobody is mailed a second time.
 * A grant that was taken back becomes an open invitation, which is mailed for the first time.
 */
export async function reopen(
  tx: Tx,
  ids: readonly number[],
  { grantedBy, at }: { grantedBy: number; at: Date },
): Promise<void> {
  await sql`
    UPDATE course_invitations
       SET state = CASE WHEN declined_at IS NULL THEN 'open' ELSE 'declined' END, granted_by = ${grantedBy}, created_at = ${at},
           accepted_by = NULL, mailed_at = coalesce(mailed_at, ${at}::timestamptz), mails = greatest(mails, 1)
     WHERE id = ANY(${[...ids]}::bigint[]) AND state = 'withdrawn'`.execute(tx)
}

/**
 * Records an accepted invitation for each of these members of the seller's own team. A member who was enrolled before and has an
 * accepted invitation keeps its giver and time. Returns the ids of the others by member.
 */
export async function recordAccepted(
  tx: Tx,
  { courseId, grantedBy, at }: { courseId: number; grantedBy: number; at: Date },
  people: readonly { userId: number; email: string; isEnrolled: boolean }[],
): Promise<Map<number, number>> {
  const fresh = people.filter(({ isEnrolled }) => !isEnrolled).map(({ userId }) => userId)
  const isKept = sql`(i.state = 'accepted' AND excluded.accepted_by <> ALL(${fresh}::bigint[]))`
  const recorded = await sql<{ id: number; userId: number; isOfCall: boolean }>`
    INSERT INTO course_invitations AS i (course_id, email, granted_by, created_at, state, accepted_by)
    SELECT ${courseId}, given.email::citext, ${grantedBy}, ${at}, 'accepted', given."userId"
      FROM jsonb_to_recordset(${JSON.stringify(people)}::jsonb) AS given ("userId" bigint, email text)
     ORDER BY given.email
    ON CONFLICT (course_id, email) DO UPDATE
      SET state = 'accepted', accepted_by = excluded.accepted_by,
          granted_by = CASE WHEN ${isKept} THEN i.granted_by ELSE excluded.granted_by END,
          created_at = CASE WHEN ${isKept} THEN i.created_at ELSE excluded.created_at END
    RETURNING id, accepted_by AS "userId", created_at = ${at} AS "isOfCall"`.execute(tx)
  return new Map(recorded.rows.flatMap(({ id, userId, isOfCall }) => (isOfCall ? [[userId, id]] : [])))
}

export interface NewInvitation {
  email: string
  name: string
}

/** Inserts invitations. An earlier accepted invitation is reopened, because the person has lost access since. */
export async function insertInvitations(
  tx: Tx,
  { courseId, grantedBy, at }: { courseId: number; grantedBy: number; at: Date },
  invitations: readonly NewInvitation[],
): Promise<InvitationRow[]> {
  const inserted = await sql<InvitationRow>`
    INSERT INTO course_invitations AS i (course_id, email, name, granted_by, created_at, mailed_at, mails)
    SELECT ${courseId}, given.email::citext, given.name, ${grantedBy}, ${at}, ${at}, 1
      FROM jsonb_to_recordset(${JSON.stringify(invitations)}::jsonb) AS given (email text, name text)
     ORDER BY given.email
    ON CONFLICT (course_id, email) DO UPDATE
      SET name = excluded.name, granted_by = excluded.granted_by, state = 'open', accepted_by = NULL,
          created_at = excluded.created_at, mailed_at = excluded.mailed_at, mails = i.mails + 1
      WHERE i.state = 'accepted'
    RETURNING ${columns}`.execute(tx)
  return inserted.rows
}

/** Records another mail if the last one was sent before `before`. */
export async function markMailedAgain(
  tx: Tx,
  { courseId, id, at, before }: { courseId: number; id: number; at: Date; before: Date },
): Promise<InvitationRow | undefined> {
  const changed = await sql<InvitationRow>`
    UPDATE course_invitations i SET mailed_at = ${at}, mails = mails + 1
     WHERE i.id = ${id} AND i.course_id = ${courseId} AND i.state = 'open'
       AND (i.mailed_at IS NULL OR i.mailed_at <= ${before})
    RETURNING ${columns}`.execute(tx)
  return changed.rows[0]
}

export async function isOpen(db: Db, courseId: number, id: number): Promise<boolean> {
  const found = await sql`
    SELECT FROM course_invitations WHERE id = ${id} AND course_id = ${courseId} AND state = 'open'`.execute(
    db,
  )
  return found.rows.length > 0
}

/** Returns false when no open or declined invitation exists. */
export async function markWithdrawn(db: Db, courseId: number, id: number): Promise<boolean> {
  const changed = await sql`
    UPDATE course_invitations SET state = 'withdrawn'
     WHERE id = ${id} AND course_id = ${courseId} AND state IN ('open', 'declined') RETURNING id`.execute(db)
  return changed.rows.length > 0
}

export interface MailedInvitation extends InvitationRow {
  courseTitle: string
  sellerName: string
  /** The mail is in the account's language. Without an account, the mail is in the giver's language. */
  language: Language
  /** The greeting has the account's own name if its address is verified, else the name that the seller typed. */
  greeted: string
}

/** Returns the open ones of these invitations, with the facts for their mails. */
export async function invitationsToMail(
  tx: Tx,
  ids: readonly number[],
  giverId: number,
): Promise<MailedInvitation[]> {
  const found = await sql<MailedInvitation>`
    SELECT ${columns}, c.title AS "courseTitle", ${sellerName} AS "sellerName",
           coalesce(u.language, g.language, ${sql.lit(defaultLanguage)}) AS language,
           CASE WHEN u.email_verified_at IS NULL THEN i.name ELSE coalesce(u.name, '') END AS greeted
      FROM ${openPlace} LEFT JOIN user_cards u ON u.email = i.email AND u.erased_at IS NULL
      LEFT JOIN user_cards g ON g.id = ${giverId}
     WHERE i.id = ANY(${[...ids]}::bigint[]) AND i.state = 'open' ORDER BY i.id`.execute(tx)
  return found.rows
}

/** Returns invitations that are not accepted yet, newest first. Null `pattern` means no search. */
export async function listInvited(
  db: Db,
  { courseId, pattern }: { courseId: number; pattern: string | null },
  page: PageRequest,
): Promise<{ rows: InvitationRow[]; total: number }> {
  const found = pattern
    ? sql`
      (i.email::text ILIKE ${pattern} OR ${matchesPattern(sql`i.name`, pattern)})`
    : sql`true`
  const which = sql`i.course_id = ${courseId} AND i.state IN ('open', 'declined') AND ${found}`
  const counted = await sql<{ total: number }>`
    SELECT count(*) AS total FROM (SELECT FROM course_invitations i WHERE ${which} ${countLimit}) counted`.execute(
    db,
  )
  const listed = await sql<InvitationRow>`
    SELECT ${columns} FROM course_invitations i
     WHERE ${which} AND ${newestPage('i.id', page)}`.execute(db)
  return { rows: listed.rows, total: counted.rows[0]?.total ?? 0 }
}

export interface OfferedInvitation extends InvitationRow {
  courseTitle: string
  sellerName: string
  businessId: number | null
}

const offerColumns = sql`${columns}, c.title AS "courseTitle", ${sellerName} AS "sellerName", s.business_id AS "businessId"`

/**
 * Returns an open or accepted invitation. With `lock`, locks the row until the transaction ends, because the caller is about to
 * answer the invitation.
 */
export async function invitationById(
  db: Db,
  id: number,
  { lock }: { lock: boolean },
): Promise<(OfferedInvitation & { isEnrolled: boolean }) | undefined> {
  const found = await sql<OfferedInvitation & { isEnrolled: boolean }>`
    SELECT ${offerColumns},
           EXISTS (SELECT FROM enrolments e WHERE e.user_id = i.accepted_by AND e.course_id = i.course_id
                                              AND e.revoked_at IS NULL) AS "isEnrolled"
      FROM ${openPlace}
     WHERE i.id = ${id} AND i.state IN ('open', 'accepted') ${lock ? sql`FOR UPDATE OF i` : sql``}`.execute(
    db,
  )
  return found.rows[0]
}

/** Returns unanswered invitations of the owner of a verified address, newest first. */
export async function invitationsOf(
  db: Db,
  userId: number,
  page: PageRequest,
): Promise<{ rows: OfferedInvitation[]; total: number }> {
  const which = sql`
    FROM ${openPlace} JOIN user_cards u ON u.email = i.email
     WHERE u.id = ${userId} AND u.erased_at IS NULL AND u.email_verified_at IS NOT NULL AND i.state = 'open'`
  const counted = await sql<{
    total: number
  }>`SELECT count(*) AS total FROM (SELECT ${which} ${countLimit}) counted`.execute(db)
  const found = await sql<OfferedInvitation>`
    SELECT ${offerColumns} ${which} AND ${newestPage('i.id', page)}`.execute(db)
  return { rows: found.rows, total: counted.rows[0]?.total ?? 0 }
}

/** Returns whether a course that another person gave or paid for waits for this person's address. */
export async function hasWaitingCourse(db: Db, userId: number): Promise<boolean> {
  const found = await sql`
    SELECT FROM user_cards u
     WHERE u.id = ${userId} AND u.erased_at IS NULL
       AND (EXISTS (SELECT FROM course_invitations i JOIN course_cards c ON c.id = i.course_id AND c.is_published
                     WHERE i.email = u.email AND i.state = 'open')
         OR EXISTS (SELECT FROM invoice_seats p WHERE p.email = u.email AND p.state = 'waiting'))`.execute(db)
  return found.rows.length > 0
}

/** Locks the invitations of this person's address, lowest course first. */
export async function lockInvitationsOf(tx: Tx, userId: number): Promise<OfferedInvitation[]> {
  const found = await sql<OfferedInvitation>`
    SELECT ${offerColumns} FROM ${openPlace} JOIN user_cards u ON u.email = i.email
     WHERE u.id = ${userId} AND u.erased_at IS NULL AND i.state = 'open'
     ORDER BY i.course_id FOR UPDATE OF i`.execute(tx)
  return found.rows
}

export async function markAccepted(tx: Tx, id: number, userId: number): Promise<void> {
  await sql`
    UPDATE course_invitations SET state = 'accepted', accepted_by = ${userId} WHERE id = ${id}`.execute(tx)
}

export async function markDeclined(tx: Tx, id: number, at: Date): Promise<void> {
  await sql`UPDATE course_invitations SET state = 'declined', declined_at = ${at} WHERE id = ${id}`.execute(
    tx,
  )
}

/** Withdraws the invitations of a course that does not accept enrolments. */
export async function withdrawAll(tx: Tx, courseId: number): Promise<void> {
  await sql`
    UPDATE course_invitations SET state = 'withdrawn'
     WHERE course_id = ${courseId} AND state IN ('open', 'declined')`.execute(tx)
}

/** Identifies one call that gave a course by address. The call's rows have this giver and this time. */
export interface GrantCall {
  courseId: number
  giverId: number
  at: Date
}

export const ofCall = ({ courseId, giverId, at }: GrantCall) => sql`
  i.course_id = ${courseId} AND i.granted_by = ${giverId} AND i.created_at = ${at}`

/** Withdraws unanswered invitations of a call, and returns them. */
export async function withdrawOpen(tx: Tx, call: GrantCall): Promise<Pick<InvitationRow, 'id' | 'mails'>[]> {
  const changed = await sql<Pick<InvitationRow, 'id' | 'mails'>>`
    UPDATE course_invitations i SET state = 'withdrawn'
     WHERE ${ofCall(call)} AND i.state IN ('open', 'declined') RETURNING i.id, i.mails`.execute(tx)
  return changed.rows
}

/**
 * Withdraws the grants of a call to these members of the seller's own team, and the grants that changed no enrolment because the
 * person had the course before. `accepted_by` stays set, which distinguishes withdrawn grants from withdrawn invitations. Returns
 * the ids of the invitations.
 */
export async function withdrawGrants(tx: Tx, call: GrantCall, userIds: readonly number[]): Promise<number[]> {
  const withdrawn = await sql<{ id: number }>`
    UPDATE course_invitations i SET state = 'withdrawn'
     WHERE ${ofCall(call)} AND i.state = 'accepted'
       AND (i.accepted_by = ANY(${[...userIds]}::bigint[])
         OR NOT EXISTS (SELECT FROM open_grants g
                         WHERE g.kind = 'invitation' AND g.source_id = i.id AND g.user_id = i.accepted_by
                           AND g.access_from IS NOT NULL))
    RETURNING i.id`.execute(tx)
  return withdrawn.rows.map(({ id }) => id)
}

/** Deletes the invitations that an erased person accepted. Other invitations belong to no account and stay. */
export async function deleteAcceptedBy(tx: Tx, userId: number): Promise<void> {
  await sql`DELETE FROM course_invitations WHERE accepted_by = ${userId}`.execute(tx)
}

/**
 * Deletes the accepted invitations of a removed learner, so that they neither preserve nor restore the access. A new invitation is
 * independent of them.
 */
export async function deleteAcceptedFor(
  tx: Tx,
  { userId, courseId }: { userId: number; courseId: number },
): Promise<void> {
  await sql`DELETE FROM course_invitations WHERE accepted_by = ${userId} AND course_id = ${courseId}`.execute(
    tx,
  )
}

/** Deletes the invitations of addresses that never accepted and were last mailed before this time. */
export async function deleteUnanswered(db: Db, before: Date): Promise<void> {
  await sql`
    DELETE FROM course_invitations
     WHERE state <> 'accepted' AND coalesce(mailed_at, created_at) < ${before}`.execute(db)
}

/** Deletes the daily counts of invited addresses before this day. */
export async function deleteDaysBefore(db: Db, day: string): Promise<void> {
  await sql`DELETE FROM course_invitation_days WHERE day < ${day}::date`.execute(db)
}

// The rest of this file stores invite links of courses.

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

/** Returns at most 100 valid links, newest first. */
export async function openInvites(db: Db, courseId: number, now: Date): Promise<InviteRow[]> {
  const found = await sql<InviteRow>`
    SELECT id, expires_at AS "expiresAt", max_uses AS "maxUses", uses FROM course_invites
     WHERE course_id = ${courseId} AND revoked_at IS NULL AND expires_at > ${now}
       AND (max_uses IS NULL OR uses < max_uses)
     ORDER BY id DESC LIMIT 100`.execute(db)
  return found.rows
}

/** Counts one use if the link is valid. The row's own conditions decide between concurrent uses. */
export async function useInvite(tx: Tx, id: number, courseId: number, now: Date): Promise<boolean> {
  const used = await sql`
    UPDATE course_invites SET uses = uses + 1
     WHERE id = ${id} AND course_id = ${courseId} AND revoked_at IS NULL AND expires_at > ${now}
       AND (max_uses IS NULL OR uses < max_uses)
    RETURNING id`.execute(tx)
  return used.rows.length > 0
}

/** Returns true also for a link that was revoked before. */
export async function markInviteRevoked(db: Db, id: number, courseId: number, at: Date): Promise<boolean> {
  const changed = await sql`
    UPDATE course_invites SET revoked_at = coalesce(revoked_at, ${at})
     WHERE id = ${id} AND course_id = ${courseId} RETURNING id`.execute(db)
  return changed.rows.length > 0
}
