/** Stores facts that a database records about itself, one per key. All statements on `server_facts` are here. */
import { sql } from 'kysely'
import type { Db, Tx } from '#server/platform/database/database.ts'

/** The keys are persisted: docs/decisions/services-and-ids.md says how to rename one. */
export const serverFacts = [
  'app-secret.signature',
  'database.identity',
  'demo-school.loaded',
  'restore.pending',
] as const
type ServerFact = (typeof serverFacts)[number]

/** Stores the fact unless it exists; the first writer wins. */
export async function writeFact(db: Db, key: ServerFact, value: unknown): Promise<void> {
  await sql`INSERT INTO server_facts (key, value) VALUES (${key}, ${JSON.stringify(value)}::jsonb)
    ON CONFLICT (key) DO NOTHING`.execute(db)
}

export async function replaceFact(db: Db, key: ServerFact, value: unknown): Promise<void> {
  await sql`INSERT INTO server_facts (key, value) VALUES (${key}, ${JSON.stringify(value)}::jsonb)
    ON CONFLICT (key) DO UPDATE SET value = excluded.value`.execute(db)
}

export async function deleteFact(db: Db, key: ServerFact): Promise<void> {
  await sql`DELETE FROM server_facts WHERE key = ${key}`.execute(db)
}

/** Blocks other transactions that lock the same fact. */
export async function lockFact(tx: Tx, key: ServerFact): Promise<void> {
  await sql`SELECT FROM server_facts WHERE key = ${key} FOR UPDATE`.execute(tx)
}

/** Returns undefined when the fact is not stored. */
export async function readFact(db: Db, key: ServerFact): Promise<unknown> {
  const { rows } = await sql<{ value: unknown }>`SELECT value FROM server_facts WHERE key = ${key}`.execute(
    db,
  )
  return rows[0]?.value
}
