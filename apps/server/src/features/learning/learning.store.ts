import type { Done, LessonCounts } from '@apogee/contracts/courses/course-progress.ts'
import type { FileType } from '@apogee/contracts/limits.ts'
import { sql, type RawBuilder } from 'kysely'
import type { Db, Tx } from '#server/platform/database/database.ts'
import { multirange, type ItemState } from './learning.rules.ts'

/** The share of a video's length that must be watched, over all visits, to complete the video. */
const watchedShare = 0.9

/**
 * The first part of a longer SQL statement. It yields a row with the course's id if the learner may save progress in the course.
 */
export type CourseStudied = RawBuilder<{ course_id: number }>

/** Yields the course's row without a check, because the learner is known to study in the course. */
export const inCourse = (courseId: number): CourseStudied => sql`SELECT ${courseId}::bigint AS course_id`

/** Counts the whole seconds in a multirange. */
const secondsIn = sql`coalesce((SELECT sum(upper(part) - lower(part)) FROM unnest(p.watched) AS part), 0)::int4`

/** Selects the watched part within the length of the present file `m`. An earlier, longer file may have left later ranges. */
const watchedInFile = sql`(p.watched * int4multirange(int4range(0, ceil(least(m.seconds, 2147483647))::int4)))`
const secondsInFile = sql`coalesce((SELECT sum(upper(part) - lower(part)) FROM unnest${watchedInFile} AS part), 0)::int4`

/** Counts the seen pages that the present file `m` has. */
const pagesIn = sql`coalesce((SELECT sum(upper(part) - lower(part))
  FROM unnest(p.pages_seen * int4multirange(int4range(1, m.pages + 1))) AS part), 0)::int4`

/** Computes `LessonCounts` of the lessons `l` and a learner's progress `p`. */
const lessonCounts = sql`count(*) AS "totalLessons", count(p.completed_at) AS "completedLessons"`

/** Returns the counts by course in one statement. A course without published items has no row. */
export async function countLessons(
  db: Db,
  userId: number,
  courseIds: readonly number[],
): Promise<(LessonCounts & { courseId: number })[]> {
  const found = await sql<LessonCounts & { courseId: number }>`
    SELECT l.course_id AS "courseId", ${lessonCounts}
      FROM lessons l LEFT JOIN resource_progress p ON p.resource_id = l.id AND p.user_id = ${userId}
     WHERE l.course_id = ANY(${[...courseIds]}::bigint[])
     GROUP BY l.course_id`.execute(db)
  return found.rows
}

/** Returns length and watched seconds of the published videos with a known length, by course, in one statement. */
export async function secondsWatched(
  db: Db,
  userId: number,
  courseIds: readonly number[],
): Promise<{ courseId: number; seconds: number; watchedSeconds: number }[]> {
  if (courseIds.length === 0) return []
  const found = await sql<{ courseId: number; seconds: number; watchedSeconds: number }>`
    SELECT cr.course_id AS "courseId", sum(m.seconds)::float8 AS seconds,
           sum(least(m.seconds, ${secondsInFile}))::float8 AS "watchedSeconds"
      FROM published_resources cr
      JOIN media m ON m.id = cr.media_id AND m.seconds > 0
      LEFT JOIN resource_progress p ON p.resource_id = cr.id AND p.user_id = ${userId}
     WHERE cr.course_id = ANY(${[...courseIds]}::bigint[]) AND cr.file_type = 'video'
     GROUP BY cr.course_id`.execute(db)
  return found.rows
}

/** Counts the lessons of many learners of one course in one statement. */
export async function countLessonsOf(
  db: Db,
  courseId: number,
  userIds: readonly number[],
): Promise<(LessonCounts & { userId: number })[]> {
  const found = await sql<LessonCounts & { userId: number }>`
    SELECT learner.id AS "userId", ${lessonCounts}
      FROM unnest(${[...userIds]}::bigint[]) AS learner (id)
      JOIN lessons l ON l.course_id = ${courseId}
      LEFT JOIN resource_progress p ON p.resource_id = l.id AND p.user_id = learner.id
     GROUP BY learner.id ORDER BY learner.id`.execute(db)
  return found.rows
}

