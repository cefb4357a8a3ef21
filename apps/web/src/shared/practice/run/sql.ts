export interface SqlRun {
  code: string
  setup: string
  /** Null means that nothing is compared. */
  solution: string | null
  isOrdered: boolean
}

export type SqlRequest = { kind: 'run'; run: SqlRun } | { kind: 'tables'; setup: string }

export type SqlValue = string | number | null

export interface SqlTable {
  columns: string[]
  /** The list has at most {@link mostShownRows} rows. */
  rows: SqlValue[][]
  /** The number counts all rows. */
  total: number
}

/** An exercise begins with these tables, in the order of their creation. */
export type SqlTables = readonly (SqlTable & { name: string })[]

export type SqlVerdict =
  | { kind: 'right' }
  | { kind: 'no-result' }
  | { kind: 'columns'; got: number; wanted: number }
  | { kind: 'rows'; got: number; wanted: number }
  | { kind: 'order' }
  /** The row counts from 1. */
  | { kind: 'row'; row: number }

export interface SqlResult {
  /** The table is the result of the last statement that has one. */
  table: SqlTable | null
  /** The SQL did not finish; the value is SQLite's message or the reached limit. */
  failure: { kind: 'threw'; message: string } | { kind: 'time' } | { kind: 'too-many-rows' } | null
  /** Null means that the SQL did not finish, or that there is nothing to compare it with. */
  verdict: SqlVerdict | null
}

export const mostShownRows = 100
/** The limit exceeds the needs of any exercise. */
export const mostRows = 20_000
