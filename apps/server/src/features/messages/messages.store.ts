import type { Language } from '@apogee/domain/languages.ts'
import type { MessageState, MessageTopic } from '@apogee/contracts/messages/message-choices.ts'
import { sql } from 'kysely'
import { matchesPattern, searchPattern } from '#server/platform/search-pattern.ts'
import type { Db, Tx } from '#server/platform/database/database.ts'
import { countLimit, newestPage, type PageRequest } from '#server/platform/pages.ts'
import { onlyRow } from '#server/platform/database/rows.ts'

export interface NewMessage {
  topic: MessageTopic
  name: string
  email: string
  body: string
  senderId: number | null
  /** A message is unread by default. */
  state?: MessageState
  looksAutomated: boolean
  addressDigest: Buffer | null
  createdAt: Date
}

/** Locks one address until the transaction ends, so that concurrent messages from it are counted one after the other. */
export async function lockAddress(tx: Tx, addressDigest: Buffer): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(${addressDigest.readInt32BE(0)}, ${addressDigest.readInt32BE(4)})`.execute(
    tx,
  )
}

export async function messagesSince(tx: Db, addressDigest: Buffer, since: Date): Promise<Date[]> {
  const found = await sql<{ createdAt: Date }>`
    SELECT created_at AS "createdAt" FROM messages
     WHERE address_digest = ${addressDigest} AND created_at > ${since} ORDER BY created_at DESC LIMIT 100`.execute(
    tx,
  )
  return found.rows.map(({ createdAt }) => createdAt)
}

export async function insertMessage(tx: Db, message: NewMessage): Promise<number> {
  const inserted = await sql<{ id: number }>`
    INSERT INTO messages (topic, name, email, body, sender_id, state, looks_automated, address_digest, created_at)
    VALUES (${message.topic}, ${message.name}, ${message.email}, ${message.body}, ${message.senderId},
            ${message.state ?? 'unread'}, ${message.looksAutomated}, ${message.addressDigest}, ${message.createdAt}) RETURNING id`.execute(
    tx,
  )
  return onlyRow(inserted).id
}

export interface MessageRow {
  id: number
  topic: MessageTopic
  name: string
  email: string
  body: string
  state: MessageState
  looksAutomated: boolean
  createdAt: Date
  senderId: number | null
  senderName: string | null
  senderEmail: string | null
}

const columns = sql`
  m.id, m.topic, m.name, m.email, m.body, m.state, m.looks_automated AS "looksAutomated", m.created_at AS "createdAt",
  u.id AS "senderId", u.name AS "senderName", u.email::text AS "senderEmail"`
const withSender = sql`messages m LEFT JOIN user_cards u ON u.id = m.sender_id AND u.erased_at IS NULL`

export interface MessageFilter {
  state: MessageState | undefined
  topic: MessageTopic | undefined
  search: string | undefined
}

/** Returns the newest message first. A search reads every message of the platform: thousands, not millions. */
export async function listMessages(
  db: Db,
  { state, topic, search }: MessageFilter,
  page: PageRequest,
): Promise<{ rows: MessageRow[]; total: number }> {
  const pattern = searchPattern(search)
  const wanted = sql`
    (${state ?? null}::text IS NULL OR m.state = ${state ?? null})
    AND (${topic ?? null}::text IS NULL OR m.topic = ${topic ?? null})
    AND (${pattern}::text IS NULL OR ${matchesPattern(sql`m.name || ' ' || m.email || ' ' || m.body`, pattern)})`
  const counted = await sql<{ total: number }>`
    SELECT count(*) AS total FROM (SELECT FROM messages m WHERE ${wanted} ${countLimit}) counted`.execute(db)
  const found = await sql<MessageRow>`
    SELECT ${columns} FROM ${withSender}
     WHERE ${wanted} AND ${newestPage('m.id', page)}`.execute(db)
  return { rows: found.rows, total: counted.rows[0]?.total ?? 0 }
}

/** Returns undefined when the message does not exist. */
export async function updateState(db: Db, id: number, state: MessageState): Promise<MessageRow | undefined> {
  await sql`UPDATE messages SET state = ${state} WHERE id = ${id}`.execute(db)
  const found = await sql<MessageRow>`SELECT ${columns} FROM ${withSender} WHERE m.id = ${id}`.execute(db)
  return found.rows[0]
}

/** Returns the recipients of a new message: the superadmins, with their languages. */
export async function readers(tx: Db): Promise<{ email: string; language: Language }[]> {
  const found = await sql<{ email: string; language: Language }>`
    SELECT email::text AS email, language FROM user_cards WHERE role = 'superadmin' AND erased_at IS NULL ORDER BY id`.execute(
    tx,
  )
  return found.rows
}

export async function deleteMessages(db: Db, before: Date): Promise<void> {
  await sql`DELETE FROM messages WHERE created_at < ${before}`.execute(db)
}

export async function forgetAddresses(db: Db, before: Date): Promise<void> {
  await sql`UPDATE messages SET address_digest = NULL
             WHERE address_digest IS NOT NULL AND created_at < ${before}`.execute(db)
}

/** Deletes messages of this address, whether the sender was signed in or not. */
export async function deleteMessagesFrom(tx: Tx, email: string): Promise<void> {
  await sql`DELETE FROM messages WHERE lower(email) = lower(${email})`.execute(tx)
}

export async function deleteMessagesOf(tx: Db, userId: number): Promise<void> {
  await sql`DELETE FROM messages WHERE sender_id = ${userId}`.execute(tx)
}
