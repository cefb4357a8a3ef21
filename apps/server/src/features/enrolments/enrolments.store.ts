import { daysOf, monthsOf } from '#server/policy/access-columns.ts'
import type { CourseState } from '@apogee/contracts/limits.ts'
import { sql, type RawBuilder } from 'kysely'
import type { Db, Tx } from '#server/platform/database/database.ts'
import { courseState } from '#server/policy/standing.ts'
import type { EnrolmentSource, Extending, GivenCourse } from './enrolments.rules.ts'
import type { AccessPeriod, GrantKind, Place } from './grants/grants.rules.ts'
import { insertPastGrants } from './grants/grants.store.ts'

export interface NewEnrolments {
  userId: number
  kind: GrantKind
  /** `sourceId` is the id of the order line, seat, invitation or invite link. The other kinds have none. */
  courses: readonly (GivenCourse & { sourceId?: number | null })[]
  /** The source of the person's visit. Absent means unknown. */
  visitSource?: string | null | undefined
  extending: Extending
  /** True if people who are or were enrolled stay in or return to their cohort, and do not join the requested cohort. */
  keepsCohort: boolean
  at: Date
}

/** The source of an enrolment that other features see, for a grant's kind. */
const shownSource = (kind: string) => sql`
  CASE ${sql.ref(kind)} WHEN 'free' THEN 'free' WHEN 'link' THEN 'invitation' WHEN 'order_line' THEN 'purchase' ELSE 'granted' END`

/**
 * Computes the new cohort and start of an enrolment `e` when the course `a` is granted with the cohort of `a`. Existing access
 * stays in its cohort unless another one was requested, and opened lessons stay open. Access that is granted again returns to its
 * former cohort, if `keepsCohort` is set and the cohort still exists, and takes the present start of that cohort.
 */
const membership = (keepsCohort: boolean) => sql`
  SELECT CASE WHEN e.revoked_at IS NULL AND (a.cohort IS NULL OR ${keepsCohort}::boolean) THEN e.cohort_id
              ELSE coalesce(own.id, a.cohort) END AS cohort,
         CASE WHEN e.revoked_at IS NULL AND (a.cohort IS NULL OR ${keepsCohort}::boolean) THEN e.starts_on
              WHEN e.revoked_at IS NULL THEN least(coalesce(e.starts_on, day_in_malaysia(e.granted_at)), a.starts_on)
              WHEN own.id IS NULL THEN a.starts_on
              ELSE least(own.starts_on, CASE WHEN e.starts_on <= day_in_malaysia(now()) THEN e.starts_on END) END AS starts_on,
         -- A renewal for a later cohort counts from that cohort.
         CASE WHEN e.revoked_at IS NULL AND NOT ${keepsCohort}::boolean THEN start_of_day(a.starts_on) END AS chosen_start
    FROM (SELECT) one LEFT JOIN course_cohorts own
      ON own.id = e.cohort_id AND e.revoked_at IS NOT NULL AND ${keepsCohort}::boolean`

/**
 * The parts `asked`, `granted` and `noted` of a statement. The statement inserts enrolments, restores revoked ones, and adds a
 * period to those whose access has ended or, depending on `extending`, ends later (docs/decisions/access-periods.md). `granted`
 * contains each such course with its event and period. It has no row for a course to which the person keeps unchanged access.
 * `noted` contains the conditions of new enrolments. A removed person whose access is restored retains a future end, moved by as
 * much as their cohort has moved. Periods begin with the new start of the enrolment. The unique key of person and course decides
 * between concurrent calls. Rows are locked in the order of course ids.
 */
