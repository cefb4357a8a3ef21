/** Stores reviews with their replies and reports. Triggers maintain the table course_ratings. */
import type { ReviewOrder } from '@apogee/contracts/limits.ts'
import { sql } from 'kysely'
import type { Db, Tx } from '#server/platform/database/database.ts'
import { versionOf } from '#server/policy/edits.ts'
import { countLimit, newestPage, type PageRequest } from '#server/platform/pages.ts'
import { onlyRow } from '#server/platform/database/rows.ts'
import type { Place } from './reviews.rules.ts'

export interface ReviewRow {
  id: number
  courseId: number
  authorId: number
  authorName: string | null
  authorAvatar: string | null
  rating: number
  text: string
  createdAt: Date
  editedAt: Date | null
  hasPlace: boolean
  isHidden: boolean
  isShown: boolean
  reply: string | null
  sellerName: string | null
  repliedAt: Date | null
  replyEditedAt: Date | null
  version: number
  replyVersion: number
}

const columns = sql`
  r.id, r.course_id AS "courseId", r.user_id AS "authorId", u.name AS "authorName", u.avatar_url AS "authorAvatar",
  r.rating, r.body AS text, r.created_at AS "createdAt", r.edited_at AS "editedAt", r.has_place AS "hasPlace",
  r.hidden_at IS NOT NULL AS "isHidden", r.is_shown AS "isShown", r.reply, r.replied_at AS "repliedAt",
  r.reply_edited_at AS "replyEditedAt",
  s.shown_name AS "sellerName",
  ${versionOf('review', 'r.id')} AS version, ${versionOf('review-reply', 'r.id')} AS "replyVersion"`

const joins = sql`
  JOIN user_cards u ON u.id = r.user_id
  JOIN course_cards c ON c.id = r.course_id
  JOIN seller_cards s ON s.id = c.seller_id`

const orders = {
  newest: sql`r.id DESC`,
  highest: sql`r.rating DESC, r.id DESC`,
  lowest: sql`r.rating, r.id DESC`,
} as const satisfies Record<ReviewOrder, unknown>

function after(order: ReviewOrder, place: Place | null) {
  if (place === null) return sql`true`
  const { id, rating } = place
  if (order === 'newest') return sql`r.id < ${id}`
  if (order === 'highest') return sql`(r.rating, r.id) < (${rating}::smallint, ${id}::bigint)`
  return sql`(r.rating > ${rating}::smallint OR (r.rating = ${rating}::smallint AND r.id < ${id}::bigint))`
}

/**
 * Returns a page of the visible reviews of a course. One extra row shows whether another page exists. Each order has its own index.
 * The limit is a literal, so that PostgreSQL can use one prepared plan for every course; planning would take longer than reading.
 */
export async function pageOfReviews(
  db: Db,
  courseId: number,
  order: ReviewOrder,
  { limit, offset, place }: { limit: number; offset: number; place: Place | null },
): Promise<ReviewRow[]> {
  const found = await sql<ReviewRow>`
    SELECT ${columns}
      FROM (SELECT * FROM reviews r WHERE r.course_id = ${courseId} AND r.is_shown AND ${after(order, place)}
             ORDER BY ${orders[order]} LIMIT ${sql.lit(limit + 1)} OFFSET ${offset}) r ${joins}
     ORDER BY ${orders[order]}`.execute(db)
  return found.rows
}

/** Returns the newest visible reviews with a text of the seller's public courses, with the titles of the courses. */
export async function newestOfSeller(
  db: Db,
  sellerId: number,
  limit: number,
): Promise<(ReviewRow & { courseTitle: string })[]> {
  const few = sql.lit(limit)
  const found = await sql<ReviewRow & { courseTitle: string }>`
    SELECT ${columns}, c.title AS "courseTitle"
      FROM (SELECT newest.* FROM course_cards o
             CROSS JOIN LATERAL (SELECT * FROM reviews r WHERE r.course_id = o.id AND r.is_shown AND r.body <> ''
                                  ORDER BY r.id DESC LIMIT ${few}) newest
             WHERE o.seller_id = ${sellerId} AND o.is_listed ORDER BY newest.id DESC LIMIT ${few}) r ${joins}
     ORDER BY r.id DESC`.execute(db)
  return found.rows
}

