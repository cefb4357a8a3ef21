/** This file is the only writer of passkeys. */
import type { PasskeyTransport } from '@apogee/contracts/accounts/passkeys.ts'
import { sql } from 'kysely'
import type { Db, Tx } from '#server/platform/database/database.ts'

export interface PasskeyRow {
  id: number
  name: string
  isSynced: boolean
  createdAt: Date
  lastUsedAt: Date | null
}

const columns = sql`id, name, is_synced AS "isSynced", created_at AS "createdAt", last_used_at AS "lastUsedAt"`

export async function passkeysOf(db: Db, userId: number): Promise<PasskeyRow[]> {
  const found = await sql<PasskeyRow>`
    SELECT ${columns} FROM passkeys WHERE user_id = ${userId} ORDER BY id DESC`.execute(db)
  return found.rows
}

export interface CredentialRow {
  credentialId: Buffer
  userHandle: Buffer
  transports: PasskeyTransport[]
}

/** Returns the fields of the person's passkeys that a browser needs, newest first. */
export async function credentialsOf(db: Db, userId: number): Promise<CredentialRow[]> {
  const found = await sql<CredentialRow>`
    SELECT credential_id AS "credentialId", user_handle AS "userHandle", transports
      FROM passkeys WHERE user_id = ${userId} ORDER BY id DESC`.execute(db)
  return found.rows
}

export interface NewPasskey {
  userId: number
  credentialId: Buffer
  publicKey: Buffer
  userHandle: Buffer
  counter: number
  transports: readonly PasskeyTransport[]
  name: string
  isSynced: boolean
  now: Date
}

/** Returns undefined when the credential already belongs to any person. */
export async function insertPasskey(tx: Tx, passkey: NewPasskey): Promise<PasskeyRow | undefined> {
  const { userId, credentialId, publicKey, userHandle, counter, transports, name, isSynced, now } = passkey
  const inserted = await sql<PasskeyRow>`
    INSERT INTO passkeys (user_id, credential_id, public_key, user_handle, counter, transports, name, is_synced, created_at)
    VALUES (${userId}, ${credentialId}, ${publicKey}, ${userHandle}, ${counter}, ${[...transports]}::text[], ${name},
            ${isSynced}, ${now})
    ON CONFLICT (credential_id) DO NOTHING
    RETURNING ${columns}`.execute(tx)
  return inserted.rows[0]
}

export interface KnownPasskey {
  id: number
  userId: number
  name: string
  publicKey: Buffer
  userHandle: Buffer
  counter: number
}

export async function passkeyByCredential(db: Db, credentialId: Buffer): Promise<KnownPasskey | undefined> {
  const found = await sql<KnownPasskey>`
    SELECT id, user_id AS "userId", name, public_key AS "publicKey", user_handle AS "userHandle", counter
      FROM passkeys WHERE credential_id = ${credentialId}`.execute(db)
  return found.rows[0]
}

export async function recordPasskeyUse(
  tx: Tx,
  use: { id: number; counter: number; isSynced: boolean; now: Date },
): Promise<void> {
  await sql`
    UPDATE passkeys SET counter = ${use.counter}, is_synced = ${use.isSynced}, last_used_at = ${use.now}
     WHERE id = ${use.id}`.execute(tx)
}

export async function renamePasskey(
  db: Db,
  userId: number,
  { id, name }: { id: number; name: string },
): Promise<PasskeyRow | undefined> {
  const renamed = await sql<PasskeyRow>`
    UPDATE passkeys SET name = ${name} WHERE id = ${id} AND user_id = ${userId} RETURNING ${columns}`.execute(
    db,
  )
  return renamed.rows[0]
}

/** Returns the name, or undefined when the person has no such passkey. */
export async function deletePasskey(tx: Tx, userId: number, id: number): Promise<string | undefined> {
  const deleted = await sql<{ name: string }>`
    DELETE FROM passkeys WHERE id = ${id} AND user_id = ${userId} RETURNING name`.execute(tx)
  return deleted.rows[0]?.name
}

/** Returns the names of the deleted passkeys. */
export async function deletePasskeysSince(tx: Tx, userId: number, since: Date): Promise<string[]> {
  const deleted = await sql<{ name: string }>`
    DELETE FROM passkeys WHERE user_id = ${userId} AND created_at > ${since} RETURNING name`.execute(tx)
  return deleted.rows.map(({ name }) => name)
}

export async function deletePasskeysOf(tx: Db, userId: number): Promise<void> {
  await sql`DELETE FROM passkeys WHERE user_id = ${userId}`.execute(tx)
}
