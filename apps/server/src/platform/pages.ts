/** Pages of lists, newest id first: by cursor (the last id seen), or by page number. */
import { sql, type RawBuilder } from 'kysely'

export interface PageRequest {
  limit: number
  /** Only rows with a smaller id; null for the first page. */
  before: number | null
  /** Rows to skip, for requests by page number. */
  offset: number
}

export interface PageQuery {
  limit?: number | undefined
  cursor?: string | undefined
  page?: number | undefined
}

export interface Page<T> {
  data: T[]
  meta: { total: number; nextCursor: string | null }
}

const defaultLimit = 50

export function pageRequest(query: PageQuery): PageRequest {
  const limit = query.limit ?? defaultLimit
  const before = query.cursor !== undefined && /^\d{1,15}$/.test(query.cursor) ? Number(query.cursor) : null
  return { limit, before, offset: before === null && query.page ? (query.page - 1) * limit : 0 }
}

/** The last condition of a statement, its order and its limit: the page's rows, newest id first, and one row more. */
export function newestPage(idColumn: string, { before, limit, offset }: PageRequest): RawBuilder<unknown> {
  const id = sql.ref(idColumn)
  return sql`
    (${before}::bigint IS NULL OR ${id} < ${before}) ORDER BY ${id} DESC LIMIT ${limit + 1} OFFSET ${offset}`
}

/** `rows` has one row more than the page when there is a next page; `total` counts the whole list. */
export function pageOf<T extends { id: number }>(rows: T[], total: number, page: PageRequest): Page<T> {
  const data = rows.slice(0, page.limit)
  const last = data.at(-1)
  return { data, meta: { total, nextCursor: rows.length > page.limit && last ? String(last.id) : null } }
}
