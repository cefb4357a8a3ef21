/** The only writer of blocked_contents. */
import { sql } from 'kysely'
import type { Db } from '#server/platform/database/database.ts'
import { countLimit, newestPage, type PageRequest } from '#server/platform/pages.ts'

export interface ReportedContent {
  directive: string
  blocked: string
  page: string
  source: string
}

export interface BlockedRow extends ReportedContent {
  id: number
  hours: number
  firstAt: Date
  lastAt: Date
}

/** Counts a report. A kind that is not stored yet is omitted if `mostKinds` kinds are stored. */
export async function recordBlocked(
  db: Db,
  { directive, blocked, page, source }: ReportedContent,
  { at, mostKinds }: { at: Date; mostKinds: number },
): Promise<void> {
  await sql`
    INSERT INTO blocked_contents AS b (directive, blocked, page, source, first_at, last_at)
    SELECT ${directive}::text, ${blocked}::text, ${page}::text, ${source}::text, ${at}::timestamptz, ${at}::timestamptz
     WHERE (SELECT count(*) FROM blocked_contents) < ${mostKinds}
        OR EXISTS (SELECT FROM blocked_contents s WHERE s.directive = ${directive} AND s.blocked = ${blocked}
                                                    AND s.page = ${page} AND s.source = ${source})
    ON CONFLICT (directive, blocked, page, source)
    DO UPDATE SET id = DEFAULT, hours = b.hours + 1, last_at = greatest(b.last_at, excluded.last_at)`.execute(
    db,
  )
}

export async function pageOfBlocked(
  db: Db,
  page: PageRequest,
): Promise<{ rows: BlockedRow[]; total: number }> {
  const counted = await sql<{ total: number }>`
    SELECT count(*) AS total FROM (SELECT FROM blocked_contents ${countLimit}) counted`.execute(db)
  const found = await sql<BlockedRow>`
    SELECT b.id, b.directive, b.blocked, b.page, b.source, b.hours, b.first_at AS "firstAt", b.last_at AS "lastAt"
      FROM blocked_contents b WHERE ${newestPage('b.id', page)}`.execute(db)
  return { rows: found.rows, total: counted.rows[0]?.total ?? 0 }
}

export async function deleteBlockedBefore(db: Db, before: Date): Promise<void> {
  await sql`DELETE FROM blocked_contents WHERE last_at < ${before}`.execute(db)
}
