import type { ModuleOpening } from '@apogee/contracts/courses/module-opening.ts'
import type { Language } from '@apogee/domain/languages.ts'
import type { CourseCategory } from '@apogee/contracts/course-choices.ts'
import type { CourseLevel } from '@apogee/contracts/course-levels.ts'
import type { CourseState, FileType, Role } from '@apogee/contracts/limits.ts'
import type { Chapter } from '@apogee/contracts/courses/chapters.ts'
import type { Practice } from '@apogee/contracts/courses/practice.ts'
import type { SalesContent } from '@apogee/contracts/courses/sales-content.forms.ts'
import { sql } from 'kysely'
import type { Db, Tx } from '#server/platform/database/database.ts'
import { onlyRow } from '#server/platform/database/rows.ts'
import { versionOf } from '#server/policy/edits.ts'
import { courseState } from '#server/policy/standing.ts'
import type { ContentRow } from './contents.rows.ts'

export type { ContentRow } from './contents.rows.ts'

export interface CourseRow {
  id: number
  title: string
  description: string
  /** The cover's public id. */
  imagePublicId: string | null
  isPrivate: boolean
  state: CourseState
  priceCents: number
  salePriceCents: number | null
  saleStartsAt: Date | null
  saleEndsAt: Date | null
  category: CourseCategory | null
  /** Null: unknown. */
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
  version: number
}

/** From `courses c` with what `courseJoins` brings. */
export const courseColumns = sql`
  c.id, c.title, c.description, cover.public_id AS "imagePublicId", c.is_private AS "isPrivate",
  ${courseState} AS state,
  c.price_cents AS "priceCents", c.sale_price_cents AS "salePriceCents", c.sale_starts_at AS "saleStartsAt",
  c.sale_ends_at AS "saleEndsAt", c.category, c.language, c.level, c.created_by AS "createdBy", c.seller_id AS "sellerId",
  s.business_id AS "businessId", c.instructor_id AS "instructorId", teacher.name AS "instructorName",
  c.created_at AS "createdAt", c.has_scratchpad AS "hasScratchpad", c.allows_offline_video AS "allowsOfflineVideo",
  ${versionOf('course', 'c.id')} AS version`
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
 * Serialises the writers of a course: orders, limits, state and deletion are decided under this lock. False: it does
 * not exist.
 */
export async function lockCourse(tx: Tx, id: number, { toDelete = false } = {}): Promise<boolean> {
  // Deleting must also wait for, and block, rows that are about to refer to the course.
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
  outcomes?: readonly string[]
  faq?: readonly { question: string; answer: string }[]
  createdAt?: Date
}

export async function insertCourse(tx: Db, course: NewCourse): Promise<number> {
  const inserted = await sql<{ id: number }>`
    INSERT INTO courses (seller_id, created_by, instructor_id, title, description, image_id, price_cents, is_private, is_draft,
                         category, language, level, outcomes, faq, created_at, updated_at, contents_changed_at,
                         allows_offline_video)
    VALUES (${course.sellerId}, ${course.createdBy}, ${course.instructorId}, ${course.title}, ${course.description},
            ${course.imageId}, ${course.priceCents}, ${course.isPrivate}, ${course.isDraft ?? false}, ${course.category},
            ${course.language ?? null}, ${course.level ?? null},
            ${JSON.stringify(course.outcomes ?? [])}::jsonb, ${JSON.stringify(course.faq ?? [])}::jsonb,
            coalesce(${course.createdAt ?? null}::timestamptz, now()),
            coalesce(${course.createdAt ?? null}::timestamptz, now()), ${course.createdAt ?? null}::timestamptz, ${course.allowsOfflineVideo ?? false})
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
  /** Null ends it. */
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
      sale_price_cents = CASE WHEN ${hasSale} THEN ${sale?.priceCents ?? null}::integer ELSE sale_price_cents END,
      sale_starts_at = CASE WHEN ${hasSale} THEN ${sale?.startsAt ?? null}::timestamptz ELSE sale_starts_at END,
      sale_ends_at = CASE WHEN ${hasSale} THEN ${sale?.endsAt ?? null}::timestamptz ELSE sale_ends_at END,
      updated_at = now()
    WHERE id = ${id}`.execute(tx)
}

/** Published contents have changed: the sales page states when, and their length is counted again. */
export async function noteContentsChanged(tx: Db, id: number, at: Date): Promise<void> {
  await sql`UPDATE courses SET contents_changed_at = ${at}, length_due_at = now() WHERE id = ${id}`.execute(
    tx,
  )
}

/** From `courses c`. */
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

/** PostgreSQL refuses lone surrogates, which JSON may contain. */
const wellFormedJson = (given: readonly unknown[]): string =>
  JSON.stringify(given, (_, value: unknown) => (typeof value === 'string' ? value.toWellFormed() : value))

export async function deleteCourse(tx: Db, id: number): Promise<void> {
  await sql`DELETE FROM courses WHERE id = ${id}`.execute(tx)
}

