import { malaysiaTimeZone } from '@apogee/domain/time-zone.ts'
import type { BadgeKey } from '@apogee/contracts/achievements/achievements.ts'
import { sql } from 'kysely'
import type { Db, Tx } from '#server/platform/database/database.ts'
import type { XpKind, XpLog } from './achievements.rules.ts'

/** Time zone of learners who never sent one. */
export const defaultTimeZone = malaysiaTimeZone

/** Locks or creates the record first: a concurrent activity waits for it, and its rows are deleted too. */
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
 * Locks this learner's record until the transaction ends, so that each activity sees all earlier ones.
 * Undefined for an erased user: late events are not recorded.
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

export async function timeZoneOf(db: Db, userId: number): Promise<string> {
  const found = await sql<{ timeZone: string }>`
    SELECT time_zone AS "timeZone" FROM learner_records WHERE user_id = ${userId}`.execute(db)
  return found.rows[0]?.timeZone ?? defaultTimeZone
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

/** False when this event was counted before. */
export async function insertXp(tx: Tx, event: XpEvent): Promise<boolean> {
  const inserted = await sql`
    INSERT INTO xp_events (user_id, kind, ref, points, at)
    VALUES (${event.userId}, ${event.kind}, ${event.ref}, ${event.points}, ${event.at})
    ON CONFLICT DO NOTHING RETURNING ref`.execute(tx)
  return inserted.rows.length > 0
}

export async function readLog(db: Db, userId: number): Promise<XpLog> {
  const found = await sql<{ kind: XpKind; deeds: number; points: number; largestRef: number }>`
    SELECT kind, count(*)::int4 AS deeds, sum(points)::int4 AS points, max(ref) AS "largestRef"
      FROM xp_events WHERE user_id = ${userId} GROUP BY kind`.execute(db)
  return {
    xp: found.rows.reduce((sum, { points }) => sum + points, 0),
    counts: Object.fromEntries(found.rows.map(({ kind, deeds }) => [kind, deeds])),
    longestStreak: found.rows.find(({ kind }) => kind === 'streak.reached')?.largestRef ?? 0,
  }
}

export async function insertActivity(tx: Tx, userId: number, quarter: Date): Promise<void> {
  await sql`
    INSERT INTO learning_activity (user_id, quarter) VALUES (${userId}, ${quarter})
    ON CONFLICT DO NOTHING`.execute(tx)
}

/** Quarters of an hour with activity before this instant, newest first, at most `limit`. */
export async function activityBefore(db: Db, userId: number, before: Date, limit: number): Promise<Date[]> {
  const found = await sql<{ quarter: Date }>`
    SELECT quarter FROM learning_activity WHERE user_id = ${userId} AND quarter < ${before}
     ORDER BY quarter DESC LIMIT ${limit}`.execute(db)
  return found.rows.map(({ quarter }) => quarter)
}

/** Those of `badges` that are new to this person. */
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

export async function earnedBadges(db: Db, userId: number): Promise<Map<BadgeKey, Date>> {
  const found = await sql<{ badge: BadgeKey; at: Date }>`
    SELECT badge, earned_at AS at FROM earned_badges WHERE user_id = ${userId}`.execute(db)
  return new Map(found.rows.map(({ badge, at }) => [badge, at]))
}
