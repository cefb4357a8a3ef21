/** Joins the rows of all kinds to the list of the inbox, and counts the same rows. */
import { inboxKinds, type InboxKind } from '@apogee/contracts/operations/inbox-kinds.ts'
import { sql, type RawBuilder } from 'kysely'
import type { Db } from '#server/platform/database/database.ts'
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

/** These kinds follow all others, because nobody else waits for them. */
const chores: readonly InboxKind[] = ['reviews', 'lessons', 'drafts']

const itemsOf = (sources: Sources): Sql => {
  const parts = inboxKinds.flatMap((kind) => {
    const rows = sources[kind]
    const rank = chores.includes(kind) ? 1 : 0
    return rows ? [sql`SELECT ${sql.lit(kind)} AS kind, ${sql.lit(rank)} AS rank, w.* FROM (${rows}) w`] : []
  })
  return sql`(${sql.join(parts, sql` UNION ALL `)})`
}

export async function countItems(db: Db, sources: Sources): Promise<{ kind: InboxKind; count: number }[]> {
  const found = await sql<{ kind: InboxKind; count: number }>`
    SELECT kind, least(count(*), ${sql.lit(mostCounted)}) AS count FROM ${itemsOf(sources)} item GROUP BY kind`.execute(
    db,
  )
  return found.rows
}

/** Returns a page and one row more. */
export async function pageOfItems(
  db: Db,
  sources: Sources,
  { after, limit }: { after: Position | null; limit: number },
): Promise<InboxRow[]> {
  const found = await sql<InboxRow>`
    SELECT rank, microseconds::text AS microseconds, id, kind, ref, since, person, title, place, cents,
           course_id AS "courseId", order_id AS "orderId", topic, rating
      FROM (SELECT *, (extract(epoch FROM since) * 1000000)::bigint AS microseconds, kind || '-' || ref AS id
              FROM ${itemsOf(sources)} one) item
     WHERE ${
       after === null
         ? sql`true`
         : sql`(rank, microseconds, id COLLATE "C") > (${after.rank}::int, ${after.microseconds}::bigint, ${after.id}::text)`
     }
     ORDER BY rank, microseconds, id COLLATE "C" LIMIT ${limit + 1}`.execute(db)
  return found.rows
}
