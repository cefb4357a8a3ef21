import { erasedText } from '@apogee/contracts/community/erased-text.ts'
import type { OrderId } from '@apogee/domain/ids.ts'
import type { Language } from '@apogee/domain/languages.ts'
import type { NotificationKind } from '@apogee/contracts/notifications/notifications.ts'
import type { ExceptionTopic } from '@apogee/contracts/sales/refunds.ts'
import type { SecurityDetails, SecurityKind } from '@apogee/contracts/accounts/security.ts'
import { sql, type RawBuilder } from 'kysely'
import type { Db, Tx } from '#server/platform/database/database.ts'
import { onlyRow } from '#server/platform/database/rows.ts'
import { newestPage, type PageRequest } from '#server/platform/pages.ts'

export interface NewNotification {
  userId: number
  kind: NotificationKind
  /** The unique key by which the same occasion notifies a person once. */
  occasion: string
  data: object
  actorId?: number | null
  at: Date
  readAt?: Date | null
}

/** Inserts no notification for an erased user. */
export const insertNotification = (tx: Tx, { userId, ...notification }: NewNotification): Promise<void> =>
  insertNotifications(tx, [userId], notification)

/** Inserts the same notification for several people. */
export async function insertNotifications(
  tx: Tx,
  userIds: readonly number[],
  { kind, occasion, data, actorId = null, at, readAt = null }: Omit<NewNotification, 'userId'>,
): Promise<void> {
  await sql`
    INSERT INTO notifications (user_id, kind, occasion, data, actor_id, created_at, read_at)
    SELECT id, ${kind}, ${occasion}, ${JSON.stringify(data)}::jsonb, ${actorId}::bigint, ${at}::timestamptz,
           ${readAt}::timestamptz
      FROM user_cards WHERE id = ANY(${[...userIds]}::bigint[]) AND erased_at IS NULL
    ON CONFLICT DO NOTHING`.execute(tx)
}

/** Returns undefined when the announcement was removed. */
export async function announcementTitles(
  db: Db,
  id: number,
): Promise<{ courseTitle: string; title: string } | undefined> {
  const found = await sql<{ courseTitle: string; title: string }>`
    SELECT course_title AS "courseTitle", title FROM announcement_titles WHERE id = ${id}`.execute(db)
  return found.rows[0]
}

export async function learnerMessageText(
  db: Db,
  id: number,
): Promise<{ courseTitle: string; body: string } | undefined> {
  const found = await sql<{ courseTitle: string; body: string }>`
    SELECT course_title AS "courseTitle", body FROM learner_message_texts WHERE id = ${id}`.execute(db)
  return found.rows[0]
}

/**
 * Notifies learners of modules that opened to them since `from` and after their enrolment. Each rule by which a closed module
 * opened notifies once, whether the time of the rule has come or the rule was changed. Skips courses with unmet prerequisites.
 * Inserts at most `limit` notifications in one statement and returns their number.
 */
export async function tellOfOpenedModules(
  tx: Tx,
  { from, at, limit }: { from: Date; at: Date; limit: number },
): Promise<number> {
  const kind: NotificationKind = 'module.opened'
  const inserted = await sql`
    WITH opened AS (
      SELECT o.user_id, o.course_id, o.title, r.occasion
        FROM module_rules r
        JOIN module_openings o ON o.id = r.content_id
        JOIN active_enrolments e ON e.course_id = o.course_id AND e.user_id = o.user_id
       -- Days are counted from the start of the cohort, where there is one.
       CROSS JOIN LATERAL (SELECT coalesce(start_of_day(e.starts_on), e.granted_at) AS at) begun
       CROSS JOIN LATERAL (
         SELECT CASE WHEN r.ended_at IS NULL THEN o.opens_at
                     ELSE module_opens_at(begun.at, r.opens_after_days, r.opens_on) END AS opens_at,
                module_opens_at(begun.at, r.after_days_before, r.opens_on_before) AS opened_before_at) rule
       CROSS JOIN LATERAL (
         SELECT CASE WHEN rule.opens_at > r.set_at THEN rule.opens_at WHEN rule.opened_before_at > r.set_at THEN r.set_at END AS at) opening
       WHERE (r.opens_after_days IS NOT NULL OR r.opens_on >= (${from}::timestamptz - interval '1 day')::date OR r.set_at >= ${from})
         AND (r.ended_at IS NULL OR r.ended_at >= ${from})
         AND opening.at BETWEEN ${from} AND ${at} AND (r.ended_at IS NULL OR opening.at < r.ended_at) AND e.granted_at < opening.at
         -- A rule that ended before this statement may have closed the module again.
         AND (o.opens_at IS NULL OR o.opens_at <= ${at})
         AND (o.opens_after_item IS NULL OR NOT awaits_item(o.user_id, o.id)))
    INSERT INTO notifications (user_id, kind, occasion, data, created_at)
    SELECT u.id, ${kind}, o.occasion,
           jsonb_build_object('courseId', o.course_id, 'courseTitle', c.title, 'moduleTitle', o.title), ${at}::timestamptz
      FROM opened o
      JOIN user_cards u ON u.id = o.user_id AND u.erased_at IS NULL
      JOIN course_cards c ON c.id = o.course_id
     -- OFFSET 0: for each of these learners, not for all of the course.
     CROSS JOIN LATERAL (SELECT NOT awaits_prerequisites(o.user_id, o.course_id) AS studies OFFSET 0) now
     WHERE now.studies AND NOT EXISTS (
             SELECT FROM notifications n
              WHERE n.user_id = u.id AND n.kind = ${kind}
                AND n.occasion = o.occasion)
     LIMIT ${limit}
    ON CONFLICT DO NOTHING RETURNING id`.execute(tx)
  return inserted.rows.length
}