export function insertOrReactivate({
  userId,
  kind,
  courses,
  extending,
  keepsCohort,
  visitSource = null,
  at,
}: NewEnrolments): RawBuilder<unknown> {
  const asked = courses.map(({ courseId, access, cohortId = null, first, sourceId = null }) => ({
    id: courseId,
    cohort: cohortId,
    isPromised: access !== undefined,
    days: daysOf(access),
    months: monthsOf(access),
    first: first ?? null,
    kind,
    sourceId,
  }))
  const keepsEnd = sql`(e.removed_at IS NOT NULL AND access_is_open(e.access_ends_at) AND ${extending === 'ended'}::boolean)`
  return sql`asked AS (
    SELECT a.id, CASE WHEN a."isPromised" THEN a.days ELSE c.access_days END AS days,
           CASE WHEN a."isPromised" THEN a.months ELSE c.access_months END AS months, a.first, a.kind, a."sourceId" AS source_id,
           k.id AS cohort, k.starts_on, greatest(now(), start_of_day(k.starts_on)) AS since
      FROM jsonb_to_recordset(${JSON.stringify(asked)}::jsonb)
             AS a (id bigint, "isPromised" boolean, days integer, months integer, cohort bigint, first bigint[], kind text,
                   "sourceId" bigint)
      LEFT JOIN course_cards c ON c.id = a.id
      LEFT JOIN course_cohorts k ON k.id = a.cohort AND k.course_id = a.id),
  granted AS (
    INSERT INTO enrolments AS e (user_id, course_id, source, granted_at, access_from, access_ends_at, visit_source, cohort_id, starts_on)
    SELECT ${userId}::bigint, asked.id, ${shownSource('asked.kind')}, ${at}::timestamptz, asked.since,
           access_end(asked.since, asked.days, asked.months), ${visitSource}::text, asked.cohort, asked.starts_on
      FROM asked ORDER BY asked.id
    ON CONFLICT (user_id, course_id) DO UPDATE
      SET revoked_at = NULL, removed_at = NULL, archived_at = NULL, reminded_days = NULL,
          -- The course's staff restore access from the source that it had.
          source = CASE WHEN e.revoked_at IS NULL OR (${kind}::text = 'granted' AND e.removed_at IS NOT NULL) THEN e.source
                        ELSE excluded.source END,
          granted_at = CASE WHEN e.revoked_at IS NULL THEN e.granted_at ELSE excluded.granted_at END,
          visit_source = CASE WHEN e.revoked_at IS NULL THEN e.visit_source ELSE excluded.visit_source END,
          renewed_at = CASE WHEN e.revoked_at IS NULL THEN ${at}::timestamptz END,
          (cohort_id, starts_on, access_from, access_ends_at) = (
            SELECT m.cohort, m.starts_on,
                   CASE WHEN e.revoked_at IS NULL THEN greatest(e.access_ends_at, s.since)
                        WHEN ${keepsEnd} THEN e.access_from + s.moved_by ELSE s.since END,
                   CASE WHEN ${keepsEnd} THEN e.access_ends_at + s.moved_by
                        WHEN e.revoked_at IS NULL THEN access_end(greatest(e.access_ends_at, s.since), a.days, a.months)
                        ELSE access_end(s.since, a.days, a.months) END
              FROM asked a CROSS JOIN LATERAL (${membership(keepsCohort)}) m
             CROSS JOIN LATERAL (
               SELECT greatest(now(), start_of_day(m.starts_on), m.chosen_start) AS since,
                      CASE WHEN start_of_day(m.starts_on) > now()
                           THEN greatest(interval '0', start_of_day(m.starts_on) - e.access_from) ELSE interval '0' END AS moved_by) s
             WHERE a.id = e.course_id)
      WHERE e.revoked_at IS NOT NULL
         OR (e.access_ends_at IS NOT NULL AND CASE ${extending}::text WHEN 'always' THEN true
               WHEN 'renewable' THEN access_is_renewable(e.access_ends_at, coalesce(e.access_from, e.granted_at), now())
               ELSE NOT access_is_open(e.access_ends_at) END)
    RETURNING e.id, e.course_id, e.access_from, e.access_ends_at, e.renewed_at IS NOT NULL AS is_extension,
              CASE WHEN e.renewed_at IS NULL THEN 'enrolment.granted' ELSE 'access.changed' END AS kind,
              jsonb_build_object('userId', e.user_id, 'courseId', e.course_id)
                || CASE WHEN e.renewed_at IS NULL THEN jsonb_build_object('source', e.source)
                        ELSE jsonb_build_object('endsAt', e.access_ends_at) END AS payload),
  noted AS (
    INSERT INTO enrolment_conditions (enrolment_id, prerequisite_id, required_since)
    SELECT g.id, p.prerequisite_id, p.required_since
      FROM granted g JOIN asked ON asked.id = g.course_id
      JOIN personal_prerequisites p ON p.course_id = g.course_id AND p.user_id = ${userId} AND NOT p.is_completed
     WHERE NOT g.is_extension AND (asked.first IS NULL OR p.prerequisite_id = ANY(asked.first))
        ON CONFLICT DO NOTHING)`
}