/** A published item with a learner's progress. */
export interface StudiedItem {
  resourceId: number
  courseContentId: number
  title: string
  fileType: FileType
  /** The length of a video. Null means that the length is unknown. */
  seconds: number | null
  watchedSeconds: number
}

/** Returns all published videos and quizzes of a course with this person's progress, in the order of the course. */
export async function studiedItems(db: Db, userId: number, courseId: number): Promise<StudiedItem[]> {
  const found = await sql<StudiedItem>`
    SELECT cr.id AS "resourceId", cr.content_id AS "courseContentId", cr.title, cr.file_type AS "fileType",
           m.seconds::float8 AS seconds, coalesce(least(m.seconds, ${secondsInFile}), 0)::float8 AS "watchedSeconds"
      FROM published_resources cr
      LEFT JOIN media m ON m.id = cr.media_id
      LEFT JOIN resource_progress p ON p.resource_id = cr.id AND p.user_id = ${userId}
     WHERE cr.course_id = ${courseId} AND cr.file_type IN ('video', 'quiz')
     ORDER BY cr.module_sort_order, cr.content_id, cr.sort_order, cr.id`.execute(db)
  return found.rows
}

export interface NextItem {
  id: number
  courseContentId: number
  title: string
}

/** `secondsLeft` counts the seconds after the position in a video. Null means another item, or a video that was not begun. */
export interface NextInCourse extends NextItem {
  courseId: number
  secondsLeft: number | null
}

/**
 * Selects the items that are open to these people, with their progress `p`. `place` is the lesson order in a course. An item is
 * left behind when it stands before the item that the person studied last. People return to such items at the end of the course.
 */
const openItems = (userIds: readonly number[]) => sql`
  SELECT i.*, coalesce(i.place < max(i.place) FILTER (WHERE i.studied_at = i.last_studied_at) OVER course, false) AS is_left_behind
    FROM (SELECT r.*, p.completed_at IS NULL AS is_open, p.position_seconds, p.updated_at AS studied_at,
                 max(p.updated_at) OVER course AS last_studied_at,
                 row_number() OVER (course ORDER BY r.module_sort_order, r.content_id, r.sort_order, r.id) AS place
            FROM open_resources r
            LEFT JOIN resource_progress p ON p.resource_id = r.id AND p.user_id = r.user_id
           WHERE r.user_id = ANY(${[...userIds]}::bigint[])
          WINDOW course AS (PARTITION BY r.user_id, r.course_id)) i
  WINDOW course AS (PARTITION BY i.user_id, i.course_id)`

/** Returns the item of each course with which this learner goes on: open to the learner and not completed, in one statement. */
export async function nextItems(
  db: Db,
  userId: number,
  courseIds: readonly number[],
): Promise<NextInCourse[]> {
  const found = await sql<NextInCourse>`
    SELECT DISTINCT ON (i.course_id)
           i.course_id AS "courseId", i.id, i.content_id AS "courseContentId", i.title,
           CASE WHEN i.position_seconds > 0 AND i.position_seconds < m.seconds
                THEN ceil(m.seconds - i.position_seconds)::int4 END AS "secondsLeft"
      FROM (${openItems([userId])}) i
      LEFT JOIN media m ON m.id = i.media_id AND i.file_type = 'video'
     WHERE i.is_open AND i.course_id = ANY(${[...courseIds]}::bigint[])
     ORDER BY i.course_id, i.is_left_behind, i.place`.execute(db)
  return found.rows
}

/** Counts the items of a module, and sums up what the learner has not watched or read of those that are not completed. */
export interface ModuleRow extends Done {
  courseId: number
  seconds: number
  pages: number
  words: number
}

/** Returns the modules of these courses that have published items, in the order of each course, in one statement. */
export async function modulesIn(db: Db, userId: number, courseIds: readonly number[]): Promise<ModuleRow[]> {
  const isLeft = sql`FILTER (WHERE p.completed_at IS NULL)`
  const watchTime = sql`greatest(p.watch_seconds, ${secondsIn})`
  const found = await sql<ModuleRow>`
    SELECT cr.course_id AS "courseId", count(*) AS total, count(p.completed_at) AS done,
           coalesce(sum(greatest(0, m.seconds - coalesce(${watchTime}, 0))) ${isLeft}, 0)::float8 AS seconds,
           coalesce(sum(greatest(0, m.pages - ${pagesIn})) ${isLeft}, 0)::int4 AS pages,
           coalesce(sum(cr.words) ${isLeft}, 0)::int4 AS words
      FROM published_resources cr
      LEFT JOIN media m ON m.id = cr.media_id
      LEFT JOIN resource_progress p ON p.resource_id = cr.id AND p.user_id = ${userId}
     WHERE cr.course_id = ANY(${[...courseIds]}::bigint[])
     GROUP BY cr.course_id, cr.module_sort_order, cr.content_id
     ORDER BY cr.course_id, cr.module_sort_order, cr.content_id`.execute(db)
  return found.rows
}

