/** Runs of the comparison, their progress and their differences. The comparisons themselves are in comparisons.store.ts. */
import type { OrderId } from '@apogee/domain/ids.ts'
import type { DifferenceKind, ReconciliationStage } from '@apogee/contracts/operations/reconciliation.ts'
import { sql } from 'kysely'
import type { Db, Tx } from '#server/platform/database/database.ts'
import { onlyRow } from '#server/platform/database/rows.ts'
import { newestPage, type PageRequest } from '#server/platform/pages.ts'

export interface RunRow {
  id: number
  startedBy: string | null
  startedAt: Date
  finishedAt: Date | null
  stage: ReconciliationStage
  afterId: number
  compared: Partial<Record<ReconciliationStage, number>>
  unread: number
  differences: number
}

const runColumns = sql`
  r.id, r.started_at AS "startedAt", r.finished_at AS "finishedAt", r.stage, r.after_id AS "afterId", r.compared, r.unread,
  (SELECT coalesce(u.name, u.email::text) FROM user_cards u WHERE u.id = r.started_by) AS "startedBy",
  (SELECT count(*) FROM reconciliation_differences d WHERE d.run_id = r.id) AS differences`

/** Starts a run. The database allows one run at a time. Undefined means that another run is in progress. */
export async function startRun(
  db: Db,
  { startedBy, at }: { startedBy: number | null; at: Date },
): Promise<number | undefined> {
  const started = await sql<{ id: number }>`
    INSERT INTO reconciliation_runs (started_by, started_at, stage) VALUES (${startedBy}, ${at}, 'provider')
    ON CONFLICT DO NOTHING RETURNING id`.execute(db)
  return started.rows[0]?.id
}

export async function unfinishedRun(db: Db): Promise<number | undefined> {
  const found = await sql<{ id: number }>`
    SELECT id FROM reconciliation_runs WHERE finished_at IS NULL`.execute(db)
  return found.rows[0]?.id
}

/** Returns the last time when the schedule started a run. */
export async function lastNightly(db: Db): Promise<Date | undefined> {
  const found = await sql<{ at: Date }>`
    SELECT started_at AS at FROM reconciliation_runs WHERE started_by IS NULL ORDER BY id DESC LIMIT 1`.execute(
    db,
  )
  return found.rows[0]?.at
}

export interface ClaimedRun {
  id: number
  stage: ReconciliationStage
  afterId: number
}

/** Leases the run to one process until `leaseUntil`. Afterwards another process may continue it. */
export async function claimRun(
  db: Db,
  id: number,
  { now, leaseUntil }: { now: Date; leaseUntil: Date },
): Promise<ClaimedRun | undefined> {
  const claimed = await sql<ClaimedRun>`
    UPDATE reconciliation_runs SET lease_until = ${leaseUntil}
     WHERE id = ${id} AND finished_at IS NULL AND (lease_until IS NULL OR lease_until <= ${now})
    RETURNING id, stage, after_id AS "afterId"`.execute(db)
  return claimed.rows[0]
}

export interface Step {
  stage: ReconciliationStage
  compared: number
  unread: number
  next: { stage: ReconciliationStage; afterId: number }
}

/** Stores the progress of a run. The differences of the step are stored in the same transaction. */
export async function saveStep(tx: Tx, id: number, step: Step, leaseUntil: Date): Promise<void> {
  await sql`
    UPDATE reconciliation_runs
       SET stage = ${step.next.stage}, after_id = ${step.next.afterId}, lease_until = ${leaseUntil},
           unread = unread + ${step.unread},
           compared = jsonb_set(compared, ARRAY[${step.stage}::text],
                                to_jsonb(coalesce((compared->>${step.stage}::text)::bigint, 0) + ${step.compared}))
     WHERE id = ${id}`.execute(tx)
}

export async function finishRun(tx: Tx, id: number, at: Date): Promise<void> {
  await sql`
    UPDATE reconciliation_runs SET finished_at = ${at}, lease_until = NULL WHERE id = ${id}`.execute(tx)
}

export async function resultOf(db: Db, id: number): Promise<{ differences: number; unread: number }> {
  const found = await sql<{ differences: number; unread: number }>`
    SELECT r.unread, (SELECT count(*) FROM reconciliation_differences d WHERE d.run_id = r.id) AS differences
      FROM reconciliation_runs r WHERE r.id = ${id}`.execute(db)
  return onlyRow(found)
}

