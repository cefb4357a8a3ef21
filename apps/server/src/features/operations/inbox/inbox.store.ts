/** Joins the rows of all kinds to the list of the inbox, and counts the same rows. */
import { choreKinds, inboxKinds, type InboxKind } from '@apogee/contracts/operations/inbox-kinds.ts'
import { sql, type RawBuilder } from 'kysely'
import type { Db, Tx } from '#server/platform/database/database.ts'
import { mostCounted } from '#server/platform/pages.ts'
import type { Position } from './inbox.rules.ts'

type Sql = RawBuilder<unknown>
export type Sources = Record<InboxKind, Sql | null>

export interface InboxRow {
  rank: number
  microseconds: string
  id: string
  kind: InboxKind
  ref: string
  since: Date
  person: string | null
  title: string
  place: string | null
  cents: number | null
  courseId: number | null
  orderId: string | null
  topic: string | null
  rating: number | null
}

/** The kinds for which nobody else waits follow all others. */
const itemsOf = (sources: Sources): Sql => {
  const parts = inboxKinds.flatMap((kind) => {
    const rows = sources[kind]
    const rank = choreKinds.includes(kind) ? 1 : 0
    return rows ? [sql`SELECT ${sql.lit(kind)} AS kind, ${sql.lit(rank)} AS rank, w.* FROM (${rows}) w`] : []
  })
  return sql`(${sql.join(parts, sql` UNION ALL `)})`
}

/** Says for whom and when the rows are read. */
export interface Reader {
  userId: number
  now: Date
}

/** Matches the items `item` that the person has not hidden. */
const isShownTo = ({ userId, now }: Reader): Sql => sql`
  NOT EXISTS (SELECT FROM inbox_deferrals f
               WHERE f.user_id = ${userId} AND f.kind = item.kind AND f.ref = item.ref
                 AND (f.hidden_until IS NULL OR f.hidden_until > ${now}))`

export async function countItems(
  db: Db,
  sources: Sources,
  reader: Reader,
): Promise<{ kind: InboxKind; count: number }[]> {
  const found = await sql<{ kind: InboxKind; count: number }>`
    SELECT kind, least(count(*), ${sql.lit(mostCounted)}) AS count FROM ${itemsOf(sources)} item
     WHERE ${isShownTo(reader)} GROUP BY kind`.execute(db)
  return found.rows
}

/** Returns a page and one row more. */
export async function pageOfItems(
  db: Db,
  sources: Sources,
  reader: Reader,
  { after, limit }: { after: Position | null; limit: number },
): Promise<InboxRow[]> {
  const found = await sql<InboxRow>`
    SELECT rank, microseconds::text AS microseconds, id, kind, ref, since, person, title, place, cents,
           course_id AS "courseId", order_id AS "orderId", topic, rating
      FROM (SELECT *, (extract(epoch FROM since) * 1000000)::bigint AS microseconds, kind || '-' || ref AS id
              FROM ${itemsOf(sources)} one) item
     WHERE ${isShownTo(reader)} AND ${
       after === null
         ? sql`true`
         : sql`(rank, microseconds, id COLLATE "C") > (${after.rank}::int, ${after.microseconds}::bigint, ${after.id}::text)`
     }
     ORDER BY rank, microseconds, id COLLATE "C" LIMIT ${limit + 1}`.execute(db)
  return found.rows
}

/** Hides an item that waits for the person. An item that no longer waits is not stored. */
export async function hideItem(
  tx: Tx,
  sources: Sources,
  {
    kind,
    ref,
    until,
    at,
    userId,
  }: { kind: InboxKind; ref: string; until: Date | null; at: Date; userId: number },
): Promise<void> {
  await sql`
    INSERT INTO inbox_deferrals (user_id, kind, ref, hidden_until, created_at)
    SELECT ${userId}::bigint, ${kind}::text, ${ref}::text, ${until}::timestamptz, ${at}::timestamptz
     WHERE EXISTS (SELECT FROM ${itemsOf(sources)} item WHERE item.ref = ${ref})
    ON CONFLICT (user_id, kind, ref) DO UPDATE SET hidden_until = excluded.hidden_until`.execute(tx)
}

export async function showItem(
  tx: Tx,
  { kind, ref, userId }: { kind: InboxKind; ref: string; userId: number },
): Promise<void> {
  await sql`DELETE FROM inbox_deferrals WHERE user_id = ${userId} AND kind = ${kind} AND ref = ${ref}`.execute(
    tx,
  )
}

export async function forgetPerson(tx: Tx, userId: number): Promise<void> {
  await sql`DELETE FROM inbox_deferrals WHERE user_id = ${userId}`.execute(tx)
}
