import type { Language } from '@apogee/domain/languages.ts'
import type { CourseCategory } from '@apogee/contracts/course-choices.ts'
import type { CourseLevel } from '@apogee/contracts/course-levels.ts'
import type { CourseState, Role } from '@apogee/contracts/limits.ts'
import type { SalesContent } from '@apogee/contracts/courses/sales-content.forms.ts'
import { secondsPerPage } from '@apogee/contracts/courses/course-counts.ts'
import { wordsPerMinute } from '@apogee/domain/text/lesson-text.ts'
import { sql } from 'kysely'
import type { Db, Tx } from '#server/platform/database/database.ts'
import { onlyRow } from '#server/platform/database/rows.ts'
import { versionOf } from '#server/policy/edits.ts'
import { courseState } from '#server/policy/standing.ts'
import { accessIn, daysOf, monthsOf, type AccessLength } from '#server/policy/access-columns.ts'

export interface CourseRow {
  id: number
  title: string
  description: string
  imagePublicId: string | null
  isPrivate: boolean
  state: CourseState
  priceCents: number
  salePriceCents: number | null
  saleStartsAt: Date | null
  saleEndsAt: Date | null
  category: CourseCategory | null
  /** Null means unknown. */
  language: Language | null
  level: CourseLevel | null
  createdBy: number
  sellerId: number
  businessId: number | null
  instructorId: number
  instructorName: string | null
  createdAt: Date
  hasScratchpad: boolean
  allowsOfflineVideo: boolean
  /** Null means access without an end. */
  access: AccessLength | null
  version: number
}

/** Requires `courses c` and the joins of `courseJoins`. */
export const courseColumns = sql`
  c.id, c.title, c.description, cover.public_id AS "imagePublicId", c.is_private AS "isPrivate",
  ${courseState} AS state,
  c.price_cents AS "priceCents", c.sale_price_cents AS "salePriceCents", c.sale_starts_at AS "saleStartsAt",
  c.sale_ends_at AS "saleEndsAt", c.category, c.language, c.level, c.created_by AS "createdBy", c.seller_id AS "sellerId",
  s.business_id AS "businessId", c.instructor_id AS "instructorId", teacher.name AS "instructorName",
  c.created_at AS "createdAt", c.has_scratchpad AS "hasScratchpad", c.allows_offline_video AS "allowsOfflineVideo",
  ${accessIn('c')} AS access, ${versionOf('course', 'c.id')} AS version`
export const courseJoins = sql`
  JOIN seller_cards s ON s.id = c.seller_id
  JOIN user_cards teacher ON teacher.id = c.instructor_id
  LEFT JOIN media cover ON cover.id = c.image_id`

export async function courseById(db: Db, id: number): Promise<CourseRow | undefined> {
  const found = await sql<CourseRow>`
    SELECT ${courseColumns} FROM courses c ${courseJoins} WHERE c.id = ${id}`.execute(db)
  return found.rows[0]
}

/**
 * Locks a course until the transaction ends. Every change of its contents, limits or state, and its deletion, needs this lock.
 * Returns false if the course does not exist.
 */
export async function lockCourse(tx: Tx, id: number, { toDelete = false } = {}): Promise<boolean> {
  // A deletion must wait for statements that are adding references to the course, and block new ones. FOR UPDATE does both.
  const strength = toDelete ? sql`FOR UPDATE` : sql`FOR NO KEY UPDATE`
  const found = await sql`SELECT 1 FROM courses WHERE id = ${id} ${strength}`.execute(tx)
  return found.rows.length > 0
}

export interface NewCourse {
  sellerId: number
  createdBy: number
  instructorId: number
  title: string
  description: string
  imageId: number | null
  priceCents: number
  isPrivate: boolean
  isDraft?: boolean
  category: CourseCategory | null
  language?: Language | null
  level?: CourseLevel | null
  allowsOfflineVideo?: boolean
  access?: AccessLength | null
  outcomes?: readonly string[]
  faq?: readonly { question: string; answer: string }[]
  createdAt?: Date
}

