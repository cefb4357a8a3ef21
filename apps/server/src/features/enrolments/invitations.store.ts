/** Addresses that were invited to courses: the only SQL that writes course_invitations. */
import { sql, type Kysely, type Transaction } from 'kysely'
import type { DB } from '../../platform/database/schema.d.ts'
import type { PageRequest } from '../../platform/pages.ts'

type Db = Kysely<DB> | Transaction<DB>
type Tx = Transaction<DB>
type Language = 'en' | 'ms'

export interface InvitationRow {
  id: number
  courseId: number
  email: string
  name: string
  state: 'open' | 'accepted' | 'declined'
  createdAt: Date
  mailedAt: Date | null
  mails: number
}

const columns = sql`
  i.id, i.course_id AS "courseId", lower(i.email::text) AS email, i.name, i.state, i.created_at AS "createdAt",
  i.mailed_at AS "mailedAt", i.mails`

/** A place that an invitation leads to: drafts and archived courses take nobody in. */
const openPlace = sql`
  course_invitations i JOIN courses c ON c.id = i.course_id AND c.is_published
  JOIN sellers s ON s.id = c.seller_id LEFT JOIN businesses b ON b.id = s.business_id LEFT JOIN users su ON su.id = s.user_id`

const sellerName = sql`coalesce(b.name, su.name, 'Apogee')`

export interface CourseGiver {
  sellerId: number
  businessId: number | null
  sellerName: string
  courseTitle: string
}

export async function giverOf(db: Db, courseId: number): Promise<CourseGiver | undefined> {
  const found = await sql<CourseGiver>`
    SELECT s.id AS "sellerId", s.business_id AS "businessId", ${sellerName} AS "sellerName", c.title AS "courseTitle"
      FROM courses c JOIN sellers s ON s.id = c.seller_id LEFT JOIN businesses b ON b.id = s.business_id
      LEFT JOIN users su ON su.id = s.user_id
     WHERE c.id = ${courseId}`.execute(db)
  return found.rows[0]
}

export interface KnownAddress {
  userId: number
  email: string
  name: string | null
  language: Language
  businessId: number | null
  isProven: boolean
  isEnrolled: boolean
}

/** Accounts under these addresses, by id. Proven accounts stay as they are until the transaction ends. */
export async function knownAddresses(
  tx: Tx,
  courseId: number,
  emails: readonly string[],
): Promise<KnownAddress[]> {
  const found = await sql<KnownAddress>`
    SELECT u.id AS "userId", lower(u.email::text) AS email, u.name, u.language, u.business_id AS "businessId",
           u.email_verified_at IS NOT NULL AS "isProven",
           EXISTS (SELECT FROM enrolments e
                    WHERE e.user_id = u.id AND e.course_id = ${courseId} AND e.revoked_at IS NULL) AS "isEnrolled"
      FROM users u
     WHERE u.email = ANY(${[...emails]}::citext[]) AND u.erased_at IS NULL ORDER BY u.id FOR SHARE OF u`.execute(
    tx,
  )
  return found.rows
}

