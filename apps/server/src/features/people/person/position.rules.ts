/** Cursors of lists that hold rows of several tables, newest first. All functions are pure. */

/** The place of a row. `at` is in whole microseconds, because the time in a cursor must not be rounded. */
export interface Position {
  at: string
  kind: number
  id: number
}

/** The contract has checked the form of the cursor. */
export function positionIn(cursor: string | undefined): Position | null {
  if (cursor === undefined) return null
  const [at = '', kind = '', id = ''] = cursor.split('.')
  return { at, kind: Number(kind), id: Number(id) }
}

/** Returns a page of rows, of which one more than the limit was read if there is another page. */
export function cutPage<Row extends { microseconds: string; kind: number; id: number }>(
  rows: readonly Row[],
  limit: number,
): { shown: Row[]; nextCursor: string | null } {
  const shown = rows.slice(0, limit)
  const last = shown.at(-1)
  const nextCursor = rows.length > limit && last ? `${last.microseconds}.${last.kind}.${last.id}` : null
  return { shown, nextCursor }
}
