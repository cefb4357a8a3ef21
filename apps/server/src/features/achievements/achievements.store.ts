import { malaysiaTimeZone } from '@apogee/domain/time/time-zone.ts'
import type { BadgeKey } from '@apogee/contracts/achievements/achievements.ts'
import { sql } from 'kysely'
import type { Db, Tx } from '#server/platform/database/database.ts'
import { onlyRow } from '#server/platform/database/rows.ts'
import type { XpKind, XpLog } from './achievements.rules.ts'

/** This zone applies until the learner's browser has sent its own. */
export const defaultTimeZone = malaysiaTimeZone

/**
 * Deletes all achievements of the person. The record is locked, and created if missing, so that a concurrent activity waits. Its
 * rows are then deleted too.
 */
export async function deleteRecords(tx: Tx, userId: number): Promise<void> {
  await sql`
    INSERT INTO learner_records (user_id) SELECT id FROM user_cards WHERE id = ${userId}
    ON CONFLICT DO NOTHING`.execute(tx)
  await sql`DELETE FROM learner_records WHERE user_id = ${userId}`.execute(tx)
  await sql`DELETE FROM xp_events WHERE user_id = ${userId}`.execute(tx)
  await sql`DELETE FROM earned_badges WHERE user_id = ${userId}`.execute(tx)
  await sql`DELETE FROM learning_activity WHERE user_id = ${userId}`.execute(tx)
}

/**
 * Locks this learner's record until the transaction ends, so that each activity sees all earlier ones. Returns undefined for an
 * erased user, whose late events are not recorded.
 */
export async function lockRecord(tx: Tx, userId: number): Promise<{ timeZone: string } | undefined> {
  await sql`
    INSERT INTO learner_records (user_id) SELECT id FROM user_cards WHERE id = ${userId} AND erased_at IS NULL
    ON CONFLICT DO NOTHING`.execute(tx)
  const found = await sql<{ timeZone: string }>`
    SELECT r.time_zone AS "timeZone" FROM learner_records r JOIN user_cards u ON u.id = r.user_id
     WHERE r.user_id = ${userId} AND u.erased_at IS NULL FOR UPDATE OF r`.execute(tx)
  return found.rows[0]
}

export async function saveTimeZone(db: Db, userId: number, timeZone: string): Promise<void> {
  await sql`
    INSERT INTO learner_records AS r (user_id, time_zone) VALUES (${userId}, ${timeZone})
    ON CONFLICT (user_id) DO UPDATE SET time_zone = excluded.time_zone
      WHERE r.time_zone <> excluded.time_zone`.execute(db)
}

export interface XpEvent {
  userId: number
  kind: XpKind
  ref: number
  points: number
  at: Date
}

/** Returns false when this event is already in the log. */
export async function insertXp(tx: Tx, event: XpEvent): Promise<boolean> {
  const inserted = await sql`
    INSERT INTO xp_events (user_id, kind, ref, points, at)
    VALUES (${event.userId}, ${event.kind}, ${event.ref}, ${event.points}, ${event.at})
    ON CONFLICT DO NOTHING RETURNING ref`.execute(tx)
  return inserted.rows.length > 0
}

export async function deleteXp(
  tx: Tx,
  { userId, kind, ref }: { userId: number; kind: XpKind; ref: number },
): Promise<void> {
  await sql`DELETE FROM xp_events WHERE user_id = ${userId} AND kind = ${kind} AND ref = ${ref}`.execute(tx)
}

/** Returns whether the person has completed this item, by the present state of their progress. */
export async function isCompleted(tx: Tx, userId: number, resourceId: number): Promise<boolean> {
  const found = await sql`
    SELECT FROM learner_progress
     WHERE user_id = ${userId} AND resource_id = ${resourceId} AND completed_at IS NOT NULL`.execute(tx)
  return found.rows.length > 0
}

interface KindRow {
  kind: XpKind
  deeds: number
  points: number
  largestRef: number
}

/** Selects rows of the type `KindRow`. */
const kindsOf = (userId: number) => sql`
  SELECT kind, count(*)::int4 AS deeds, sum(points)::int4 AS points, max(ref) AS "largestRef"
    FROM xp_events WHERE user_id = ${userId} GROUP BY kind`

const lessonsOf = (userId: number) => sql`(
  SELECT count(*) FROM active_enrolments e
    JOIN lessons l ON l.course_id = e.course_id
    JOIN learner_progress p ON p.resource_id = l.id AND p.user_id = e.user_id
   WHERE e.user_id = ${userId} AND p.completed_at IS NOT NULL)`

function logOf(kinds: readonly KindRow[], lessons: number): XpLog {
  return {
    lessons,
    xp: kinds.reduce((sum, { points }) => sum + points, 0),
    counts: Object.fromEntries(kinds.map(({ kind, deeds }) => [kind, deeds])),
    longestStreak: kinds.find(({ kind }) => kind === 'streak.reached')?.largestRef ?? 0,
  }
}

const kindsAsJson = (userId: number) =>
  sql`(SELECT coalesce(json_agg(k ORDER BY k.kind), '[]') FROM (${kindsOf(userId)}) k)`

export async function readLog(db: Db, userId: number): Promise<XpLog> {
  const found = await sql<{ kinds: KindRow[]; lessons: number }>`
    SELECT ${kindsAsJson(userId)} AS kinds, ${lessonsOf(userId)} AS lessons`.execute(db)
  const { kinds, lessons } = onlyRow(found)
  return logOf(kinds, lessons)
}

