/** What a database remembers about itself, one fact a key: the only statements on `server_facts`. */
import { sql, type Kysely } from 'kysely'
import type { DB } from '#server/platform/database/schema.d.ts'

/** The keys are stored: docs/decisions/stable-ids.md says how one is renamed. */
export const serverFacts = ['app-secret.signature', 'demo-school.loaded', 'ledger.past-sales-booked'] as const
type ServerFact = (typeof serverFacts)[number]

/** Keeps the fact unless it is known already; the first to say it is right. */
export async function writeFact(db: Kysely<DB>, key: ServerFact, value: unknown): Promise<void> {
  await sql`INSERT INTO server_facts (key, value) VALUES (${key}, ${JSON.stringify(value)}::jsonb)
    ON CONFLICT (key) DO NOTHING`.execute(db)
}

/** Undefined when nothing is known. */
export async function readFact(db: Kysely<DB>, key: ServerFact): Promise<unknown> {
  const { rows } = await sql<{ value: unknown }>`SELECT value FROM server_facts WHERE key = ${key}`.execute(
    db,
  )
  return rows[0]?.value
}