export interface ItemToContinue extends NextItem, LessonCounts {
  userId: number
  courseId: number
  courseTitle: string
}

/**
 * Returns for each of these people the next item of the unfinished course that they studied last, and their progress in it, in one
 * statement. A course is finished as defined by `hasAllLessons`: without an open required item or, if it has no videos, without an
 * open item.
 */
export async function itemsToContinue(db: Db, userIds: readonly number[]): Promise<ItemToContinue[]> {
  const found = await sql<ItemToContinue>`
    WITH items AS (
      SELECT r.*,
             bool_or(r.file_type = 'video') OVER course AS has_videos,
             bool_or(r.is_required AND r.is_open) OVER course AS has_open_lesson
        FROM (${openItems(userIds)}) r
      WINDOW course AS (PARTITION BY r.user_id, r.course_id))
    SELECT next.*, counts.* FROM (
    SELECT DISTINCT ON (i.user_id)
           i.user_id AS "userId", i.id, i.content_id AS "courseContentId", i.title, c.title AS "courseTitle",
           i.course_id AS "courseId"
      FROM items i
      JOIN active_enrolments e ON e.user_id = i.user_id AND e.course_id = i.course_id
      JOIN course_cards c ON c.id = i.course_id
     WHERE i.is_open AND (i.has_open_lesson OR NOT i.has_videos)
     ORDER BY i.user_id, e.last_accessed_at DESC NULLS LAST, e.granted_at DESC, i.course_id, i.is_left_behind,
              i.place) next
     CROSS JOIN LATERAL (
    SELECT ${lessonCounts} FROM lessons l
      LEFT JOIN resource_progress p ON p.resource_id = l.id AND p.user_id = next."userId"
     WHERE l.course_id = next."courseId") counts`.execute(db)
  return found.rows
}

/** Returns the published items of one module with this learner's state. */
export async function itemsOfContent(db: Db, userId: number, contentId: number): Promise<ItemState[]> {
  const found = await sql<ItemState>`
    SELECT cr.id AS "resourceId", cr.file_type AS "fileType", cr.pass_percentage AS "passPercentage", p.completed_at IS NOT NULL AS "isCompleted",
           p.user_id IS NOT NULL AS "isStarted", coalesce(p.watch_seconds, 0) AS "reportedSeconds", ${secondsIn} AS "watchedSeconds"
      FROM published_resources cr
      LEFT JOIN resource_progress p ON p.resource_id = cr.id AND p.user_id = ${userId}
     WHERE cr.content_id = ${contentId} ORDER BY cr.id`.execute(db)
  return found.rows
}

/** A learner's progress in one item. Times are in seconds. */
export interface ItemProgress {
  completed: boolean
  watchTime: number
  position: number
}

const progressColumns = sql`
  p.completed_at IS NOT NULL AS completed, greatest(p.watch_seconds, ${secondsIn}) AS "watchTime",
  p.position_seconds AS position`

/** The limit on ranges of a video in an outline. Later ranges are left out there and count as unwatched. */
const mostRanges = 200

export interface ItemInOutline extends ItemProgress {
  resourceId: number
  /** Ranges `[from, to]` in whole seconds, in ascending order. */
  watched: [number, number][]
  /** The page of a document. Null means that the document was not read in the built-in viewer. */
  page: number | null
  pagesSeen: number
  exercisePassedAt: Date | null
}