export interface LearnerRecord {
  timeZone: string
  log: XpLog
  earned: ReadonlyMap<BadgeKey, Date>
  /** Each instant is the start of a quarter of an hour with activity. */
  quarters: Date[]
}

/** Reads all data that a learner's achievements are computed from, in one statement. */
export async function readRecord(
  db: Db,
  userId: number,
  { before, limit }: { before: Date; limit: number },
): Promise<LearnerRecord> {
  const found = await sql<{
    timeZone: string | null
    kinds: KindRow[]
    lessons: number
    badges: { badge: BadgeKey; at: string }[]
    quarters: Date[]
  }>`
    SELECT (SELECT time_zone FROM learner_records WHERE user_id = ${userId}) AS "timeZone",
           ${kindsAsJson(userId)} AS kinds, ${lessonsOf(userId)} AS lessons,
           (SELECT coalesce(json_agg(json_build_object('badge', badge, 'at', earned_at)), '[]')
              FROM earned_badges WHERE user_id = ${userId}) AS badges,
           ARRAY(SELECT quarter FROM learning_activity WHERE user_id = ${userId} AND quarter < ${before}
                  ORDER BY quarter DESC LIMIT ${sql.lit(limit)}) AS quarters`.execute(db)
  const { timeZone, kinds, lessons, badges, quarters } = onlyRow(found)
  return {
    timeZone: timeZone ?? defaultTimeZone,
    log: logOf(kinds, lessons),
    earned: new Map(badges.map(({ badge, at }) => [badge, new Date(at)])),
    quarters,
  }
}

export async function insertActivity(tx: Tx, userId: number, quarter: Date): Promise<void> {
  await sql`
    INSERT INTO learning_activity (user_id, quarter) VALUES (${userId}, ${quarter})
    ON CONFLICT DO NOTHING`.execute(tx)
}

/** Returns the quarters of an hour with activity before this instant, newest first. */
export async function activityBefore(db: Db, userId: number, before: Date, limit: number): Promise<Date[]> {
  const found = await sql<{ quarter: Date }>`
    SELECT quarter FROM learning_activity WHERE user_id = ${userId} AND quarter < ${before}
     ORDER BY quarter DESC LIMIT ${limit}`.execute(db)
  return found.rows.map(({ quarter }) => quarter)
}

/** Returns the time zone and the quarters of an hour with activity since this instant, in one statement. */
export async function activitySince(
  db: Db,
  userId: number,
  since: Date,
): Promise<{ timeZone: string; quarters: Date[] }> {
  const found = await sql<{ timeZone: string | null; quarters: Date[] }>`
    SELECT (SELECT time_zone FROM learner_records WHERE user_id = ${userId}) AS "timeZone",
           ARRAY(SELECT quarter FROM learning_activity WHERE user_id = ${userId} AND quarter >= ${since}) AS quarters`.execute(
    db,
  )
  const { timeZone, quarters } = onlyRow(found)
  return { timeZone: timeZone ?? defaultTimeZone, quarters }
}

/** Returns the ids of those people who have learned since the instant given for each of them. */
export async function learnedSince(
  db: Db,
  people: readonly { userId: number; since: Date }[],
): Promise<number[]> {
  const found = await sql<{ id: number }>`
    SELECT learned.id FROM jsonb_to_recordset(${JSON.stringify(people)}::jsonb) AS given ("userId" bigint, since timestamptz)
      CROSS JOIN LATERAL (SELECT a.user_id AS id FROM learning_activity a
                           WHERE a.user_id = given."userId" AND a.quarter >= given.since LIMIT 1) learned`.execute(
    db,
  )
  return found.rows.map(({ id }) => id)
}

/** Returns those of `badges` that are new to this person. */
export async function insertBadges(
  tx: Tx,
  userId: number,
  badges: readonly BadgeKey[],
  at: Date,
): Promise<BadgeKey[]> {
  const inserted = await sql<{ badge: BadgeKey }>`
    INSERT INTO earned_badges (user_id, badge, earned_at)
    SELECT ${userId}, badge, ${at} FROM unnest(${[...badges]}::text[]) AS given (badge)
    ON CONFLICT DO NOTHING RETURNING badge`.execute(tx)
  return inserted.rows.map(({ badge }) => badge)
}

export interface GainRow {
  /** Counts the points that were earned at exactly this instant. `badges` were earned then too. */
  gained: number
  badges: BadgeKey[]
  /** Counts all points up to and including this instant. `xpNow` is the present total. */
  xpThen: number
  xpNow: number
}

/** Returns the awards of one instant. Events with the same time have the same cause. */
export async function gainedAt(db: Db, userId: number, at: Date): Promise<GainRow> {
  const found = await sql<GainRow>`
    SELECT coalesce(sum(points) FILTER (WHERE at = ${at}), 0)::int4 AS gained,
           coalesce(sum(points) FILTER (WHERE at <= ${at}), 0)::int4 AS "xpThen",
           coalesce(sum(points), 0)::int4 AS "xpNow",
           ARRAY(SELECT badge FROM earned_badges WHERE user_id = ${userId} AND earned_at = ${at}) AS badges
      FROM xp_events WHERE user_id = ${userId}`.execute(db)
  return onlyRow(found)
}