/** Adds up the reviews of the seller's public courses. */
export async function ratingOfSeller(db: Db, sellerId: number): Promise<{ stars: number; reviews: number }> {
  const found = await sql<{ stars: number; reviews: number }>`
    SELECT coalesce(sum(r.stars), 0)::int8 AS stars, coalesce(sum(r.reviews), 0)::int8 AS reviews
      FROM course_cards c JOIN course_ratings r ON r.course_id = c.id
     WHERE c.seller_id = ${sellerId} AND c.is_listed`.execute(db)
  return onlyRow(found)
}

/** Returns a review, whether or not it is visible. A review that its author has deleted is not found. */
export async function reviewById(db: Db, id: number): Promise<ReviewRow | undefined> {
  const found = await sql<ReviewRow>`
    SELECT ${columns} FROM reviews r ${joins} WHERE r.id = ${id} AND r.removed_at IS NULL`.execute(db)
  return found.rows[0]
}

export async function reviewBy(db: Db, userId: number, courseId: number): Promise<ReviewRow | undefined> {
  const found = await sql<ReviewRow>`
    SELECT ${columns} FROM reviews r ${joins}
     WHERE r.user_id = ${userId} AND r.course_id = ${courseId} AND r.removed_at IS NULL`.execute(db)
  return found.rows[0]
}

/** Locks a review until the transaction ends. Returns false when it does not exist. */
export async function lockReview(tx: Tx, id: number): Promise<boolean> {
  const found = await sql`
    SELECT 1 FROM reviews WHERE id = ${id} AND removed_at IS NULL FOR NO KEY UPDATE`.execute(tx)
  return found.rows.length > 0
}

/** Locks and returns the person's own review of a course, whether or not it is visible. Undefined means that there is none. */
export async function ownReview(
  tx: Tx,
  userId: number,
  courseId: number,
): Promise<{ id: number; rating: number; text: string } | undefined> {
  const found = await sql<{ id: number; rating: number; text: string }>`
    SELECT id, rating, body AS text FROM reviews
     WHERE user_id = ${userId} AND course_id = ${courseId} AND removed_at IS NULL FOR NO KEY UPDATE`.execute(
    tx,
  )
  return found.rows[0]
}

/**
 * Writes or replaces a person's review of a course. The unique key of person and course decides between concurrent calls. A hidden
 * review stays hidden. `isNew` means that no review existed, or that its author had deleted it.
 */
export async function writeReview(
  tx: Tx,
  given: { userId: number; courseId: number; rating: number; text: string; at: Date },
): Promise<{ id: number; isNew: boolean }> {
  const { userId, courseId, rating, text, at } = given
  const written = await sql<{ id: number; isNew: boolean }>`
    INSERT INTO reviews AS r (user_id, course_id, rating, body, created_at)
    VALUES (${userId}, ${courseId}, ${rating}, ${text}, ${at})
    ON CONFLICT (user_id, course_id) DO UPDATE
      SET rating = excluded.rating, body = excluded.body, removed_at = NULL,
          created_at = CASE WHEN r.removed_at IS NULL THEN r.created_at ELSE excluded.created_at END,
          edited_at = CASE WHEN r.removed_at IS NOT NULL THEN NULL
                           WHEN r.rating = excluded.rating AND r.body = excluded.body THEN r.edited_at
                           ELSE excluded.created_at END
    RETURNING r.id, r.created_at = ${at}::timestamptz AND r.edited_at IS NULL AS "isNew"`.execute(tx)
  return onlyRow(written)
}

