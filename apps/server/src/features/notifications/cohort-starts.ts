/**
 * Selects members of cohorts who are due for a notification of the start, as rows of `user_id`, `occasion` and `data`. The occasion
 * names the cohort and the day, so that each pair notifies a person once. The statement that inserts the notifications skips people
 * who have been notified.
 */
import { sql, type RawBuilder } from 'kysely'

const members = sql`
  course_cohorts k
  JOIN open_enrolments e ON e.cohort_id = k.id AND e.starts_on = k.starts_on
  JOIN user_cards u ON u.id = e.user_id AND u.erased_at IS NULL
  JOIN course_cards c ON c.id = k.course_id`
const occasion = sql`k.id || '/' || k.starts_on AS occasion`

/**
 * Selects members of cohorts that begin on the day `startsOn`. People who were enrolled `today` saw the day at enrolment and are
 * omitted, and so are people who have begun before the cohort.
 */
export const startsToCome = ({
  startsOn,
  today,
}: {
  startsOn: string
  today: string
}): RawBuilder<unknown> => sql`
  SELECT u.id AS user_id, ${occasion},
         jsonb_build_object('courseId', c.id, 'courseTitle', c.title, 'cohortName', k.name, 'startsOn', k.starts_on) AS data
    FROM ${members} WHERE k.starts_on = ${startsOn}::date AND e.granted_at < start_of_day(${today}::date)`

/** Selects members of cohorts that began on a day from `from` to `today`, if a published module is open to them. */
export const startsThatCame = ({
  from,
  today,
  at,
}: {
  from: string
  today: string
  at: Date
}): RawBuilder<unknown> => sql`
  SELECT u.id AS user_id, ${occasion}, jsonb_build_object('courseId', c.id, 'courseTitle', c.title, 'cohortName', k.name) AS data
    FROM ${members}
   -- OFFSET 0: for each of these learners, not for all of the course.
   CROSS JOIN LATERAL (SELECT EXISTS (
     SELECT FROM module_openings o
      WHERE o.user_id = e.user_id AND o.course_id = e.course_id AND (o.opens_at IS NULL OR o.opens_at <= ${at}::timestamptz))
     AND NOT awaits_prerequisites(e.user_id, e.course_id)
       AS studies OFFSET 0) now
   WHERE now.studies AND k.starts_on BETWEEN ${from}::date AND ${today}::date AND e.granted_at < start_of_day(k.starts_on)`
