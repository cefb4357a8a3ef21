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
  /** `rows` holds at most {@link mostShownRows} rows. */
  rows: SqlValue[][]
  /** `total` counts all rows, including those that are not shown. */
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
  /** `row` counts from 1. */
  | { kind: 'row'; row: number }

export interface SqlResult {
  /** `table` is the result of the last statement that has a result. */
  table: SqlTable | null
  /**
   * `failure` is set when the SQL did not finish: SQLite's message with the line that it names, counted from 1, or the
   * limit that was reached.
   */
  failure:
    | { kind: 'threw'; message: string; line: number | null }
    | { kind: 'time' }
    | { kind: 'too-many-rows' }
    | null
  /** Null means that the SQL did not finish, or that the exercise has no result to compare with. */
  verdict: SqlVerdict | null
}

export const mostShownRows = 100
/** No exercise needs this many rows. */
export const mostRows = 20_000