export interface Membership {
  isActive: boolean
  /** True if the cohort of the enrolment still exists. A revoked enrolment remembers its cohort. */
  hasCohort: boolean
}

export async function membershipOf(
  tx: Tx,
  userId: number,
  courseId: number,
): Promise<Membership | undefined> {
  const found = await sql<Membership>`
    SELECT e.revoked_at IS NULL AS "isActive", k.id IS NOT NULL AS "hasCohort"
      FROM enrolments e LEFT JOIN course_cohorts k ON k.id = e.cohort_id
     WHERE e.user_id = ${userId} AND e.course_id = ${courseId}`.execute(tx)
  return found.rows[0]
}

/**
 * Shortens access by the rest of a period, but not below the longest rest of a period that the person still holds by another
 * grant. A new end in the future is the last second of its day. Unlimited access that was granted since stays. When the cohort
 * has moved to a later day, the given period counts as moved with it, as in held_periods.
 */
export async function shortenBy(
  tx: Tx,
  { userId, courseId }: Place,
  { from, to }: AccessPeriod,
): Promise<void> {
  await sql`
    WITH noted AS (
      SELECT ${from}::timestamptz + moved.by AS since, ${to}::timestamptz + moved.by AS until
        FROM (SELECT (SELECT greatest(interval '0', start_of_day(starts_on) - ${from}::timestamptz)
                        FROM active_enrolments WHERE user_id = ${userId} AND course_id = ${courseId}) AS by) moved),
    others AS (
      SELECT coalesce(bool_or(access_to IS NULL), false) AS is_endless,
             max(now() + (access_to - greatest(access_from, now()))) FILTER (WHERE access_to > now()) AS earliest_end
        FROM held_periods WHERE user_id = ${userId} AND course_id = ${courseId}),
    mine AS (
      SELECT id, access_ends_at AS ends_at,
             CASE WHEN until IS NULL THEN coalesce(access_ends_at, since)
                  ELSE access_ends_at - greatest(interval '0', until - greatest(since, now())) END AS left_to
        FROM enrolments CROSS JOIN noted
       WHERE user_id = ${userId} AND course_id = ${courseId} AND revoked_at IS NULL FOR UPDATE OF enrolments),
    due AS (
      SELECT id, ends_at, greatest(left_to, CASE WHEN earliest_end IS NOT NULL THEN least(ends_at, earliest_end) END) AS new_end
        FROM mine CROSS JOIN others WHERE left_to IS NOT NULL AND NOT is_endless)
    UPDATE enrolments e SET reminded_days = NULL, access_from = e.granted_at,
           access_ends_at = least(due.ends_at, CASE WHEN due.new_end > now() THEN access_end(due.new_end, 0, NULL) ELSE due.new_end END)
      FROM due WHERE e.id = due.id AND due.new_end IS DISTINCT FROM due.ends_at`.execute(tx)
}