export async function progressInCourse(db: Db, userId: number, courseId: number): Promise<ItemInOutline[]> {
  const found = await sql<ItemInOutline>`
    SELECT cr.id AS "resourceId", p.completed_at IS NOT NULL AS completed,
           coalesce(greatest(p.watch_seconds, ${secondsIn}), 0) AS "watchTime", coalesce(least(p.position_seconds, m.seconds), 0) AS position,
           coalesce((SELECT jsonb_agg(jsonb_build_array(lower(part), upper(part)) ORDER BY part)
                       FROM (SELECT unnest${watchedInFile} AS part LIMIT ${mostRanges}) parts), '[]') AS watched,
           least(p.page_reached, m.pages) AS page, ${pagesIn} AS "pagesSeen",
           w.passed_at AS "exercisePassedAt"
      FROM outline_resources cr
      LEFT JOIN media m ON m.id = cr.media_id
      LEFT JOIN resource_progress p ON p.resource_id = cr.id AND p.user_id = ${userId}
      LEFT JOIN exercise_work w ON w.resource_id = cr.id AND w.user_id = ${userId}
     WHERE cr.course_id = ${courseId} AND (p.user_id IS NOT NULL OR w.passed_at IS NOT NULL)`.execute(db)
  return found.rows
}

/**
 * The evidence that an item requires when it cannot be completed by hand: a result of at least its pass mark, or a report of its
 * package.
 */
export type Earning = 'result' | 'report'
const earning = sql<Earning | null>`
  CASE WHEN cr.pass_percentage IS NOT NULL THEN 'result'
       WHEN EXISTS (SELECT FROM reporting_packages k WHERE k.media_id = cr.media_id) THEN 'report' END`

/** Null means that the learner completes the item by hand. */
export async function earningOf(db: Db, resourceId: number): Promise<Earning | null> {
  const found = await sql<{ earning: Earning | null }>`
    SELECT ${earning} AS earning FROM outline_resources cr WHERE cr.id = ${resourceId}`.execute(db)
  return found.rows[0]?.earning ?? null
}

/**
 * Sets the completion of these items. An item stays unchanged if the learner has set it after `actedAt`, or if it requires evidence
 * that is missing: a `percentage` of at least the pass mark (null means no quiz result), or a report of the package. Returns the
 * items that this call changed or inserted; of two concurrent calls, only one returns an item.
 */
export async function setCompleted(
  tx: Tx,
  userId: number,
  resourceIds: readonly number[],
  {
    completed,
    at,
    actedAt = at,
    percentage = null,
    isReported = false,
  }: { completed: boolean; at: Date; actedAt?: Date; percentage?: number | null; isReported?: boolean },
): Promise<number[]> {
  const changed = await sql<{ id: number }>`
    WITH changed AS (
      INSERT INTO resource_progress AS p (user_id, resource_id, completed_at, updated_at, completion_set_at)
      SELECT ${userId}, cr.id, ${completed ? at : null}::timestamptz, ${actedAt}, ${actedAt}
        FROM outline_resources cr
       WHERE cr.id = ANY(${[...resourceIds]}::bigint[])
         AND CASE ${earning} WHEN 'result' THEN coalesce(cr.pass_percentage <= ${percentage}::int, false)
                             WHEN 'report' THEN ${isReported} ELSE true END
       ORDER BY cr.id
      ON CONFLICT (user_id, resource_id) DO UPDATE
        SET completed_at = excluded.completed_at, updated_at = greatest(p.updated_at, excluded.updated_at),
            completion_set_at = excluded.completion_set_at
        WHERE (p.completed_at IS NULL) = ${completed} AND coalesce(p.completion_set_at <= ${actedAt}, true)
      RETURNING p.resource_id AS id),
    repeated AS (
      UPDATE resource_progress p SET completion_set_at = ${actedAt}
       WHERE p.user_id = ${userId} AND p.resource_id = ANY(${[...resourceIds]}::bigint[])
         AND (p.completed_at IS NOT NULL) = ${completed} AND coalesce(p.completion_set_at < ${actedAt}, true)
         AND p.resource_id NOT IN (SELECT id FROM changed))
    SELECT id FROM changed`.execute(tx)
  return changed.rows.map(({ id }) => id)
}

/**
 * Sets the reported watch time of those of these items whose completion equals `completed`. Returns the number of changed items.
 */
