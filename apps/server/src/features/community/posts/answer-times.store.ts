/** Reads who answers the questions of a course, and how soon. */
import { sql } from 'kysely'
import type { Db } from '#server/platform/database/database.ts'
import { isOfTeam } from './question-mails.store.ts'

export interface AnswererRow {
  teacherId: number | null
  teacherName: string | null
  teacherAvatar: string | null
  /** Counts the questions since `since` that the course's team has answered. */
  answered: number
  /** The median of the waiting times, rounded up. A question that nobody has answered counts with the time that it has waited so far. */
  minutes: number | null
}

/** This many of the newest questions count, which bounds the time of the statement. */
const mostQuestions = 200

/** Unanswered questions that were asked after `answerBy` do not count, because there was hardly time to answer them. */
export async function answererOf(
  db: Db,
  courseId: number,
  { now, since, answerBy }: { now: Date; since: Date; answerBy: Date },
): Promise<AnswererRow | undefined> {
  const found = await sql<AnswererRow>`
    SELECT u.id AS "teacherId", u.name AS "teacherName", u.avatar_url AS "teacherAvatar", times.answered,
           ceil(extract(epoch FROM times.median) / 60)::int4 AS minutes
      FROM course_cards c
      LEFT JOIN user_cards u ON u.id = c.instructor_id AND u.erased_at IS NULL
     CROSS JOIN LATERAL (
       SELECT count(q.answered_at)::int4 AS answered,
              percentile_disc(0.5) WITHIN GROUP (ORDER BY coalesce(q.answered_at, ${now}::timestamptz) - q.created_at)
                FILTER (WHERE q.answered_at IS NOT NULL OR q.created_at < ${answerBy}::timestamptz) AS median
         FROM (SELECT d.created_at,
                      (SELECT min(p.created_at) FROM discussion_posts p JOIN user_cards r ON r.id = p.author_id
                        WHERE p.discussion_id = d.id AND p.removed_at IS NULL AND p.hidden_at IS NULL AND ${isOfTeam}) AS answered_at
                 FROM discussions d JOIN seller_cards s ON s.id = c.seller_id JOIN user_cards r ON r.id = d.author_id
                WHERE d.course_id = c.id AND d.created_at > ${since}::timestamptz AND d.removed_at IS NULL AND d.hidden_at IS NULL
                  AND NOT ${isOfTeam}
                ORDER BY d.id DESC LIMIT ${mostQuestions}) q) times
     WHERE c.id = ${courseId}`.execute(db)
  return found.rows[0]
}