/** Deletes a review. A hidden review leaves an empty row, so that a review that is written again stays hidden. */
export async function removeReview(tx: Tx, userId: number, courseId: number, at: Date): Promise<void> {
  await sql`
    DELETE FROM reviews WHERE user_id = ${userId} AND course_id = ${courseId} AND hidden_at IS NULL`.execute(
    tx,
  )
  const emptied = await sql<{ id: number }>`
    UPDATE reviews SET body = '', removed_at = ${at}, reply = NULL, replied_by = NULL, replied_at = NULL,
           reply_edited_at = NULL
     WHERE user_id = ${userId} AND course_id = ${courseId} AND removed_at IS NULL RETURNING id`.execute(tx)
  for (const { id } of emptied.rows) await resolveReports(tx, id, userId, at)
}

/** Deletes a person's reviews, replies and reports. Reviews are deleted in the order of course ids. */
export async function forgetPerson(tx: Tx, userId: number): Promise<void> {
  await sql`DELETE FROM review_reports WHERE reporter_id = ${userId}`.execute(tx)
  await sql`
    UPDATE reviews SET reply = NULL, replied_by = NULL, replied_at = NULL, reply_edited_at = NULL
     WHERE replied_by = ${userId}`.execute(tx)
  const theirs = await sql<{ id: number }>`
    SELECT id FROM reviews WHERE user_id = ${userId} ORDER BY course_id`.execute(tx)
  for (const { id } of theirs.rows) await sql`DELETE FROM reviews WHERE id = ${id}`.execute(tx)
}

export async function setReply(
  tx: Tx,
  id: number,
  { text, by, at }: { text: string; by: number; at: Date },
): Promise<void> {
  await sql`
    UPDATE reviews
       SET reply_edited_at = CASE WHEN reply IS NULL THEN NULL WHEN reply = ${text} THEN reply_edited_at
                                  ELSE ${at}::timestamptz END,
           replied_at = coalesce(replied_at, ${at}::timestamptz), reply = ${text}, replied_by = ${by}
     WHERE id = ${id}`.execute(tx)
}

export async function removeReply(tx: Tx, id: number): Promise<void> {
  await sql`
    UPDATE reviews SET reply = NULL, replied_by = NULL, replied_at = NULL, reply_edited_at = NULL
     WHERE id = ${id}`.execute(tx)
}

/** Hides a review, or shows it again. A hidden review that is hidden again keeps its first time. */
export async function setHidden(tx: Tx, id: number, hidden: { by: number; at: Date } | null): Promise<void> {
  await sql`
    UPDATE reviews SET hidden_at = CASE WHEN ${hidden !== null} THEN coalesce(hidden_at, ${hidden?.at ?? null}) END,
                       hidden_by = CASE WHEN ${hidden !== null} THEN coalesce(hidden_by, ${hidden?.by ?? null}) END
     WHERE id = ${id}`.execute(tx)
}

/** Inserts a report. A person may report a review again if it was edited after their earlier report was resolved. */
export async function insertReport(
  tx: Tx,
  report: { reviewId: number; reporterId: number; reason: string; at: Date },
): Promise<void> {
  await sql`
    INSERT INTO review_reports AS given (review_id, reporter_id, reason, created_at)
    VALUES (${report.reviewId}, ${report.reporterId}, ${report.reason}, ${report.at})
    ON CONFLICT (review_id, reporter_id) DO UPDATE
      SET reason = excluded.reason, created_at = excluded.created_at, resolved_at = NULL, resolved_by = NULL
      WHERE given.resolved_at < (SELECT edited_at FROM reviews WHERE id = given.review_id)`.execute(tx)
}

export async function resolveReports(tx: Tx, reviewId: number, by: number, at: Date): Promise<void> {
  await sql`
    UPDATE review_reports SET resolved_at = ${at}, resolved_by = ${by}
     WHERE review_id = ${reviewId} AND resolved_at IS NULL`.execute(tx)
}

/** Locks a person's account until the transaction ends, so that concurrent reports cannot exceed the limit. */
export async function lockWriter(tx: Tx, userId: number): Promise<void> {
  await sql`SELECT 1 FROM user_cards WHERE id = ${userId} FOR NO KEY UPDATE`.execute(tx)
}