export async function releaseRun(db: Db, id: number): Promise<void> {
  await sql`UPDATE reconciliation_runs SET lease_until = NULL WHERE id = ${id}`.execute(db)
}

export interface FoundDifference {
  kind: DifferenceKind
  subject: string
  orderId: OrderId | null
  sellerId: number | null
  expectedCents: number | null
  foundCents: number | null
}

/** Inserts each difference once per run, even when a part of the run is repeated. */
export async function insertDifferences(
  tx: Tx,
  runId: number,
  found: readonly FoundDifference[],
  at: Date,
): Promise<void> {
  if (found.length === 0) return
  await sql`
    INSERT INTO reconciliation_differences (run_id, kind, subject, order_id, seller_id, expected_cents, found_cents, found_at)
    SELECT ${runId}, kind, subject, "orderId", "sellerId", "expectedCents", "foundCents", ${at}::timestamptz
      FROM jsonb_to_recordset(${JSON.stringify(found)}::jsonb)
        AS given (kind text, subject text, "orderId" bigint, "sellerId" bigint, "expectedCents" bigint, "foundCents" bigint)
    ON CONFLICT DO NOTHING`.execute(tx)
}

/** Deletes all but the newest `keep` runs. */
export async function dropOldRuns(db: Db, keep: number): Promise<void> {
  await sql`
    DELETE FROM reconciliation_runs
     WHERE id < (SELECT id FROM reconciliation_runs ORDER BY id DESC OFFSET ${keep} LIMIT 1)`.execute(db)
}

export async function runsOf(db: Db, page: PageRequest): Promise<{ rows: RunRow[]; total: number }> {
  const counted = await sql<{ total: number }>`SELECT count(*) AS total FROM reconciliation_runs`.execute(db)
  const found = await sql<RunRow>`
    SELECT ${runColumns} FROM reconciliation_runs r
     WHERE ${newestPage('r.id', page)}`.execute(db)
  return { rows: found.rows, total: counted.rows[0]?.total ?? 0 }
}

export async function runExists(db: Db, id: number): Promise<boolean> {
  const found = await sql`SELECT FROM reconciliation_runs WHERE id = ${id}`.execute(db)
  return found.rows.length > 0
}

export interface DifferenceRow {
  id: number
  kind: DifferenceKind
  subject: string
  orderId: string | null
  seller: string | null
  expected: number | null
  found: number | null
  foundAt: Date
}

export async function differencesOf(
  db: Db,
  runId: number,
  page: PageRequest,
): Promise<{ rows: DifferenceRow[]; total: number }> {
  const counted = await sql<{ total: number }>`
    SELECT count(*) AS total FROM reconciliation_differences WHERE run_id = ${runId}`.execute(db)
  const found = await sql<DifferenceRow>`
    SELECT d.id, d.kind, d.subject, o.public_id AS "orderId", d.expected_cents AS expected, d.found_cents AS found,
           d.found_at AS "foundAt",
           coalesce(b.name, u.name, CASE WHEN s.is_platform THEN 'Apogee' END) AS seller
      FROM reconciliation_differences d
      LEFT JOIN orders o ON o.id = d.order_id
      LEFT JOIN seller_cards s ON s.id = d.seller_id
      LEFT JOIN businesses b ON b.id = s.business_id
      LEFT JOIN user_cards u ON u.id = s.user_id
     WHERE d.run_id = ${runId} AND ${newestPage('d.id', page)}`.execute(db)
  return { rows: found.rows, total: counted.rows[0]?.total ?? 0 }
}

/** Returns the result of the newest finished run. Undefined means that no run has finished. */
export async function newestResult(
  db: Db,
): Promise<{ startedAt: Date; finishedAt: Date; differences: number } | undefined> {
  const found = await sql<{ startedAt: Date; finishedAt: Date; differences: number }>`
    SELECT r.started_at AS "startedAt", r.finished_at AS "finishedAt",
           (SELECT count(*) FROM reconciliation_differences d WHERE d.run_id = r.id) AS differences
      FROM reconciliation_runs r WHERE r.finished_at IS NOT NULL ORDER BY r.id DESC LIMIT 1`.execute(db)
  return found.rows[0]
}
