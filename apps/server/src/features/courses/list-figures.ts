/** Computes the figures by which lists are sorted and filtered: students, rating and length of each course. */
import { sql } from 'kysely'
import type { Db } from '#server/platform/database/database.ts'
import { recountLengths, writeFigures, type ListFigures } from './courses.store.ts'

/**
 * One statement writes at most this many courses. Each of them is written to all indexes, which takes 0.8 ms on a busy machine, and
 * its buyers wait meanwhile.
 */
const writtenAtOnce = 500
/** One scan of all enrolments and ratings finds at most this many changed courses. */
const foundAtOnce = 50_000

/**
 * Updates the figures of changed courses. Locked courses are skipped until the next run, so that this never waits for a purchase. A
 * purchase waits only if its course has changed figures. Once `stopping` is aborted, no further batch is written.
 */
export async function recountForLists(db: Db, stopping?: AbortSignal): Promise<void> {
  let found: ListFigures[]
  let written: number
  do {
    found = await changedFigures(db)
    written = 0
    for (let from = 0; from < found.length; from += writtenAtOnce) {
      if (stopping?.aborted) return
      written += await writeFigures(db, found.slice(from, from + writtenAtOnce))
    }
  } while (found.length === foundAtOnce && written > 0)
  do {
    if (stopping?.aborted) return
    written = await recountLengths(db, writtenAtOnce)
  } while (written === writtenAtOnce)
}

async function changedFigures(db: Db): Promise<ListFigures[]> {
  const found = await sql<ListFigures>`
    SELECT c.id, counted.students, counted.score, counted.tenths
      FROM courses c
      LEFT JOIN (SELECT course_id, count(*)::integer AS students FROM enrolments
                  WHERE revoked_at IS NULL GROUP BY course_id) places ON places.course_id = c.id
      LEFT JOIN course_ratings r ON r.course_id = c.id AND r.reviews > 0
     CROSS JOIN LATERAL (
       SELECT coalesce(places.students, 0) AS students,
              coalesce((1000 * (r.stars + 10.5) / (r.reviews + 3))::integer, 0) AS score,
              coalesce(round(10 * r.stars::numeric / r.reviews)::integer, 0) AS tenths) counted
     WHERE c.student_count <> counted.students OR c.rating_score <> counted.score OR c.rating_tenths <> counted.tenths
     LIMIT ${foundAtOnce}`.execute(db)
  return found.rows
}
