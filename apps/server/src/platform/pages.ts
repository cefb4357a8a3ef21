/** Builds pages of lists, newest id first, by cursor (the last id seen) or by page number. */
import { sql, type RawBuilder } from 'kysely'

export interface PageRequest {
  limit: number
  /** The page holds rows with a smaller id than this. Null requests the first page. */
  before: number | null
  /** This many rows are skipped. It is used for requests by page number. */
  offset: number
}

export interface PageQuery {
  limit?: number | undefined
  cursor?: string | undefined
  page?: number | undefined
}

export interface Page<T> {
  data: T[]
  meta: PageMeta
}

export interface PageMeta {
  total: number
  /** This is set if the list has more rows than `total`. */
  totalIsCapped?: true
  nextCursor: string | null
}

/** Totals of lists that grow without bound stop at this number: docs/decisions/lists-and-search.md. */
export const mostCounted = 1_000

/** Ends a subquery whose rows are counted for a total. One row above the limit shows that there are more. */
export const countLimit = sql`LIMIT ${sql.lit(mostCounted + 1)}`

/** Returns the total of rows that were counted with `countLimit`. */
export const cappedTotal = (counted: number): Pick<PageMeta, 'total' | 'totalIsCapped'> =>
  counted > mostCounted ? { total: mostCounted, totalIsCapped: true } : { total: counted }

const defaultLimit = 50

export function pageRequest(query: PageQuery): PageRequest {
  const limit = query.limit ?? defaultLimit
  const before = query.cursor !== undefined && /^\d{1,15}$/.test(query.cursor) ? Number(query.cursor) : null
  return { limit, before, offset: before === null && query.page ? (query.page - 1) * limit : 0 }
}

/** Returns the last condition, order and limit of a statement that reads the page's rows, newest id first, and one row more. */
export function newestPage(idColumn: string, { before, limit, offset }: PageRequest): RawBuilder<unknown> {
  const id = sql.ref(idColumn)
  return sql`
    (${before}::bigint IS NULL OR ${id} < ${before}) ORDER BY ${id} DESC LIMIT ${limit + 1} OFFSET ${offset}`
}

/** Returns the page of rows that are already in memory, newest id first. */
export function pageOfRows<T extends { id: number }>(
  rows: readonly T[],
  { before, limit, offset }: PageRequest,
): T[] {
  const rest = before === null ? rows : rows.filter(({ id }) => id < before)
  return rest.slice(offset, offset + limit + 1)
}

/**
 * Returns a page. If there is a next page, `rows` has one row more than the page. `total` counts the whole list, exactly or up to
 * the limit of `countLimit`.
 */
export function pageOf<T extends { id: number }>(
  rows: T[],
  total: number | { exact: number } | Pick<PageMeta, 'total' | 'totalIsCapped'>,
  page: PageRequest,
): Page<T> {
  const data = rows.slice(0, page.limit)
  const last = data.at(-1)
  const counted =
    typeof total === 'number' ? cappedTotal(total) : 'exact' in total ? { total: total.exact } : total
  return { data, meta: { ...counted, nextCursor: rows.length > page.limit && last ? String(last.id) : null } }
}