/** Replaces the period of an enrolment by one that begins now or with the learner's cohort. */
export async function setPeriod(
  tx: Tx,
  { userId, courseId }: Place,
  { from, to }: AccessPeriod,
): Promise<void> {
  await sql`
    UPDATE enrolments SET access_from = ${from}, access_ends_at = ${to}::timestamptz, reminded_days = NULL
     WHERE user_id = ${userId} AND course_id = ${courseId} AND revoked_at IS NULL`.execute(tx)
}

/** Locks the enrolment until the transaction ends, so that no concurrent transaction can grant it. */
export async function lockEnrolment(tx: Tx, { userId, courseId }: Place): Promise<void> {
  await sql`SELECT FROM enrolments WHERE user_id = ${userId} AND course_id = ${courseId} FOR UPDATE`.execute(
    tx,
  )
}

/** Gives an enrolment whose source has closed the source of the oldest grant that remains. */
export async function followSource(tx: Tx, { userId, courseId }: Place): Promise<void> {
  await sql`
    UPDATE enrolments e SET source = held.oldest
      FROM (SELECT (array_agg(${shownSource('g.kind')} ORDER BY g.id))[1] AS oldest, array_agg(${shownSource('g.kind')}) AS sources
              FROM open_grants g WHERE g.user_id = ${userId} AND g.course_id = ${courseId}) held
     WHERE e.user_id = ${userId} AND e.course_id = ${courseId} AND e.source <> ALL(held.sources)`.execute(tx)
}

/** A person who loses access keeps the cohort for a possible return, and keeps the start only if it has passed. */
const lostStart = sql`starts_on = CASE WHEN starts_on <= day_in_malaysia(now()) THEN starts_on END`

export async function markRevoked(tx: Tx, userId: number, courseId: number, at: Date): Promise<boolean> {
  const changed = await sql`
    UPDATE enrolments SET revoked_at = ${at}, visit_source = NULL, ${lostStart}
     WHERE user_id = ${userId} AND course_id = ${courseId} AND revoked_at IS NULL RETURNING id`.execute(tx)
  return changed.rows.length > 0
}

/** Does the same as `markRevoked` on behalf of the course's staff. The learner cannot enrol for free until access is restored. */
export async function markRemoved(
  tx: Tx,
  { userId, courseId }: { userId: number; courseId: number },
  at: Date,
): Promise<void> {
  await sql`
    UPDATE enrolments SET revoked_at = ${at}, removed_at = ${at}, ${lostStart}
     WHERE user_id = ${userId} AND course_id = ${courseId}`.execute(tx)
}

export async function enrolledAmong(db: Db, userId: number, courseIds: readonly number[]): Promise<number[]> {
  const found = await sql<{ id: number }>`
    SELECT course_id AS id FROM open_enrolments
     WHERE user_id = ${userId} AND course_id = ANY(${[...courseIds]}::bigint[])`.execute(db)
  return found.rows.map(({ id }) => id)
}

/** Returns the lowest id first, which is the lock order of enrolments. */
export async function coursesOf(tx: Tx, userId: number): Promise<number[]> {
  const found = await sql<{ id: number }>`
    SELECT course_id AS id FROM enrolments WHERE user_id = ${userId} AND revoked_at IS NULL ORDER BY course_id`.execute(
    tx,
  )
  return found.rows.map(({ id }) => id)
}

/** Returns whether the person is enrolled. Archiving an archived course again leaves its date unchanged. */
export async function setArchived(
  db: Db,
  place: { userId: number; courseId: number },
  at: Date | null,
): Promise<boolean> {
  const changed = await sql`
    UPDATE enrolments SET archived_at = CASE WHEN ${at}::timestamptz IS NOT NULL THEN coalesce(archived_at, ${at}) END
     WHERE user_id = ${place.userId} AND course_id = ${place.courseId} AND revoked_at IS NULL RETURNING id`.execute(
    db,
  )
  return changed.rows.length > 0
}

/** Returns whether the person is enrolled and the access has ended. */
export async function hasEnded(db: Db, userId: number, courseId: number): Promise<boolean> {
  const found = await sql<{ id: number }>`
    SELECT id FROM active_enrolments
     WHERE user_id = ${userId} AND course_id = ${courseId} AND NOT is_open`.execute(db)
  return found.rows.length > 0
}

