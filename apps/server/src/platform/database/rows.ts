/** Returns the row of a statement that always returns exactly one, such as an insert or a count. */
export function onlyRow<Row>({ rows }: { rows: readonly Row[] }): Row {
  const [row] = rows
  if (row === undefined) throw new Error('the statement returned no row')
  return row
}

/** Returns whether another row already has the value. A unique index reports this, or a trigger that raises the same code. */
export const isUniqueViolation = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === '23505'