export interface StartNotice {
  userId: number
  courseId: number
  cohortId: number
  /** The day in Malaysia, as yyyy-MM-dd. */
  startsOn: string
}

/** Notifies the cohort members selected by `cohort-starts.ts` who have not been notified, at most `limit` in one statement. */
export async function tellOfStarts(
  tx: Tx,
  kind: 'cohort.starting' | 'cohort.started',
  due: RawBuilder<unknown>,
  { at, limit }: { at: Date; limit: number },
): Promise<StartNotice[]> {
  const inserted = await sql<StartNotice>`
    INSERT INTO notifications (user_id, kind, occasion, data, created_at)
    SELECT d.user_id, ${kind}, d.occasion, d.data, ${at}::timestamptz FROM (${due}) d
     WHERE NOT EXISTS (SELECT FROM notifications n
                        WHERE n.user_id = d.user_id AND n.kind = ${kind} AND n.occasion = d.occasion)
     ORDER BY d.occasion, d.user_id LIMIT ${limit}
    ON CONFLICT DO NOTHING
    RETURNING user_id AS "userId", (data ->> 'courseId')::bigint AS "courseId",
              split_part(occasion, '/', 1)::bigint AS "cohortId", split_part(occasion, '/', 2) AS "startsOn"`.execute(
    tx,
  )
  return inserted.rows
}

type Target = 'course' | 'discussion' | 'assessment' | 'announcement'

/**
 * The object to which a notification links, if it can be deleted. Null means that it is never deleted, or that the notification
 * says that it is gone.
 */
const targets: Readonly<Record<NotificationKind, Target | null>> = {
  'course.enrolled': 'course',
  'order.paid': null,
  'order.refunded': null,
  'gift.taken': null,
  'gift.refunded': null,
  'order.sold': null,
  'order.chargedBack': null,
  'money.waiting': null,
  'refund.requested': null,
  'refund.declined': null,
  // A course with certificates cannot be deleted, but only archived.
  'certificate.issued': null,
  'certificate.withdrawn': null,
  'certificate.restored': null,
  'certificate.reissued': null,
  'course.removed': null,
  'access.ending': 'course',
  'access.changed': 'course',
  'course.opened': 'course',
  'cohort.starting': 'course',
  'cohort.started': 'course',
  'badge.earned': null,
  'attempt.graded': 'assessment',
  'discussion.answered': 'discussion',
  'post.mentioned': 'discussion',
  'announcement.written': 'announcement',
  'message.received': 'course',
  'module.opened': 'course',
  'answer.handedIn': 'course',
  'discussion.started': 'discussion',
  'post.reported': 'discussion',
  'security.changed': null,
  'review.written': 'course',
  'review.answered': 'course',
}

const kindsTo = (target: Target): string[] =>
  Object.entries(targets).flatMap(([kind, its]) => (its === target ? [kind] : []))

const isGone = sql`CASE
  WHEN n.kind = ANY(${kindsTo('course')}) THEN
    NOT EXISTS (SELECT FROM course_cards c WHERE c.id = (n.data->>'courseId')::bigint)
  WHEN n.kind = ANY(${kindsTo('discussion')}) THEN
    NOT EXISTS (SELECT FROM discussions d WHERE d.id = (n.data->>'discussionId')::bigint AND d.removed_at IS NULL)
  WHEN n.kind = ANY(${kindsTo('assessment')}) THEN
    NOT EXISTS (SELECT FROM assessments a WHERE a.id = (n.data->>'assessmentId')::bigint)
  WHEN n.kind = ANY(${kindsTo('announcement')}) THEN
    NOT EXISTS (SELECT FROM announcement_titles a WHERE a.id = n.occasion::bigint)
  ELSE false END`