export interface EnrolmentRow {
  lastAccessedAt: Date | null
}

export async function activeEnrolment(
  db: Db,
  userId: number,
  courseId: number,
): Promise<EnrolmentRow | undefined> {
  const found = await sql<EnrolmentRow>`
    SELECT last_accessed_at AS "lastAccessedAt" FROM enrolments
     WHERE user_id = ${userId} AND course_id = ${courseId} AND revoked_at IS NULL`.execute(db)
  return found.rows[0]
}

/**
 * Sets the last access of open access and returns the previous one. Locks the enrolment until the transaction ends. Null means that
 * there was none; undefined means that the person has no access.
 */
export async function touch(
  tx: Tx,
  userId: number,
  courseId: number,
  at: Date,
): Promise<EnrolmentRow | undefined> {
  const changed = await sql<EnrolmentRow>`
    UPDATE enrolments e SET last_accessed_at = ${at}
      FROM (SELECT id, last_accessed_at FROM enrolments
             WHERE user_id = ${userId} AND course_id = ${courseId} AND revoked_at IS NULL AND access_is_open(access_ends_at)
               FOR UPDATE) AS before
     WHERE e.id = before.id RETURNING before.last_accessed_at AS "lastAccessedAt"`.execute(tx)
  return changed.rows[0]
}

/**
 * Does the same as `touch`, as the start of a longer SQL statement. Returns one row with the course's id, or none in three cases:
 * the learner has no access, the last access was in another quarter of an hour, or a concurrent save in this course was under way.
 * In the third case the statement has waited for that save but still reads the state before it.
 */
export function touchAgain(
  userId: number,
  courseId: number,
  { at, from, until }: Record<'at' | 'from' | 'until', Date>,
): RawBuilder<{ course_id: number }> {
  return sql`UPDATE enrolments SET last_accessed_at = ${at}
     WHERE user_id = ${userId} AND course_id = ${courseId} AND revoked_at IS NULL
       AND access_is_open(access_ends_at) AND last_accessed_at >= ${from} AND last_accessed_at < ${until}
       AND xmin = (SELECT before.xmin FROM enrolments before
                    WHERE before.user_id = ${userId} AND before.course_id = ${courseId} AND before.revoked_at IS NULL)
    RETURNING course_id`
}

/** Returns whether the person is enrolled, including ended access, and locks the enrolment until the transaction ends. */
export async function lockIfEnrolled(tx: Tx, userId: number, courseId: number): Promise<boolean> {
  const found = await sql<{ isActive: boolean }>`
    SELECT revoked_at IS NULL AS "isActive" FROM enrolments
     WHERE user_id = ${userId} AND course_id = ${courseId} FOR SHARE`.execute(tx)
  return found.rows[0]?.isActive ?? false
}

export interface CourseOffer {
  priceCents: number
  isPrivate: boolean
  /** True means that the seller is suspended. */
  isWithheld: boolean
  state: CourseState
}

/**
 * Returns the course's current price. The shared lock holds the price until the transaction ends and lets several people enrol
 * concurrently. Undefined means that the course was deleted meanwhile.
 */
export async function lockOffer(tx: Tx, courseId: number): Promise<CourseOffer | undefined> {
  const found = await sql<CourseOffer>`
    SELECT price_cents AS "priceCents", is_private AS "isPrivate", is_withheld AS "isWithheld", ${courseState} AS state
      FROM course_cards c WHERE id = ${courseId} FOR SHARE`.execute(tx)
  return found.rows[0]
}

export async function countPeople(db: Db, courseId: number): Promise<{ enrolled: number; waiting: number }> {
  const found = await sql<{ enrolled: number; waiting: number }>`
    SELECT (SELECT count(*) FROM enrolments WHERE course_id = ${courseId} AND revoked_at IS NULL) AS enrolled,
           (SELECT count(*) FROM course_invitations WHERE course_id = ${courseId} AND state = 'open') AS waiting`.execute(
    db,
  )
  return found.rows[0] ?? { enrolled: 0, waiting: 0 }
}