export async function insertCourse(tx: Db, course: NewCourse): Promise<number> {
  const inserted = await sql<{ id: number }>`
    INSERT INTO courses (seller_id, created_by, instructor_id, title, description, image_id, price_cents, is_private, is_draft,
                         category, language, level, outcomes, faq, created_at, updated_at, contents_changed_at,
                         allows_offline_video, access_days, access_months)
    VALUES (${course.sellerId}, ${course.createdBy}, ${course.instructorId}, ${course.title}, ${course.description},
            ${course.imageId}, ${course.priceCents}, ${course.isPrivate}, ${course.isDraft ?? false}, ${course.category},
            ${course.language ?? null}, ${course.level ?? null},
            ${JSON.stringify(course.outcomes ?? [])}::jsonb, ${JSON.stringify(course.faq ?? [])}::jsonb,
            coalesce(${course.createdAt ?? null}::timestamptz, now()),
            coalesce(${course.createdAt ?? null}::timestamptz, now()), ${course.createdAt ?? null}::timestamptz, ${course.allowsOfflineVideo ?? false}, ${daysOf(course.access)}, ${monthsOf(course.access)})
    RETURNING id`.execute(tx)
  return onlyRow(inserted).id
}

/** Restarts course ids at 1, only in an empty table. */
export async function restartIds(tx: Db): Promise<void> {
  await sql`SELECT setval(pg_get_serial_sequence('courses', 'id'), 1, false)
             WHERE NOT EXISTS (SELECT 1 FROM courses)`.execute(tx)
}

export interface CourseChanges {
  title?: string | undefined
  description?: string | undefined
  /** Null removes the cover. */
  imageId?: number | null | undefined
  priceCents?: number | undefined
  isPrivate?: boolean | undefined
  category?: CourseCategory | null | undefined
  language?: Language | null | undefined
  level?: CourseLevel | null | undefined
  instructorId?: number | undefined
  hasScratchpad?: boolean | undefined
  allowsOfflineVideo?: boolean | undefined
  /** Null means access without an end. */
  access?: AccessLength | null | undefined
  /** Null ends the sale. */
  sale?: { priceCents: number; startsAt: Date | null; endsAt: Date | null } | null | undefined
}

/** Absent fields stay unchanged. */
export async function updateCourse(tx: Db, id: number, changes: CourseChanges): Promise<void> {
  const { sale } = changes
  const hasSale = sale !== undefined
  await sql`
    UPDATE courses SET
      title = coalesce(${changes.title ?? null}, title),
      description = coalesce(${changes.description ?? null}, description),
      image_id = CASE WHEN ${changes.imageId !== undefined} THEN ${changes.imageId ?? null}::bigint ELSE image_id END,
      price_cents = coalesce(${changes.priceCents ?? null}::integer, price_cents),
      is_private = coalesce(${changes.isPrivate ?? null}::boolean, is_private),
      category = CASE WHEN ${changes.category !== undefined} THEN ${changes.category ?? null}::text ELSE category END,
      language = CASE WHEN ${changes.language !== undefined} THEN ${changes.language ?? null}::text ELSE language END,
      level = CASE WHEN ${changes.level !== undefined} THEN ${changes.level ?? null}::text ELSE level END,
      instructor_id = coalesce(${changes.instructorId ?? null}::bigint, instructor_id),
      has_scratchpad = coalesce(${changes.hasScratchpad ?? null}::boolean, has_scratchpad),
      allows_offline_video = coalesce(${changes.allowsOfflineVideo ?? null}::boolean, allows_offline_video),
      access_days = CASE WHEN ${changes.access !== undefined} THEN ${daysOf(changes.access)}::smallint ELSE access_days END,
      access_months = CASE WHEN ${changes.access !== undefined} THEN ${monthsOf(changes.access)}::smallint ELSE access_months END,
      sale_price_cents = CASE WHEN ${hasSale} THEN ${sale?.priceCents ?? null}::integer ELSE sale_price_cents END,
      sale_starts_at = CASE WHEN ${hasSale} THEN ${sale?.startsAt ?? null}::timestamptz ELSE sale_starts_at END,
      sale_ends_at = CASE WHEN ${hasSale} THEN ${sale?.endsAt ?? null}::timestamptz ELSE sale_ends_at END,
      updated_at = now()
    WHERE id = ${id}`.execute(tx)
}