export async function reportedSince(
  db: Db,
  userId: number,
  since: Date,
): Promise<{ count: number; oldest: Date | null }> {
  const found = await sql<{ count: number; oldest: Date | null }>`
    SELECT count(*) AS count, min(created_at) AS oldest FROM review_reports
     WHERE reporter_id = ${userId} AND created_at > ${since}`.execute(db)
  return found.rows[0] ?? { count: 0, oldest: null }
}

export interface RatingRow {
  reviews: number
  stars: number
  perStar: number[]
}

export async function ratingOf(db: Db, courseId: number): Promise<RatingRow> {
  const found = await sql<RatingRow>`
    SELECT reviews, stars, ARRAY[ones, twos, threes, fours, fives] AS "perStar"
      FROM course_ratings WHERE course_id = ${courseId}`.execute(db)
  return found.rows[0] ?? { reviews: 0, stars: 0, perStar: [0, 0, 0, 0, 0] }
}

export interface CourseSide {
  createdBy: number
  instructorId: number
  isPlatforms: boolean
}

/** Returns the course's teacher, and whether the platform itself sells it. */
export async function courseSide(db: Db, courseId: number): Promise<CourseSide | undefined> {
  const found = await sql<CourseSide>`
    SELECT c.created_by AS "createdBy", c.instructor_id AS "instructorId", s.is_platform AS "isPlatforms"
      FROM course_cards c JOIN seller_cards s ON s.id = c.seller_id WHERE c.id = ${courseId}`.execute(db)
  return found.rows[0]
}

export interface ReportedRow extends ReviewRow {
  courseTitle: string
  reports: { reason: string; reporterName: string | null; createdAt: string }[]
  reportCount: number
}

/** Returns reviews with unresolved reports, or hidden reviews. Both are few and are found by an index. */
export async function pageOfReported(
  db: Db,
  state: 'reported' | 'hidden',
  page: PageRequest,
): Promise<{ rows: ReportedRow[]; total: number }> {
  const where =
    state === 'hidden'
      ? sql`r.hidden_at IS NOT NULL AND r.removed_at IS NULL`
      : sql`r.removed_at IS NULL AND r.id IN (SELECT o.review_id FROM review_reports o WHERE o.resolved_at IS NULL)`
  const open = sql`review_reports o WHERE o.review_id = r.id AND o.resolved_at IS NULL`
  const found = await sql<ReportedRow>`
    SELECT ${columns}, c.title AS "courseTitle", (SELECT count(*) FROM ${open}) AS "reportCount",
           (SELECT coalesce(jsonb_agg(jsonb_build_object('reason', n.reason, 'reporterName', n.name,
                                                         'createdAt', n.created_at) ORDER BY n.id DESC), '[]')
              FROM (SELECT o.id, o.reason, o.created_at, who.name
                      FROM (SELECT * FROM ${open} ORDER BY o.id DESC LIMIT 20) o
                      LEFT JOIN user_cards who ON who.id = o.reporter_id AND who.erased_at IS NULL) n) AS reports
      FROM reviews r ${joins}
     WHERE ${where} AND ${newestPage('r.id', page)}`.execute(db)
  const counted = await sql<{ total: number }>`
    SELECT count(*) AS total FROM (SELECT FROM reviews r WHERE ${where} ${countLimit}) counted`.execute(db)
  return { rows: found.rows, total: counted.rows[0]?.total ?? 0 }
}

export interface PastReview {
  userId: number
  courseId: number
  rating: number
  text: string
  at: Date
  reply: { text: string; by: number; at: Date } | null
}

/** Inserts a past review without notifications. */
export async function insertPast(tx: Tx, review: PastReview): Promise<void> {
  const { userId, courseId, rating, text, at, reply } = review
  await sql`
    INSERT INTO reviews (user_id, course_id, rating, body, created_at, reply, replied_by, replied_at)
    VALUES (${userId}, ${courseId}, ${rating}, ${text}, ${at}, ${reply?.text ?? null}, ${reply?.by ?? null},
            ${reply?.at ?? null})`.execute(tx)
}