export interface PastEnrolment {
  userId: number
  courseId: number
  source: EnrolmentSource
  grantedAt: Date
  revokedAt: Date | null
  lastAccessedAt: Date
}

/** Inserts past enrolments and their grants in one statement, without notifications. Past orders are inserted before. */
export async function insertPast(tx: Tx, places: readonly PastEnrolment[]): Promise<void> {
  await sql`
    WITH past AS (
      INSERT INTO enrolments (user_id, course_id, source, granted_at, revoked_at, last_accessed_at)
      SELECT "userId", "courseId", source, "grantedAt", "revokedAt", "lastAccessedAt"
        FROM jsonb_to_recordset(${JSON.stringify(places)}::jsonb)
          AS given ("userId" bigint, "courseId" bigint, source text, "grantedAt" timestamptz, "revokedAt" timestamptz,
                    "lastAccessedAt" timestamptz)
       ORDER BY "grantedAt"
      RETURNING user_id, course_id, source, granted_at, revoked_at)
    ${insertPastGrants(sql`past`)}`.execute(tx)
}

/** Turns a person's removed enrolments into revoked ones, which the course's staff cannot restore. */
export async function endRemovals(tx: Tx, userId: number): Promise<void> {
  await sql`UPDATE enrolments SET removed_at = NULL WHERE user_id = ${userId} AND removed_at IS NOT NULL`.execute(
    tx,
  )
}

/**
 * Builds the part `longer` of a statement. The part moves the ends of the enrolments in `due` (`id`, `ends_at`; null means no end)
 * to later times, and never to earlier ones.
 */