export interface NotificationRow {
  id: number
  kind: NotificationKind
  data: unknown
  actorName: string | null
  createdAt: Date
  isRead: boolean
  isGone: boolean
}

/** Returns a page of notifications. One extra row shows whether another page exists. */
export async function notificationsOf(db: Db, userId: number, page: PageRequest): Promise<NotificationRow[]> {
  const found = await sql<NotificationRow>`
    SELECT n.id, n.kind, n.data, actor.name AS "actorName", n.created_at AS "createdAt",
           n.read_at IS NOT NULL AS "isRead", ${isGone} AS "isGone"
      FROM notifications n LEFT JOIN user_cards actor ON actor.id = n.actor_id AND actor.erased_at IS NULL
     WHERE n.user_id = ${userId} AND ${newestPage('n.id', page)}`.execute(db)
  return found.rows
}

export async function countsOf(db: Db, userId: number): Promise<{ total: number; unread: number }> {
  const found = await sql<{ total: number; unread: number }>`
    SELECT count(*) AS total, count(*) FILTER (WHERE read_at IS NULL) AS unread
      FROM notifications WHERE user_id = ${userId}`.execute(db)
  return found.rows[0] ?? { total: 0, unread: 0 }
}

/**
 * Marks these notifications of this person as read. Null selects all of them. Notifications that were read before keep their time.
 */
export async function markRead(
  db: Db,
  userId: number,
  ids: readonly number[] | null,
  at: Date,
): Promise<void> {
  await sql`
    UPDATE notifications SET read_at = ${at}
     WHERE user_id = ${userId} AND read_at IS NULL
       AND (${ids === null} OR id = ANY(${[...(ids ?? [])]}::bigint[]))`.execute(db)
}

export async function markReadBefore(tx: Tx, userIds: readonly number[], before: Date): Promise<void> {
  await sql`
    UPDATE notifications SET read_at = created_at
     WHERE user_id = ANY(${[...userIds]}::bigint[]) AND read_at IS NULL AND created_at < ${before}`.execute(
    tx,
  )
}

export async function courseTitle(db: Db, courseId: number): Promise<string | undefined> {
  const found = await sql<{ title: string }>`SELECT title FROM course_cards WHERE id = ${courseId}`.execute(
    db,
  )
  return found.rows[0]?.title
}

export async function taughtCourse(
  db: Db,
  courseId: number,
): Promise<{ title: string; instructorId: number; createdBy: number } | undefined> {
  const found = await sql<{ title: string; instructorId: number; createdBy: number }>`
    SELECT title, instructor_id AS "instructorId", created_by AS "createdBy" FROM course_cards WHERE id = ${courseId}`.execute(
    db,
  )
  return found.rows[0]
}

/** An assessment has the title of its quiz resource. */
export async function assessmentById(
  db: Db,
  assessmentId: number,
): Promise<{ title: string; isAssignment: boolean } | undefined> {
  const found = await sql<{ title: string; isAssignment: boolean }>`
    SELECT coalesce(cr.title, a.title) AS title, a.assignment IS NOT NULL AS "isAssignment"
      FROM assessments a LEFT JOIN outline_resources cr ON cr.id = a.resource_id
     WHERE a.id = ${assessmentId}`.execute(db)
  return found.rows[0]
}

export async function deleteNotifications(tx: Tx, userId: number): Promise<void> {
  await sql`DELETE FROM notifications WHERE user_id = ${userId}`.execute(tx)
}

export async function newestNotification(db: Db): Promise<number> {
  const found = await sql<{ id: number }>`SELECT coalesce(max(id), 0)::int8 AS id FROM notifications`.execute(
    db,
  )
  return onlyRow(found).id
}

/**
 * Removes the person's name from notifications of security changes. Replaces the titles of the person's discussions, and of
 * discussions that no longer exist. The caller passes ranges of ids, because no index leads from a person to notifications of
 * others.
 */
