/** Messages between the page and the worker that runs a learner's SQL. */

export interface SqlRun {
  code: string
  setup: string
  solution: string
  isOrdered: boolean
}

export type SqlValue = string | number | null

export interface SqlTable {
  columns: string[]
  /** At most {@link mostShownRows}. */
  rows: SqlValue[][]
  /** Of all rows. */
  total: number
}

/** How the result differs from the right one. */
export type SqlVerdict =
  | { kind: 'right' }
  | { kind: 'no-result' }
  | { kind: 'columns'; got: number; wanted: number }
  | { kind: 'rows'; got: number; wanted: number }
  | { kind: 'order' }
  /** Counts from 1. */
  | { kind: 'row'; row: number }

export interface SqlResult {
  /** Of the last statement that has one. */
  table: SqlTable | null
  /** The SQL did not finish: SQLite's words, or the time was up. */
  failure: { kind: 'threw'; message: string } | { kind: 'time' } | { kind: 'too-many-rows' } | null
  /** Null: it did not finish. */
  verdict: SqlVerdict | null
}

export const mostShownRows = 100
/** More than an exercise needs. */
export const mostRows = 20_000