export const lengthening = (due: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  longer AS (
    UPDATE enrolments e SET access_ends_at = later.ends_at, reminded_days = NULL
      FROM ${due} later
     WHERE e.id = later.id AND e.revoked_at IS NULL AND coalesce(e.access_ends_at < later.ends_at, later.ends_at IS NULL)
    RETURNING e.user_id, e.access_ends_at)`

export async function setEnd(
  tx: Tx,
  { userId, courseId }: { userId: number; courseId: number },
  endsAt: Date | null,
): Promise<void> {
  await sql`
    UPDATE enrolments SET access_ends_at = ${endsAt}::timestamptz, reminded_days = NULL
     WHERE user_id = ${userId} AND course_id = ${courseId} AND revoked_at IS NULL`.execute(tx)
}

/**
 * The part `told` of a statement records at most `limit` reminders, with the event of each, of access that ends within 14 days and
 * may be bought again. Each end has at most one reminder 14 days before it and one 3 days before it. A period of less than five
 * days has no reminder, and a period of up to 20 days has only the later one.
 */
export const endingSoon = (limit: number): RawBuilder<unknown> => sql`
  due AS (
    SELECT id, CASE WHEN access_ends_at <= now() + interval '3 days' THEN 3 ELSE 14 END AS days
      FROM enrolments
     WHERE revoked_at IS NULL AND access_ends_at > now() AND access_ends_at <= now() + interval '14 days'
       AND (reminded_days IS NULL OR (reminded_days > 3 AND access_ends_at <= now() + interval '3 days'))
       AND access_is_renewable(access_ends_at, coalesce(access_from, granted_at), now())
       AND access_ends_at - coalesce(access_from, granted_at)
             > CASE WHEN access_ends_at <= now() + interval '3 days' THEN interval '4 days' ELSE interval '20 days' END
     ORDER BY access_ends_at LIMIT ${limit} FOR UPDATE SKIP LOCKED),
  told AS (
    UPDATE enrolments e SET reminded_days = due.days FROM due WHERE e.id = due.id
    RETURNING 'access.ending' AS kind, jsonb_build_object('userId', e.user_id, 'courseId', e.course_id,
      'endsAt', to_char(e.access_ends_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'), 'days', due.days) AS payload)`

// Changes to the members of cohorts never close content that is open to a learner and never shorten access.

/**
 * Computes by how much a period that has not begun moves when the cohort's start changes. An earlier start does not move the
 * period, and a later start moves it only past the day on which it begins. After a renewal, `access_from` belongs to the renewed
 * period, so that only `starts_on` tells where the first period begins.
 */
const movedBy = (startsOn: string) => sql`
  greatest(interval '0', start_of_day(${startsOn}::date)
    - greatest(start_of_day(starts_on), CASE WHEN renewed_at IS NULL THEN access_from END))`
const laterEnd = (startsOn: string) => sql`access_ends_at + ${movedBy(startsOn)}`
const laterFrom = (startsOn: string) => sql`
  CASE WHEN access_from > now() THEN access_from + ${movedBy(startsOn)} ELSE access_from END`

/** Moves the start of the cohort's members who have not started to that day. */
export async function moveStart(tx: Tx, cohortId: number, startsOn: string): Promise<void> {
  await sql`
    UPDATE enrolments SET starts_on = ${startsOn}::date, access_ends_at = ${laterEnd(startsOn)}, access_from = ${laterFrom(startsOn)}
     WHERE cohort_id = ${cohortId} AND revoked_at IS NULL AND starts_on > day_in_malaysia(now())`.execute(tx)
}

/**
 * Locks these learners of the course in the order of ids until the transaction ends. Unknown learners are missing from the result.
 */
export async function lockLearners(
  tx: Tx,
  courseId: number,
  userIds: readonly number[],
): Promise<{ id: number }[]> {
  const found = await sql<{ id: number }>`
    SELECT user_id AS id FROM enrolments
     WHERE course_id = ${courseId} AND user_id = ANY(${[...userIds]}::bigint[]) AND revoked_at IS NULL
     ORDER BY user_id FOR UPDATE`.execute(tx)
  return found.rows
}

/**
 * Moves learners into a cohort. A learner who has begun keeps opened content and counts from the earlier start; other learners
 * begin with the cohort. Returns the number of learners who were not in this cohort before.
 */
export async function moveInto(
  tx: Tx,
  place: { courseId: number; userIds: readonly number[] },
  { id, startsOn }: { id: number; startsOn: string },
): Promise<number> {
  const hasBegun = sql`(starts_on IS NULL OR starts_on <= day_in_malaysia(now()))`
  const moved = await sql`
    UPDATE enrolments SET cohort_id = ${id},
           starts_on = CASE WHEN ${hasBegun}
             THEN least(coalesce(starts_on, day_in_malaysia(granted_at)), ${startsOn}::date)
             ELSE ${startsOn}::date END,
           access_ends_at = CASE WHEN ${hasBegun} THEN access_ends_at ELSE ${laterEnd(startsOn)} END,
           access_from = CASE WHEN ${hasBegun} THEN access_from ELSE ${laterFrom(startsOn)} END
     WHERE course_id = ${place.courseId} AND user_id = ANY(${[...place.userIds]}::bigint[]) AND revoked_at IS NULL
       AND cohort_id IS DISTINCT FROM ${id}
    RETURNING id`.execute(tx)
  return moved.rows.length
}

/**
 * Removes learners from their cohorts. Content that was closed until the start opens at once. Returns the number of learners who
 * were in a cohort.
 */
export async function moveOut(
  tx: Tx,
  { courseId, userIds }: { courseId: number; userIds: readonly number[] },
): Promise<number> {
  const moved = await sql`
    UPDATE enrolments SET cohort_id = NULL, starts_on = CASE WHEN starts_on <= day_in_malaysia(now()) THEN starts_on END
     WHERE course_id = ${courseId} AND user_id = ANY(${[...userIds]}::bigint[]) AND revoked_at IS NULL AND cohort_id IS NOT NULL
    RETURNING id`.execute(tx)
  return moved.rows.length
}
