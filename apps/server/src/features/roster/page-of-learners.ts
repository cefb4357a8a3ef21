import { sql, type RawBuilder } from 'kysely'

export interface PageOfLearners<Sort> {
  sort: Sort
  descending: boolean
  limit: number
  /** The sort key and the id of the enrolment in the last row before the page. Null means the first page. */
  after: { key: string; id: number } | null
  /** The number of learners that are skipped after `after`. */
  offset?: number
}

/**
 * Selects a page of the common table expression `matching`, which must have the columns `key` (the sort key) and `id` (of the
 * enrolment). One extra row shows whether another page exists.
 */
export function cutMatching<Sort>({
  sort,
  after,
  descending,
  limit,
  offset = 0,
}: PageOfLearners<Sort>): RawBuilder<unknown> {
  const type = sort === 'name' ? sql`text` : sql`int8`
  const isAfter = after
    ? sql`(key, id) ${descending ? sql`<` : sql`>`} (${after.key}::${type}, ${after.id}::bigint)`
    : sql`true`
  const direction = descending ? sql`DESC` : sql`ASC`
  return sql`SELECT * FROM matching WHERE ${isAfter} ORDER BY key ${direction}, id ${direction} LIMIT ${limit + 1} OFFSET ${offset}`
}
