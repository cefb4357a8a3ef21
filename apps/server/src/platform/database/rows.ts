/** The row of a statement that always returns one, such as an insert or a count. */
export function onlyRow<Row>({ rows }: { rows: readonly Row[] }): Row {
  const [row] = rows
  if (row === undefined) throw new Error('the statement returned no row')
  return row
}

/** Another row has the value already, by a unique index or by a trigger that refuses as one does. */
export const isUniqueViolation = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === '23505'