export async function reportWatchTime(
  db: Db,
  studied: CourseStudied,
  userId: number,
  resourceIds: readonly number[],
  { completed, seconds, at }: { completed: boolean; seconds: number; at: Date },
): Promise<number> {
  const changed = await sql<{ id: number }>`
    WITH studied AS (${studied})
    UPDATE resource_progress p SET watch_seconds = ${seconds}, updated_at = ${at} FROM studied
     WHERE p.user_id = ${userId} AND p.resource_id = ANY(${[...resourceIds]}::bigint[])
       AND (p.completed_at IS NOT NULL) = ${completed}
    RETURNING p.resource_id AS id`.execute(db)
  return changed.rows.length
}

/**
 * Adds the watched ranges. Ranges and position are cut off at the video's length, and a position that was set after `actedAt`
 * stays. Undefined means that the item does not exist or `studied` has no row. `isDue` means that enough of the video has been
 * watched to complete it, and the learner has never set its completion.
 */
export async function savePlayback(
  db: Db,
  studied: CourseStudied,
  item: { userId: number; resourceId: number; courseId: number },
  place: {
    position: number | undefined
    watched: readonly (readonly [number, number])[]
    at: Date
    actedAt?: Date
  },
): Promise<(LessonCounts & ItemProgress & { isDue: boolean }) | undefined> {
  const { userId, resourceId, courseId } = item
  const position = sql`${place.position ?? null}::float8`
  const setAt = sql`${place.actedAt ?? place.at}::timestamptz`
  const stays = sql`${position} IS NULL OR coalesce(p.position_set_at > ${setAt}, false)`
  const isDue = sql`p.completed_at IS NULL AND p.completion_set_at IS NULL AND EXISTS (
      SELECT FROM outline_resources cr JOIN media m ON m.id = cr.media_id
       WHERE cr.id = p.resource_id AND cr.file_type = 'video' AND m.seconds > 0
         AND ${secondsInFile} >= m.seconds * ${watchedShare}::float8)`
  const found = await sql<LessonCounts & ItemProgress & { isDue: boolean }>`
    WITH studied AS (${studied}), saved AS (
      INSERT INTO resource_progress AS p (user_id, resource_id, position_seconds, position_set_at, watched, updated_at)
      SELECT ${userId}, cr.id, CASE WHEN ${position} IS NULL THEN 0 ELSE least(${position}, m.seconds) END,
             CASE WHEN ${position} IS NOT NULL THEN ${setAt} END,
             ${multirange(place.watched)}::int4multirange * int4multirange(int4range(0, ceil(least(m.seconds, 2147483647))::int4)), ${place.at}
        FROM studied JOIN outline_resources cr ON cr.course_id = studied.course_id LEFT JOIN media m ON m.id = cr.media_id
       WHERE cr.id = ${resourceId}
      ON CONFLICT (user_id, resource_id) DO UPDATE
        SET position_seconds = CASE WHEN ${stays} THEN p.position_seconds ELSE excluded.position_seconds END,
            position_set_at = CASE WHEN ${stays} THEN p.position_set_at ELSE excluded.position_set_at END,
            watched = p.watched + excluded.watched, updated_at = excluded.updated_at
      RETURNING p.*)
    SELECT ${progressColumns}, ${isDue} AS "isDue", counts.*
      FROM saved p, (
        SELECT ${lessonCounts} FROM lessons l
          LEFT JOIN resource_progress p ON p.resource_id = l.id AND p.user_id = ${userId}
         WHERE l.course_id = ${courseId}) counts`.execute(db)
  return found.rows[0]
}

/**
 * Adds the seen pages of a PDF document, cut off at its last page. A page that was reached after `actedAt` stays. Returns the
 * number of pages seen in all visits, and undefined if the item is no PDF document.
 */