/** Publishes, or makes a draft again; an archived course is restored. */
export async function setPublished(tx: Db, id: number, isPublished: boolean): Promise<void> {
  await sql`UPDATE courses SET is_draft = ${!isPublished}, archived_at = NULL, archived_by_leaving = false, updated_at = now()
             WHERE id = ${id}`.execute(tx)
}

export async function archiveCourse(tx: Db, id: number, at: Date, { byLeaving = false } = {}): Promise<void> {
  await sql`UPDATE courses SET archived_at = ${at}, archived_by_leaving = ${byLeaving}, updated_at = ${at}
             WHERE id = ${id}`.execute(tx)
}

/** Restores what this person's leaving has archived, and nothing else. */
export async function restoreLoneCourses(tx: Tx, userId: number, at: Date): Promise<void> {
  await sql`UPDATE courses c SET archived_at = NULL, archived_by_leaving = false, updated_at = ${at}
              FROM seller_cards s WHERE s.id = c.seller_id AND s.user_id = ${userId} AND c.archived_by_leaving`.execute(
    tx,
  )
}

/**
 * The courses that this person sells alone and has not archived, locked; `hasLearners`: somebody is enrolled or paying.
 */
export async function lockLoneCourses(
  tx: Tx,
  userId: number,
): Promise<{ id: number; hasLearners: boolean }[]> {
  const found = await sql<{ id: number; hasLearners: boolean }>`
    SELECT c.id,
           EXISTS (SELECT 1 FROM enrolments e WHERE e.course_id = c.id AND e.revoked_at IS NULL AND e.user_id <> ${userId})
             OR EXISTS (SELECT 1 FROM open_purchases p WHERE p.course_id = c.id) AS "hasLearners"
      FROM courses c JOIN seller_cards s ON s.id = c.seller_id
     WHERE s.user_id = ${userId} AND c.archived_at IS NULL ORDER BY c.id FOR UPDATE OF c`.execute(tx)
  return found.rows
}

/** A person who may be named as an instructor, with the facts that decide it. */
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

/**
 * The modules of a course in order, each with its resources in order: one statement. Drafts of modules and resources
 * only on request.
 */
export async function contentsOf(
  db: Db,
  courseId: number,
  { includeDrafts, learnerId }: { includeDrafts: boolean; learnerId: number | null },
): Promise<ContentRow[]> {
  const found = await sql<ContentRow>`
    SELECT m.id, m.course_id AS "courseId", m.title, m.description, m.sort_order AS "order", m.kind AS type,
           m.is_published AS "isPublished", ${versionOf('module', 'm.id')} AS version,
           CASE WHEN m.opens_after_days IS NOT NULL THEN jsonb_build_object('afterDays', m.opens_after_days)
                WHEN m.opens_on IS NOT NULL THEN jsonb_build_object('on', m.opens_on) END AS opening,
           (SELECT o.opens_at FROM module_openings o
             WHERE o.user_id = ${learnerId} AND o.id = m.id AND o.opens_at > now()) AS "opensAt",
           coalesce(shown.resources, '[]') AS resources
      FROM outline_modules module
      JOIN course_contents m ON m.id = module.id
      LEFT JOIN (
        SELECT r.content_id, json_agg(json_build_object(
                 'id', r.id, 'courseId', item.course_id, 'contentId', r.content_id, 'title', r.title,
                 'fileType', r.file_type, 'order', r.sort_order, 'isPublished', r.is_published,
                 'isPreview', r.is_preview, 'createdAt', r.created_at, 'practice', r.practice, 'passPercentage', r.pass_percentage,
                 'chapters', r.chapters,
                 'words', r.words,
                 'version', ${versionOf('resource', 'r.id')},
                 'isOpen', item.id IN (SELECT o.id FROM open_resources o
                                        WHERE o.user_id = ${learnerId} AND o.course_id = ${courseId}),
                 'media', CASE WHEN f.id IS NOT NULL THEN json_build_object(
                   'id', f.id, 'publicId', f.public_id, 'seconds', f.seconds, 'pages', f.pages, 'sizeBytes', f.size_bytes,
                   'isPackage', f.purpose = 'package') END,
                 'captions', coalesce((
                   SELECT json_agg(json_build_object('language', t.language, 'publicId', track.public_id)
                                   ORDER BY t.language)
                     FROM media_captions t JOIN media track ON track.id = t.caption_media_id
                    WHERE t.media_id = f.id), '[]'),
                 'stream', (
                   SELECT json_build_object('state', s.state, 'percent', s.percent, 'problem', s.problem,
                                            'files', s.files, 'storyboard', s.storyboard)
                     FROM shown_streams s WHERE s.media_id = f.id))
                 ORDER BY r.sort_order, r.id) AS resources
          FROM outline_resources item
          JOIN course_resources r ON r.id = item.id
          LEFT JOIN media f ON f.id = r.media_id
         WHERE item.course_id = ${courseId} AND (item.is_published OR ${includeDrafts}) AND r.removed_at IS NULL
         GROUP BY r.content_id) shown ON shown.content_id = m.id
     WHERE module.course_id = ${courseId} AND (module.is_published OR ${includeDrafts}) AND m.removed_at IS NULL
     ORDER BY m.sort_order, m.id`.execute(db)
  return found.rows
}

