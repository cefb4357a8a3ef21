import type { DraftQuestion } from '@apogee/contracts/assessments/quiz-draft.ts'
import { sql, type RawBuilder } from 'kysely'
import { matchesPattern, searchPattern } from '#server/platform/search-pattern.ts'
import type { Db, Tx } from '#server/platform/database/database.ts'

export interface BankRow {
  id: number
  question: DraftQuestion
  tags: string[]
  revision: number
  changedAt: Date
}

export interface BankFilter {
  search?: string | undefined
  tag?: string | undefined
  /** If present, the result contains at most the questions with these ids. */
  ids?: readonly number[] | undefined
}

const columns = sql`b.id, b.question, b.tags, b.revision, b.changed_at AS "changedAt"`

function matching(sellerId: number, { search, tag, ids }: BankFilter): RawBuilder<unknown> {
  const pattern = searchPattern(search)
  return sql`
  b.seller_id = ${sellerId}
  AND (${ids ? [...ids] : null}::bigint[] IS NULL OR b.id = ANY (${ids ? [...ids] : null}::bigint[]))
  AND (${tag ?? null}::text IS NULL OR ${tag ?? null}::text = ANY (b.tags))
  AND (${pattern}::text IS NULL OR ${matchesPattern(sql`b.question->>'question'`, pattern)})`
}

export async function listBank(
  db: Db,
  sellerId: number,
  filter: BankFilter,
  limit: number,
): Promise<BankRow[]> {
  const found = await sql<BankRow>`
    SELECT ${columns} FROM bank_questions b WHERE ${matching(sellerId, filter)}
     ORDER BY b.id DESC LIMIT ${limit}`.execute(db)
  return found.rows
}

export async function countBank(db: Db, sellerId: number, filter: BankFilter = {}): Promise<number> {
  const found = await sql<{ count: number }>`
    SELECT count(*) AS count FROM bank_questions b WHERE ${matching(sellerId, filter)}`.execute(db)
  return found.rows[0]?.count ?? 0
}

export async function tagsOfBank(db: Db, sellerId: number, limit: number): Promise<string[]> {
  const found = await sql<{ tag: string }>`
    SELECT DISTINCT t.tag FROM bank_questions b CROSS JOIN LATERAL unnest(b.tags) AS t (tag)
     WHERE b.seller_id = ${sellerId} ORDER BY t.tag LIMIT ${limit}`.execute(db)
  return found.rows.map(({ tag }) => tag)
}

interface Saved {
  question: Omit<DraftQuestion, 'key' | 'group' | 'bank'>
  tags: readonly string[]
  at: Date
}

export async function insertBankQuestion(tx: Tx, sellerId: number, { question, tags, at }: Saved) {
  const inserted = await sql<BankRow>`
    INSERT INTO bank_questions AS b (seller_id, question, tags, changed_at)
    VALUES (${sellerId}, ${JSON.stringify(question)}::jsonb, ${[...tags]}::text[], ${at})
    RETURNING ${columns}`.execute(tx)
  return inserted.rows[0]
}

/** Returns undefined when the question has another revision or belongs to another seller. */
export async function updateBankQuestion(
  tx: Tx,
  sellerId: number,
  { id, revision }: { id: number; revision: number },
  { question, tags, at }: Saved,
): Promise<BankRow | undefined> {
  const updated = await sql<BankRow>`
    UPDATE bank_questions b
       SET question = ${JSON.stringify(question)}::jsonb, tags = ${[...tags]}::text[], changed_at = ${at},
           revision = revision + 1
     WHERE b.id = ${id} AND b.seller_id = ${sellerId} AND b.revision = ${revision}
    RETURNING ${columns}`.execute(tx)
  return updated.rows[0]
}

/** Returns whether the question existed. */
export async function deleteBankQuestion(db: Db, sellerId: number, id: number): Promise<boolean> {
  const deleted = await sql<{ id: number }>`
    DELETE FROM bank_questions WHERE id = ${id} AND seller_id = ${sellerId} RETURNING id`.execute(db)
  return deleted.rows.length > 0
}