export async function forgetTexts(
  tx: Tx,
  userId: number,
  { after, through }: { after: number; through: number },
): Promise<void> {
  await sql`
    UPDATE notifications n
       SET data = CASE WHEN n.kind = 'security.changed' THEN n.data || '{"subjectName": null}'
                       ELSE n.data || jsonb_build_object('discussionTitle', ${erasedText}::text) END
     WHERE n.id > ${after} AND n.id <= ${through}
       AND ((n.kind = 'security.changed'
             AND n.occasion IN (SELECT l.id::text FROM security_log l WHERE l.subject_id = ${userId}))
         OR (n.data ? 'discussionTitle' AND n.data->>'discussionTitle' <> ${erasedText}
             AND NOT EXISTS (SELECT FROM discussions d
                              WHERE d.id = (n.data->>'discussionId')::bigint AND d.author_id <> ${userId})))`.execute(
    tx,
  )
}

/** Deletes notifications from before this time, read or not, at most `most` in one statement. Returns the number. */
export async function deleteOldNotifications(db: Db, before: Date, most: number): Promise<number> {
  const deleted = await sql`
    DELETE FROM notifications WHERE id IN (
      SELECT id FROM notifications ORDER BY id LIMIT ${most}) AND created_at < ${before} RETURNING id`.execute(
    db,
  )
  return deleted.rows.length
}

/** Returns undefined when the discussion was deleted. */
export async function discussionTitle(db: Db, discussionId: number): Promise<string | undefined> {
  const found = await sql<{ title: string }>`
    SELECT title FROM discussions WHERE id = ${discussionId} AND removed_at IS NULL`.execute(db)
  return found.rows[0]?.title
}

/** Returns a refund request and its recipients: the business's admins, the lone instructor, or the superadmins. */
export async function refundRequestOf(
  db: Db,
  requestId: number,
): Promise<{ purchaseId: string; courseTitles: string[]; sellers: number[] } | undefined> {
  const found = await sql<{ purchaseId: string; courseTitles: string[]; sellers: number[] }>`
    SELECT o.public_id AS "purchaseId",
           (SELECT coalesce(array_agg(l.title ORDER BY l.id), '{}')
              FROM refund_request_lines ql JOIN order_lines l ON l.id = ql.line_id WHERE ql.request_id = q.id)
             AS "courseTitles",
           (SELECT coalesce(array_agg(p.user_id ORDER BY p.user_id), '{}') FROM seller_people p
             WHERE p.seller_id = q.seller_id) AS sellers
      FROM refund_requests q JOIN orders o ON o.id = q.order_id WHERE q.id = ${requestId}`.execute(db)
  return found.rows[0]
}

export interface OpenException {
  orderId: string
  totalCents: number
  topic: ExceptionTopic
  people: number[]
}

/** Returns an open payment exception and the people who may decide it: those of the seller who owns the payment account. */
export async function openException(db: Db, itemId: number): Promise<OpenException | undefined> {
  const found = await sql<OpenException>`
    SELECT o.public_id AS "orderId", i.topic,
           coalesce(r.amount_cents, p.received_cents, o.total_cents) AS "totalCents",
           (SELECT coalesce(array_agg(person.user_id ORDER BY person.user_id), '{}') FROM seller_people person
             WHERE person.seller_id = i.seller_id) AS people
      FROM review_items i JOIN orders o ON o.id = i.order_id JOIN payments p ON p.id = i.payment_id
      LEFT JOIN refunds r ON r.id = i.refund_id
     WHERE i.id = ${itemId} AND i.state = 'open'`.execute(db)
  return found.rows[0]
}

export interface OrderRow {
  purchaseId: string
  totalCents: number
  courseTitles: string[]
  courseIds: number[]
  isGift: boolean
  /** The person who took the gift. Null means that the order is no gift, or that nobody has taken it. */
  recipientId: number | null
}

export async function orderOf(db: Db, orderId: OrderId): Promise<OrderRow | undefined> {
  const found = await sql<OrderRow>`
    SELECT o.public_id AS "purchaseId", o.total_cents AS "totalCents", o.is_gift AS "isGift",
           o.learner_id AS "recipientId",
           (SELECT coalesce(array_agg(l.title ORDER BY l.id), '{}') FROM order_lines l WHERE l.order_id = o.id)
             AS "courseTitles",
           (SELECT coalesce(array_agg(l.course_id ORDER BY l.id), '{}') FROM order_lines l WHERE l.order_id = o.id)
             AS "courseIds"
      FROM orders o WHERE o.id = ${orderId}`.execute(db)
  return found.rows[0]
}

export interface SaleRow {
  userId: number
  /** The order's public id. */
  orderId: string
  totalCents: number
  courseTitles: string[]
}

