/** Stores facts that a database records about itself, one per key. All statements on `server_facts` are here. */
import { sql } from 'kysely'
import type { Db, Tx } from '#server/platform/database/database.ts'

/** The keys are stored, so renaming one needs a migration (docs/decisions/services-and-ids.md). */
export const serverFacts = [
  'app-secret.signature',
  'database.identity',
  'demo-school.loaded',
  'restore.pending',
] as const
type ServerFact = (typeof serverFacts)[number]

/** Stores the fact unless it is already stored. The first writer wins. */
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

/** Locks the fact until the transaction ends. Other transactions that lock the same fact wait. */
export async function lockFact(tx: Tx, key: ServerFact): Promise<void> {
  await sql`SELECT FROM server_facts WHERE key = ${key} FOR UPDATE`.execute(tx)
}

/** Returns undefined if the fact is not stored. */
export async function readFact(db: Db, key: ServerFact): Promise<unknown> {
  const { rows } = await sql<{ value: unknown }>`SELECT value FROM server_facts WHERE key = ${key}`.execute(
    db,
  )
  return rows[0]?.value
}