export interface NewContent {
  courseId: number
  title: string
  description: string
  order: number
  isPublished: boolean
}

export async function insertContent(tx: Db, content: NewContent): Promise<number> {
  const inserted = await sql<{ id: number }>`
    INSERT INTO course_contents (course_id, title, description, sort_order, is_published)
    VALUES (${content.courseId}, ${content.title}, ${content.description}, ${content.order}, ${content.isPublished})
    RETURNING id`.execute(tx)
  return onlyRow(inserted).id
}

export async function updateContent(
  tx: Db,
  id: number,
  changes: {
    title?: string | undefined
    description?: string | undefined
    isPublished?: boolean | undefined
    opening?: ModuleOpening | null | undefined
  },
): Promise<void> {
  await sql`
    UPDATE course_contents SET
      title = coalesce(${changes.title ?? null}, title),
      description = coalesce(${changes.description ?? null}, description),
      is_published = coalesce(${changes.isPublished ?? null}::boolean, is_published)
    WHERE id = ${id}`.execute(tx)
  if (changes.opening !== undefined) await setOpening(tx, id, changes.opening)
}

/** Null: the module opens with the enrolment. */
export async function setOpening(tx: Db, id: number, opening: ModuleOpening | null): Promise<void> {
  const afterDays = opening && 'afterDays' in opening ? opening.afterDays : null
  const on = opening && 'on' in opening ? opening.on : null
  await sql`
    UPDATE course_contents SET opens_after_days = ${afterDays}::smallint, opens_on = ${on}::date WHERE id = ${id}`.execute(
    tx,
  )
}

export async function deleteContent(tx: Db, id: number): Promise<void> {
  await sql`DELETE FROM course_contents WHERE id = ${id}`.execute(tx)
}

export interface NewResource {
  contentId: number
  mediaId: number | null
  title: string
  fileType: FileType
  order: number
  isPublished: boolean
  isPreview: boolean
  /** Of a quiz; absent: submitting completes it. */
  passPercentage?: number | undefined
  /** Of a text. */
  words?: number | undefined
}

export async function insertResource(tx: Db, resource: NewResource): Promise<number> {
  const inserted = await sql<{ id: number }>`
    INSERT INTO course_resources (content_id, media_id, title, file_type, sort_order, is_published, is_preview,
                                  pass_percentage, words)
    VALUES (${resource.contentId}, ${resource.mediaId}, ${resource.title}, ${resource.fileType}, ${resource.order},
            ${resource.isPublished}, ${resource.isPreview}, ${resource.passPercentage ?? null}, ${resource.words ?? null})
    RETURNING id`.execute(tx)
  return onlyRow(inserted).id
}

export async function updateResource(
  tx: Db,
  id: number,
  changes: {
    title?: string | undefined
    isPublished?: boolean | undefined
    isPreview?: boolean | undefined
    practice?: Practice | undefined
    /** Replace the present ones. */
    chapters?: readonly Chapter[] | undefined
    mediaId?: number | undefined
    words?: number | undefined
  },
): Promise<void> {
  await sql`
    UPDATE course_resources SET
      title = coalesce(${changes.title ?? null}, title),
      is_published = coalesce(${changes.isPublished ?? null}::boolean, is_published),
      is_preview = coalesce(${changes.isPreview ?? null}::boolean, is_preview),
      practice = coalesce(${changes.practice ? JSON.stringify(changes.practice) : null}::jsonb, practice),
      chapters = CASE WHEN ${changes.chapters !== undefined}
                      THEN nullif(${JSON.stringify(changes.chapters ?? [])}::jsonb, '[]') ELSE chapters END,
      words = coalesce(${changes.words ?? null}::integer, words),
      media_id = coalesce(${changes.mediaId ?? null}::bigint, media_id)
    WHERE id = ${id}`.execute(tx)
}

export async function showQuiz(tx: Db, id: number, passPercentage: number | null): Promise<void> {
  await sql`
    UPDATE course_resources SET is_published = true, pass_percentage = ${passPercentage} WHERE id = ${id}`.execute(
    tx,
  )
}

export async function deleteResource(tx: Db, id: number): Promise<void> {
  await sql`DELETE FROM course_resources WHERE id = ${id}`.execute(tx)
}

/** Writes 0, 1, 2 … in the given order. */
export async function renumber(
  tx: Db,
  table: 'course_contents' | 'course_resources',
  ids: readonly number[],
): Promise<void> {
  await sql`
    UPDATE ${sql.table(table)} AS item SET sort_order = placed.place - 1
      FROM unnest(${ids}::bigint[]) WITH ORDINALITY AS placed (id, place)
     WHERE item.id = placed.id AND item.sort_order <> placed.place - 1`.execute(tx)
}