/** Returns the courses and the amount that a chargeback of these lines took, for each recipient. */
export async function revokedCoursesOf(
  db: Db,
  orderId: OrderId,
  lines: readonly { lineId: number; cents: number }[],
): Promise<SaleRow[]> {
  const found = await sql<SaleRow>`
    SELECT p.user_id AS "userId", o.public_id AS "orderId", sum(taken.cents)::int8 AS "totalCents",
           array_agg(l.title ORDER BY l.id) AS "courseTitles"
      FROM jsonb_to_recordset(${JSON.stringify(lines)}::jsonb) AS taken ("lineId" bigint, cents bigint)
      JOIN order_lines l ON l.id = taken."lineId" AND taken.cents > 0 JOIN orders o ON o.id = l.order_id
      JOIN seller_people p ON p.seller_id = l.seller_id AND NOT p.is_platform
     WHERE o.id = ${orderId}
     GROUP BY p.user_id, o.public_id ORDER BY p.user_id`.execute(db)
  return found.rows
}

/** Returns the courses and the amount that this order sold, for each recipient. Lines without a price are omitted. */
export async function salesOf(db: Db, orderId: OrderId): Promise<SaleRow[]> {
  const found = await sql<SaleRow>`
    SELECT p.user_id AS "userId", o.public_id AS "orderId", sum(l.price_cents)::int8 AS "totalCents",
           array_agg(l.title ORDER BY l.id) AS "courseTitles"
      FROM orders o JOIN order_lines l ON l.order_id = o.id AND l.price_cents > 0
      JOIN seller_people p ON p.seller_id = l.seller_id AND NOT p.is_platform
     WHERE o.id = ${orderId}
     GROUP BY p.user_id, o.public_id ORDER BY p.user_id`.execute(db)
  return found.rows
}

export async function sellerName(db: Db, sellerId: number): Promise<string | null> {
  const found = await sql<{ name: string | null }>`
    SELECT shown_name AS name FROM seller_cards WHERE id = ${sellerId}`.execute(db)
  return found.rows[0]?.name ?? null
}

export interface SecurityChange {
  change: SecurityKind
  at: Date
  actorId: number | null
  actorName: string | null
  businessName: string | null
  subjectName: string | null
  subjectId: number | null
  details: SecurityDetails
  people: { id: number; email: string; name: string | null; isProven: boolean; language: Language }[]
}

/**
 * Returns an entry of the security log with its recipients: the admins of its business, the lone seller, or the superadmins. A
 * change of role also notifies its person, and all superadmins if it gives or takes the role of superadmin.
 */
export async function securityChange(db: Db, entryId: number): Promise<SecurityChange | undefined> {
  const found = await sql<SecurityChange>`
    SELECT l.kind AS change, l.at, l.actor_id AS "actorId", actor.name AS "actorName", b.name AS "businessName",
           subject.name AS "subjectName", l.subject_id AS "subjectId", l.details,
           (SELECT coalesce(json_agg(json_build_object('id', u.id, 'email', u.email, 'name', u.name,
                                                       'isProven', u.email_verified_at IS NOT NULL,
                                                       'language', u.language) ORDER BY u.id), '[]')
              FROM user_cards u
             WHERE u.erased_at IS NULL AND (
                   (u.business_id = l.business_id AND u.role = 'admin')
                   OR (u.id = l.subject_id AND (l.business_id IS NULL OR l.kind IN (
                         'role.changed', 'secondFactor.on', 'secondFactor.off', 'recoveryCodes.replaced', 'recoveryCode.used',
                         'secondFactor.removalAsked', 'secondFactor.removalConfirmed', 'secondFactor.removalStopped',
                         'secondFactor.removed', 'passkey.added', 'passkey.removed', 'passkey.copied', 'sessions.ended',
                         'identity.removed', 'email.changed', 'email.restored')))
                   OR (u.role = 'superadmin' AND l.kind IN (
                         'secondFactor.removalAsked', 'secondFactor.removalConfirmed', 'secondFactor.removalStopped',
                         'secondFactor.removed'))
                   OR (u.role = 'superadmin' AND l.business_id IS NULL AND l.subject_id IS NULL)
                   OR (u.role = 'superadmin' AND l.kind = 'role.changed' AND 'superadmin' IN (l.details->>'role', l.details->>'before'))))
             AS people
      FROM security_log l LEFT JOIN user_cards actor ON actor.id = l.actor_id AND actor.erased_at IS NULL
      LEFT JOIN user_cards subject ON subject.id = l.subject_id AND subject.erased_at IS NULL
      LEFT JOIN businesses b ON b.id = l.business_id
     WHERE l.id = ${entryId}`.execute(db)
  return found.rows[0]
}
