/** Returns the rows with one of them at another place. */
export function moved<Row extends { id: number }>(rows: readonly Row[], id: number, to: number): Row[] {
  const row = rows.find((one) => one.id === id)
  if (!row) return [...rows]
  const others = rows.filter((one) => one !== row)
  return [...others.slice(0, to), row, ...others.slice(to)]
}
