import type { ComingSession } from '@apogee/contracts/goals/goals.ts'
import type { Language } from '@apogee/domain/languages.ts'
import { sql } from 'kysely'
import type { Db, Tx } from '#server/platform/database/database.ts'
import type { CalendarSession, Plan } from './calendar.rules.ts'

export interface GoalRow extends Plan {
  daysPerWeek: number | null
  calendarId: string | null
  reminds: boolean
  unanswered: number
}

export async function goalOf(db: Db, userId: number): Promise<GoalRow | undefined> {
  const found = await sql<GoalRow>`
    SELECT days_per_week AS "daysPerWeek", weekdays, hour, time_zone AS "timeZone", calendar_id AS "calendarId", reminds, unanswered
      FROM learning_goals WHERE user_id = ${userId}`.execute(db)
  return found.rows[0]
}

export async function saveGoal(db: Db, userId: number, daysPerWeek: number | null): Promise<void> {
  await sql`
    INSERT INTO learning_goals (user_id, days_per_week)
    SELECT id, ${daysPerWeek} FROM user_cards WHERE id = ${userId} AND erased_at IS NULL
    ON CONFLICT (user_id) DO UPDATE SET days_per_week = excluded.days_per_week`.execute(db)
}

/** `nextAt` is the time of the next reminder. Null means that no reminder is planned. */
export async function savePlan(
  db: Db,
  userId: number,
  plan: Plan & { at: Date; nextAt: Date | null },
): Promise<void> {
  await sql`
    INSERT INTO learning_goals (user_id, weekdays, hour, time_zone, planned_at, reminds, next_reminder_at)
    SELECT id, ${[...plan.weekdays]}::smallint[], ${plan.hour}, ${plan.timeZone}, ${plan.at},
           ${plan.nextAt !== null}, ${plan.nextAt}::timestamptz
      FROM user_cards WHERE id = ${userId} AND erased_at IS NULL
    ON CONFLICT (user_id) DO UPDATE
      SET weekdays = excluded.weekdays, hour = excluded.hour, time_zone = excluded.time_zone,
          planned_at = excluded.planned_at, reminds = excluded.reminds,
          next_reminder_at = excluded.next_reminder_at, unanswered = 0`.execute(db)
}

export async function saveCalendarId(db: Db, userId: number, calendarId: string): Promise<void> {
  await sql`
    INSERT INTO learning_goals (user_id, calendar_id)
    SELECT id, ${calendarId} FROM user_cards WHERE id = ${userId} AND erased_at IS NULL
    ON CONFLICT (user_id) DO UPDATE SET calendar_id = excluded.calendar_id`.execute(db)
}

export interface CalendarRow extends Plan {
  userId: number
  plannedAt: Date | null
  language: Language
}

export async function planByCalendarId(db: Db, calendarId: string): Promise<CalendarRow | undefined> {
  const found = await sql<CalendarRow>`
    SELECT u.id AS "userId", g.weekdays, g.hour, g.time_zone AS "timeZone", g.planned_at AS "plannedAt", u.language
      FROM learning_goals g JOIN user_cards u ON u.id = g.user_id
     WHERE g.calendar_id = ${calendarId} AND u.erased_at IS NULL`.execute(db)
  return found.rows[0]
}

/** Returns at most 200 live sessions of the person's courses since `from`. */
export async function liveSessionsOf(
  db: Db,
  userId: number,
  from: Date,
): Promise<(Omit<CalendarSession, 'url'> & { courseId: number })[]> {
  const found = await sql<Omit<CalendarSession, 'url'> & { courseId: number }>`
    SELECT id, title, course_title AS "courseTitle", course_id AS "courseId", starts_at AS "startsAt", minutes,
           changed_at AS "changedAt"
      FROM learner_live_sessions WHERE user_id = ${userId} AND starts_at > ${from}
     ORDER BY starts_at LIMIT 200`.execute(db)
  return found.rows
}

/** Returns at most ten live sessions of the person's courses that end after `now` and begin before `until`. */
export async function sessionsBetween(
  db: Db,
  userId: number,
  { now, until }: { now: Date; until: Date },
): Promise<(Omit<ComingSession, 'startsAt'> & { startsAt: Date })[]> {
  const found = await sql<Omit<ComingSession, 'startsAt'> & { startsAt: Date }>`
    SELECT id, course_id AS "courseId", course_title AS "courseTitle", title, starts_at AS "startsAt", minutes
      FROM learner_live_sessions
     WHERE user_id = ${userId} AND starts_at < ${until}::timestamptz
       AND starts_at > ${now}::timestamptz - make_interval(mins => minutes)
     ORDER BY starts_at, id LIMIT 10`.execute(db)
  return found.rows
}

export interface DueReminder extends Plan {
  userId: number
  dueAt: Date
  remindedAt: Date | null
  unanswered: number
  email: string
  name: string | null
  language: Language
  /** True if the address is verified and the account is not erased. */
  isProven: boolean
}

/** Locks due reminders until the transaction ends and skips reminders that another process has locked. */
export async function takeDue(tx: Tx, now: Date, limit: number): Promise<DueReminder[]> {
  const found = await sql<DueReminder>`
    SELECT g.user_id AS "userId", g.weekdays, g.hour, g.time_zone AS "timeZone", g.next_reminder_at AS "dueAt",
           g.reminded_at AS "remindedAt", g.unanswered, u.email::text AS email, u.name, u.language,
           u.email_verified_at IS NOT NULL AND u.erased_at IS NULL AS "isProven"
      FROM learning_goals g JOIN user_cards u ON u.id = g.user_id
     WHERE g.reminds AND g.next_reminder_at <= ${now}
     ORDER BY g.next_reminder_at LIMIT ${limit} FOR UPDATE OF g SKIP LOCKED`.execute(tx)
  return found.rows
}

export interface ReminderState {
  userId: number
  nextAt: Date | null
  remindedAt: Date | null
  unanswered: number
  reminds: boolean
}

export async function saveStates(tx: Tx, states: readonly ReminderState[]): Promise<void> {
  await sql`
    UPDATE learning_goals g
       SET next_reminder_at = given."nextAt", reminded_at = given."remindedAt", unanswered = given.unanswered,
           reminds = given.reminds
      FROM jsonb_to_recordset(${JSON.stringify(states)}::jsonb)
        AS given ("userId" bigint, "nextAt" timestamptz, "remindedAt" timestamptz, unanswered smallint, reminds boolean)
     WHERE g.user_id = given."userId"`.execute(tx)
}

export async function stopReminders(db: Db, userId: number): Promise<void> {
  await sql`
    UPDATE learning_goals SET reminds = false, next_reminder_at = NULL, unanswered = 0
     WHERE user_id = ${userId}`.execute(db)
}

export async function forgetLearner(tx: Tx, userId: number): Promise<void> {
  await sql`DELETE FROM learning_goals WHERE user_id = ${userId}`.execute(tx)
}