/** Who gives: the language of mails to people we know nothing of. */
export async function languageOf(db: Db, userId: number): Promise<Language> {
  const found = await sql<{ language: Language }>`SELECT language FROM users WHERE id = ${userId}`.execute(db)
  return found.rows[0]?.language ?? 'en'
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

/** One transaction after the other counts the new addresses of a seller's day: held until the transaction ends. */
export async function lockInvitedToday(tx: Tx, sellerId: number, day: string): Promise<number> {
  await sql`SELECT FROM sellers WHERE id = ${sellerId} FOR NO KEY UPDATE`.execute(tx)
  const found = await sql<{ invited: number }>`
    SELECT invited FROM course_invitation_days WHERE seller_id = ${sellerId} AND day = ${day}::date`.execute(
    tx,
  )
  return found.rows[0]?.invited ?? 0
}

export async function countInvited(tx: Tx, sellerId: number, day: string, invited: number): Promise<void> {
  await sql`
    INSERT INTO course_invitation_days AS d (seller_id, day, invited) VALUES (${sellerId}, ${day}::date, ${invited})
    ON CONFLICT (seller_id, day) DO UPDATE SET invited = d.invited + excluded.invited`.execute(tx)
}

export interface NewInvitation {
  email: string
  name: string
}

/** Opens them anew where an earlier one was accepted and the place is lost since. */
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
      SET name = excluded.name, granted_by = excluded.granted_by, state = 'open', created_at = excluded.created_at,
          mailed_at = excluded.mailed_at, mails = i.mails + 1
      WHERE i.state = 'accepted'
    RETURNING ${columns}`.execute(tx)
  return inserted.rows
}

/** Notes one more mail, if the last one left before `before`. */
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

export async function deleteInvitation(db: Db, courseId: number, id: number): Promise<boolean> {
  const deleted = await sql`
    DELETE FROM course_invitations WHERE id = ${id} AND course_id = ${courseId} AND state <> 'accepted'
    RETURNING id`.execute(db)
  return deleted.rows.length > 0
}

/** Not accepted yet, newest first. */
export async function listInvited(
  db: Db,
  courseId: number,
  page: PageRequest,
): Promise<{ rows: InvitationRow[]; total: number }> {
  const which = sql`i.course_id = ${courseId} AND i.state <> 'accepted'`
  const counted = await sql<{ total: number }>`
    SELECT count(*)::int AS total FROM course_invitations i WHERE ${which}`.execute(db)
  const found = await sql<InvitationRow>`
    SELECT ${columns} FROM course_invitations i
     WHERE ${which} AND (${page.before}::bigint IS NULL OR i.id < ${page.before})
     ORDER BY i.id DESC LIMIT ${page.limit + 1} OFFSET ${page.offset}`.execute(db)
  return { rows: found.rows, total: counted.rows[0]?.total ?? 0 }
}

export interface OfferedInvitation extends InvitationRow {
  courseTitle: string
  sellerName: string
  businessId: number | null
}

const offerColumns = sql`${columns}, c.title AS "courseTitle", ${sellerName} AS "sellerName", s.business_id AS "businessId"`

/** Open or accepted; held until the transaction ends where it is to be answered. */
export async function invitationById(
  db: Db,
  id: number,
  { lock }: { lock: boolean },
): Promise<OfferedInvitation | undefined> {
  const found = await sql<OfferedInvitation>`
    SELECT ${offerColumns} FROM ${openPlace}
     WHERE i.id = ${id} AND i.state <> 'declined' ${lock ? sql`FOR UPDATE OF i` : sql``}`.execute(db)
  return found.rows[0]
}

/** What the owner of a proven address is invited to and has not answered, newest first. */
export async function invitationsOf(
  db: Db,
  userId: number,
  page: PageRequest,
): Promise<{ rows: OfferedInvitation[]; total: number }> {
  const which = sql`
    FROM ${openPlace} JOIN users u ON u.email = i.email
     WHERE u.id = ${userId} AND u.erased_at IS NULL AND u.email_verified_at IS NOT NULL AND i.state = 'open'`
  const counted = await sql<{ total: number }>`SELECT count(*)::int AS total ${which}`.execute(db)
  const found = await sql<OfferedInvitation>`
    SELECT ${offerColumns} ${which} AND (${page.before}::bigint IS NULL OR i.id < ${page.before})
     ORDER BY i.id DESC LIMIT ${page.limit + 1} OFFSET ${page.offset}`.execute(db)
  return { rows: found.rows, total: counted.rows[0]?.total ?? 0 }
}

/** Whether any course waits for this person's address, given or paid for by somebody else. */
export async function hasWaitingCourse(db: Db, userId: number): Promise<boolean> {
  const found = await sql`
    SELECT FROM users u
     WHERE u.id = ${userId} AND u.erased_at IS NULL
       AND (EXISTS (SELECT FROM course_invitations i JOIN courses c ON c.id = i.course_id AND c.is_published
                     WHERE i.email = u.email AND i.state = 'open')
         OR EXISTS (SELECT FROM invoice_seats p WHERE p.email = u.email AND p.state = 'waiting'))`.execute(db)
  return found.rows.length > 0
}

/** Locks what waits for this person's address, lowest course first. */
export async function lockInvitationsOf(tx: Tx, userId: number): Promise<OfferedInvitation[]> {
  const found = await sql<OfferedInvitation>`
    SELECT ${offerColumns} FROM ${openPlace} JOIN users u ON u.email = i.email
     WHERE u.id = ${userId} AND u.erased_at IS NULL AND i.state = 'open'
     ORDER BY i.course_id FOR UPDATE OF i`.execute(tx)
  return found.rows
}

export async function markAnswered(tx: Tx, id: number, state: 'accepted' | 'declined'): Promise<void> {
  await sql`UPDATE course_invitations SET state = ${state} WHERE id = ${id}`.execute(tx)
}

/** A course that takes nobody in any more invites nobody. */
export async function deleteOfCourse(tx: Tx, courseId: number): Promise<void> {
  await sql`DELETE FROM course_invitations WHERE course_id = ${courseId} AND state <> 'accepted'`.execute(tx)
}

export async function forgetAddress(tx: Tx, email: string): Promise<void> {
  await sql`DELETE FROM course_invitations WHERE email = ${email}::citext`.execute(tx)
}

/** Days whose count decides nothing any more. */
export async function deleteDaysBefore(db: Db, day: string): Promise<void> {
  await sql`DELETE FROM course_invitation_days WHERE day < ${day}::date`.execute(db)
}
