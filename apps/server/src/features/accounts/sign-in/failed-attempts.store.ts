/** This file is the only writer of failed_attempts. Limits count these rows. */
import { sql } from 'kysely'
import type { Db, Tx } from '#server/platform/database/database.ts'
import { failureLimits, type FailureKind } from '../accounts.rules.ts'

export async function countFailures(
  db: Db,
  kind: string,
  subject: string,
  since: Date,
): Promise<{ count: number; oldest: Date | null }> {
  const found = await sql<{ count: number; oldest: Date | null }>`
    SELECT count(*)::int AS count, min(at) AS oldest FROM failed_attempts
     WHERE kind = ${kind} AND subject = ${subject} AND at > ${since}`.execute(db)
  return found.rows[0] ?? { count: 0, oldest: null }
}

/** Locks the failures of this kind and subject until the transaction ends. */
export async function lockFailures(tx: Tx, kind: string, subject: string): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(hashtextextended(${`${kind}|${subject}`}, 0))`.execute(tx)
}

/**
 * Records an attempt unless the limit of its kind is reached. Returns how many there are with it and its id, and null at the limit.
 * Nothing is refused.
 */
export async function recordWithin(
  tx: Tx,
  kind: FailureKind,
  subject: string,
  now: Date,
): Promise<{ count: number; id: number } | null> {
  const { most, withinMs } = failureLimits[kind]
  await lockFailures(tx, kind, subject)
  const { count } = await countFailures(tx, kind, subject, new Date(now.getTime() - withinMs))
  if (count >= most) return null
  return { count: count + 1, id: await recordFailure(tx, kind, subject, now) }
}

/** Sums the announced bytes of attempts since a time, of one subject or of all. The attempt `except` is left out. */
export async function announcedBytes(
  db: Db,
  kind: string,
  { subject = null, since, except = null }: { subject?: string | null; since: Date; except?: number | null },
): Promise<number> {
  const found = await sql<{ bytes: number }>`
    SELECT coalesce(sum(bytes), 0)::int8 AS bytes FROM failed_attempts
     WHERE kind = ${kind} AND (${subject}::text IS NULL OR subject = ${subject}) AND at > ${since}
       AND id IS DISTINCT FROM ${except}::bigint`.execute(db)
  return found.rows[0]?.bytes ?? 0
}

export async function recordFailure(
  db: Db,
  kind: string,
  subject: string,
  at: Date,
  bytes = 0,
): Promise<number> {
  const recorded = await sql<{ id: number }>`
    INSERT INTO failed_attempts (kind, subject, at, bytes) VALUES (${kind}, ${subject}, ${at}, ${bytes}) RETURNING id`.execute(
    db,
  )
  const id = recorded.rows[0]?.id
  if (id === undefined) throw new Error('an attempt was not counted')
  return id
}

export async function forgetFailure(db: Db, id: number): Promise<void> {
  await sql`DELETE FROM failed_attempts WHERE id = ${id}`.execute(db)
}

export async function forgetFailures(db: Db, kind: string, subject: string): Promise<void> {
  await sql`DELETE FROM failed_attempts WHERE kind = ${kind} AND subject = ${subject}`.execute(db)
}

/** Deletes the failed attempts of all addresses against an account, so that its owner can sign in at once. */
export async function forgetSignInFailures(db: Db, email: string): Promise<void> {
  await sql`
    DELETE FROM failed_attempts
     WHERE (kind = 'sign-in.account' AND subject = ${email})
        OR (kind = 'sign-in.pair' AND starts_with(subject, ${`${email}|`}))`.execute(db)
}

export async function deleteFailures(db: Db, before: Date): Promise<void> {
  await sql`DELETE FROM failed_attempts WHERE at < ${before}`.execute(db)
}

/** Deletes the failures of an erased account by its address and by its id. */
export async function deleteFailuresOf(tx: Tx, { id, email }: { id: number; email: string }): Promise<void> {
  await sql`
    DELETE FROM failed_attempts
     WHERE subject IN (lower(${email}), ${String(id)})
        OR starts_with(subject, lower(${email}) || '|') OR starts_with(subject, ${`${id}|`})`.execute(tx)
}