export async function savePages(
  tx: Tx,
  { userId, resourceId, courseId }: { userId: number; resourceId: number; courseId: number },
  read: {
    page: number | undefined
    pages: readonly (readonly [number, number])[]
    at: Date
    actedAt: Date
  },
): Promise<number | undefined> {
  const page = sql`${read.page ?? null}::int4`
  const setAt = sql`${read.actedAt}::timestamptz`
  const stays = sql`${page} IS NULL OR coalesce(p.page_set_at > ${setAt}, false)`
  const found = await sql<{ pagesSeen: number }>`
    WITH saved AS (
      INSERT INTO resource_progress AS p (user_id, resource_id, page_reached, page_set_at, pages_seen, updated_at)
      SELECT ${userId}, cr.id, least(${page}, m.pages), CASE WHEN ${page} IS NOT NULL THEN ${setAt} END,
             ${multirange(read.pages)}::int4multirange * int4multirange(int4range(1, m.pages, '[]')), ${read.at}
        FROM outline_resources cr LEFT JOIN media m ON m.id = cr.media_id
       WHERE cr.id = ${resourceId} AND cr.course_id = ${courseId} AND cr.file_type = 'pdf'
      ON CONFLICT (user_id, resource_id) DO UPDATE
        SET page_reached = CASE WHEN ${stays} THEN p.page_reached ELSE excluded.page_reached END,
            page_set_at = CASE WHEN ${stays} THEN p.page_set_at ELSE excluded.page_set_at END,
            pages_seen = p.pages_seen + excluded.pages_seen, updated_at = excluded.updated_at
      RETURNING p.*)
    SELECT ${pagesIn} AS "pagesSeen" FROM saved p
      JOIN outline_resources cr ON cr.id = p.resource_id LEFT JOIN media m ON m.id = cr.media_id`.execute(tx)
  return found.rows[0]?.pagesSeen
}

export interface PastCompletion {
  userId: number
  resourceId: number
  /** The length of a video, which counts as watched completely. Null for other items. */
  seconds: number | null
  at: Date
}

/** Inserts past completions in one statement, without events. */
export async function insertPastCompletions(tx: Tx, completions: readonly PastCompletion[]): Promise<void> {
  await sql`
    INSERT INTO resource_progress (user_id, resource_id, completed_at, updated_at, position_seconds, watched)
    SELECT "userId", "resourceId", at, at, coalesce(seconds, 0),
           CASE WHEN seconds > 0 THEN int4multirange(int4range(0, ceil(seconds)::int)) ELSE '{}'::int4multirange END
      FROM jsonb_to_recordset(${JSON.stringify(completions)}::jsonb)
        AS given ("userId" bigint, "resourceId" bigint, seconds double precision, at timestamptz)`.execute(tx)
}

export interface ExerciseRow {
  code: string
  isPassing: boolean
  passedAt: Date | null
}

const exerciseColumns = sql`w.code, w.is_passing AS "isPassing", w.passed_at AS "passedAt"`

export async function exerciseOf(
  db: Db,
  userId: number,
  resourceId: number,
): Promise<ExerciseRow | undefined> {
  const found = await sql<ExerciseRow>`
    SELECT ${exerciseColumns} FROM exercise_work w
     WHERE w.user_id = ${userId} AND w.resource_id = ${resourceId}`.execute(db)
  return found.rows[0]
}

/**
 * Saves the code unless newer code is stored. The first pass is recorded in either case. Undefined means that the lesson does not
 * exist.
 */
export async function saveExercise(
  db: Db,
  work: {
    userId: number
    resourceId: number
    code: string
    isPassing: boolean
    hasPassed: boolean
    setAt: Date
  },
): Promise<ExerciseRow | undefined> {
  const { userId, resourceId, code, isPassing, setAt } = work
  const isNewer = sql`w.set_at <= excluded.set_at`
  const found = await sql<ExerciseRow>`
    INSERT INTO exercise_work AS w (user_id, resource_id, code, is_passing, passed_at, set_at)
    SELECT ${userId}, cr.id, ${code}, ${isPassing}, CASE WHEN ${isPassing || work.hasPassed} THEN ${setAt}::timestamptz END, ${setAt}
      FROM outline_resources cr WHERE cr.id = ${resourceId}
    ON CONFLICT (user_id, resource_id) DO UPDATE
      SET code = CASE WHEN ${isNewer} THEN excluded.code ELSE w.code END,
          is_passing = CASE WHEN ${isNewer} THEN excluded.is_passing ELSE w.is_passing END,
          passed_at = least(w.passed_at, excluded.passed_at),
          set_at = greatest(w.set_at, excluded.set_at)
    RETURNING ${exerciseColumns}`.execute(db)
  return found.rows[0]
}

export async function forgetProgress(tx: Tx, userId: number): Promise<void> {
  await sql`DELETE FROM resource_progress WHERE user_id = ${userId}`.execute(tx)
  await sql`DELETE FROM exercise_work WHERE user_id = ${userId}`.execute(tx)
}