/** Stores when published contents last changed, which the sales page shows. The length of the course becomes due for a recount. */
export async function noteContentsChanged(tx: Db, id: number, at: Date): Promise<void> {
  await sql`UPDATE courses SET contents_changed_at = ${at}, length_due_at = now() WHERE id = ${id}`.execute(
    tx,
  )
}

export interface ListFigures {
  id: number
  students: number
  /**
   * This is the average number of stars times 1,000, computed as if there were three more reviews with 3.5 stars each. 0 means that
   * there are no reviews.
   */
  score: number
  /** This is the average number of stars that cards show, times ten. */
  tenths: number
}

/** Writes the figures of courses, except locked ones. Returns the number of courses that were written. */
export async function writeFigures(db: Db, figures: readonly ListFigures[]): Promise<number> {
  const done = await sql`
    WITH free AS (
      SELECT c.id, f.students, f.score, f.tenths
        FROM json_to_recordset(${JSON.stringify(figures)}::json) AS f (id bigint, students integer, score integer, tenths integer)
        JOIN courses c ON c.id = f.id
         FOR NO KEY UPDATE OF c SKIP LOCKED)
    UPDATE courses SET student_count = free.students, rating_score = free.score, rating_tenths = free.tenths
      FROM free WHERE courses.id = free.id RETURNING courses.id`.execute(db)
  return done.rows.length
}

/**
 * Recounts the minutes of courses whose contents have changed, and returns how many were written. The length of a new file is known
 * only some minutes after the upload, so a changed course is recounted for an hour.
 */
export async function recountLengths(db: Db, most: number): Promise<number> {
  const done = await sql`
    WITH due AS (
      SELECT c.id, c.contents_changed_at FROM courses c WHERE c.length_due_at <= now()
       ORDER BY c.length_due_at LIMIT ${most}
         FOR NO KEY UPDATE SKIP LOCKED),
    counted AS (
      SELECT due.id, ceil((coalesce(sum(m.seconds) FILTER (WHERE r.file_type = 'video'), 0)
                         + coalesce(sum(m.pages) FILTER (WHERE r.file_type IN ('pdf', 'document')), 0) * ${secondsPerPage}
                         + coalesce(sum(r.words), 0) * ${60 / wordsPerMinute}::double precision) / 60)::integer AS minutes,
             CASE WHEN due.contents_changed_at > now() - interval '1 hour' THEN now() + interval '10 minutes' END AS due_at
        FROM due
        LEFT JOIN published_resources r ON r.course_id = due.id
        LEFT JOIN media m ON m.id = r.media_id
       GROUP BY due.id, due.contents_changed_at)
    UPDATE courses SET minutes = counted.minutes, length_due_at = counted.due_at
      FROM counted WHERE courses.id = counted.id RETURNING courses.id`.execute(db)
  return done.rows.length
}

/** Requires `courses c`. */
export const salesContentColumns = sql`
  c.subtitle, c.outcomes, c.requirements, c.audience, c.faq, c.plan_lines AS "planLines"`

export async function salesContentOf(
  db: Db,
  id: number,
): Promise<(SalesContent & { version: number }) | undefined> {
  const found = await sql<SalesContent & { version: number }>`
    SELECT ${salesContentColumns}, ${versionOf('sales-content', 'c.id')} AS version
      FROM courses c WHERE c.id = ${id}`.execute(db)
  return found.rows[0]
}

/** Absent fields stay unchanged. */
export async function updateSalesContent(
  tx: Db,
  id: number,
  changes: { [Field in keyof SalesContent]?: SalesContent[Field] | undefined },
): Promise<void> {
  const list = (given: readonly unknown[] | undefined) =>
    sql`${given === undefined ? null : wellFormedJson(given)}::jsonb`
  await sql`
    UPDATE courses SET
      subtitle = coalesce(${changes.subtitle ?? null}, subtitle),
      outcomes = coalesce(${list(changes.outcomes)}, outcomes),
      requirements = coalesce(${list(changes.requirements)}, requirements),
      audience = coalesce(${list(changes.audience)}, audience),
      faq = coalesce(${list(changes.faq)}, faq),
      plan_lines = coalesce(${list(changes.planLines)}, plan_lines),
      updated_at = now()
    WHERE id = ${id}`.execute(tx)
}

