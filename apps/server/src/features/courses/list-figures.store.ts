/** The columns of a course that lists sort and filter by. */
import { secondsPerPage } from '@apogee/contracts/courses/course-counts.ts'
import { wordsPerMinute } from '@apogee/domain/lesson-text.ts'
import { sql } from 'kysely'
import type { Db } from '#server/platform/database/database.ts'

export interface ListFigures {
  id: number
  students: number
  /** The average of the stars with three reviews of 3.5 added, times 1,000; 0: no reviews. */
  score: number
  /** The average as cards show it, times ten. */
  tenths: number
}

/** Returns how many of the courses were free, not locked, and are written. */
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
 * The minutes of courses whose contents have changed. The length of a new file is known some minutes later, so for an
 * hour a course stays due. Returns how many were written.
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
