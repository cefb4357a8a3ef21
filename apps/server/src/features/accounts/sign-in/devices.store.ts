/** A known device is a browser in which a person has signed in before. */
import { sql } from 'kysely'
import type { Db } from '#server/platform/database/database.ts'
import { onlyRow } from '#server/platform/database/rows.ts'

/** Returns the number of known devices of the account, and whether this one is known. */
export async function knownAmong(
  db: Db,
  device: { userId: number; sha256: Buffer | null; usedSince: Date },
): Promise<{ devices: number; isAmongThem: boolean }> {
  const found = await sql<{ devices: number; isAmongThem: boolean }>`
    SELECT count(*)::int AS devices, coalesce(bool_or(device_sha256 = ${device.sha256}::bytea), false) AS "isAmongThem"
      FROM known_devices WHERE user_id = ${device.userId} AND last_used_at > ${device.usedSince}`.execute(db)
  return onlyRow(found)
}

export async function skipsSecondFactor(
  db: Db,
  device: { userId: number; sha256: Buffer; now: Date },
): Promise<boolean> {
  const found = await sql`
    SELECT 1 FROM known_devices
     WHERE user_id = ${device.userId} AND device_sha256 = ${device.sha256} AND second_factor_until > ${device.now}`.execute(
    db,
  )
  return found.rows.length > 0
}

export async function skipSecondFactor(
  tx: Db,
  device: { userId: number; sha256: Buffer; until: Date },
): Promise<void> {
  await sql`
    UPDATE known_devices SET second_factor_until = ${device.until}
     WHERE user_id = ${device.userId} AND device_sha256 = ${device.sha256}`.execute(tx)
}

/** Ends the person's trust in all devices but `except`, so that the next sign-in there needs the second factor. */
export async function askForSecondFactor(tx: Db, userId: number, except: Buffer | null): Promise<void> {
  await sql`
    UPDATE known_devices SET second_factor_until = NULL
     WHERE user_id = ${userId} AND device_sha256 IS DISTINCT FROM ${except}`.execute(tx)
}

/** Stores the device as known. Above `most` devices, those that were not used for the longest time are forgotten. */
export async function rememberDevice(
  tx: Db,
  device: { userId: number; sha256: Buffer; now: Date; most: number },
): Promise<void> {
  await sql`
    INSERT INTO known_devices (user_id, device_sha256, last_used_at)
    VALUES (${device.userId}, ${device.sha256}, ${device.now})
    ON CONFLICT (user_id, device_sha256) DO UPDATE SET last_used_at = excluded.last_used_at`.execute(tx)
  await sql`
    DELETE FROM known_devices
     WHERE user_id = ${device.userId} AND device_sha256 NOT IN (
       SELECT device_sha256 FROM known_devices WHERE user_id = ${device.userId}
        ORDER BY last_used_at DESC LIMIT ${device.most})`.execute(tx)
}

export async function forgetDevice(tx: Db, userId: number, sha256: Buffer): Promise<void> {
  await sql`DELETE FROM known_devices WHERE user_id = ${userId} AND device_sha256 = ${sha256}`.execute(tx)
}

export async function forgetDevices(tx: Db, userId: number): Promise<void> {
  await sql`DELETE FROM known_devices WHERE user_id = ${userId}`.execute(tx)
}

export async function deleteUnused(db: Db, before: Date): Promise<void> {
  await sql`DELETE FROM known_devices WHERE last_used_at < ${before}`.execute(db)
}