/** PostgreSQL does not accept lone surrogates in JSON. */
const wellFormedJson = (given: readonly unknown[]): string =>
  JSON.stringify(given, (_, value: unknown) => (typeof value === 'string' ? value.toWellFormed() : value))

export async function deleteCourse(tx: Db, id: number): Promise<void> {
  await sql`DELETE FROM courses WHERE id = ${id}`.execute(tx)
}

/** Publishes a course or makes it a draft again. An archived course is restored. */
export async function setPublished(tx: Db, id: number, isPublished: boolean): Promise<void> {
  await sql`UPDATE courses SET is_draft = ${!isPublished}, archived_at = NULL, archived_by_leaving = false, updated_at = now()
             WHERE id = ${id}`.execute(tx)
}

/** Creates a draft with the texts, cover and list price of another course of the same seller. */
export async function copyCourse(
  tx: Db,
  id: number,
  copy: { title: string; createdBy: number; instructorId: number },
): Promise<number> {
  const inserted = await sql<{ id: number }>`
    INSERT INTO courses (seller_id, created_by, instructor_id, title, description, image_id, price_cents, is_private,
                         is_draft, category, language, level, subtitle, outcomes, requirements, audience, faq, plan_lines,
                         has_scratchpad, allows_offline_video, access_days, access_months)
    SELECT seller_id, ${copy.createdBy}, ${copy.instructorId}, ${copy.title}, description, image_id, price_cents,
           is_private, true, category, language, level, subtitle, outcomes, requirements, audience, faq, plan_lines, has_scratchpad,
           allows_offline_video, access_days, access_months
      FROM courses WHERE id = ${id} RETURNING id`.execute(tx)
  return onlyRow(inserted).id
}

export async function archiveCourse(tx: Db, id: number, at: Date, { byLeaving = false } = {}): Promise<void> {
  await sql`UPDATE courses SET archived_at = ${at}, archived_by_leaving = ${byLeaving}, updated_at = ${at}
             WHERE id = ${id}`.execute(tx)
}

/** Restores the courses that were archived because this person left, and no others. */
export async function restoreLoneCourses(tx: Tx, userId: number, at: Date): Promise<void> {
  await sql`UPDATE courses c SET archived_at = NULL, archived_by_leaving = false, updated_at = ${at}
              FROM seller_cards s WHERE s.id = c.seller_id AND s.user_id = ${userId} AND c.archived_by_leaving`.execute(
    tx,
  )
}

/**
 * Locks the courses that this person sells alone and has not archived. `hasLearners` means that other people are enrolled or have
 * open purchases, or that a paid gift waits.
 */
export async function lockLoneCourses(
  tx: Tx,
  userId: number,
): Promise<{ id: number; hasLearners: boolean }[]> {
  const found = await sql<{ id: number; hasLearners: boolean }>`
    SELECT c.id,
           EXISTS (SELECT 1 FROM enrolments e WHERE e.course_id = c.id AND e.revoked_at IS NULL AND e.user_id <> ${userId})
             OR EXISTS (SELECT 1 FROM open_purchases p WHERE p.course_id = c.id)
             OR EXISTS (SELECT 1 FROM waiting_gifts g WHERE g.course_id = c.id) AS "hasLearners"
      FROM courses c JOIN seller_cards s ON s.id = c.seller_id
     WHERE s.user_id = ${userId} AND c.archived_at IS NULL ORDER BY c.id FOR UPDATE OF c`.execute(tx)
  return found.rows
}

/** Describes a person who might become an instructor, with the facts that decide it. */
export interface Teacher {
  role: Role
  businessId: number | null
}

export async function teacherById(db: Db, id: number): Promise<Teacher | undefined> {
  const found = await sql<Teacher>`
    SELECT role, business_id AS "businessId" FROM user_cards
     WHERE id = ${id} AND erased_at IS NULL AND role IN ('instructor', 'admin', 'superadmin')`.execute(db)
  return found.rows[0]
}
