/** Messages between the page and the worker that runs a learner's SQL. */

export interface SqlRun {
  code: string
  setup: string
  /** Null: nothing is compared. */
  solution: string | null
  isOrdered: boolean
}

/** What the worker is asked for. */
export type SqlRequest = { kind: 'run'; run: SqlRun } | { kind: 'tables'; setup: string }

export type SqlValue = string | number | null

export interface SqlTable {
  columns: string[]
  /** At most {@link mostShownRows}. */
  rows: SqlValue[][]
  /** Of all rows. */
  total: number
}

/** Those that an exercise begins with, in the order in which they are made. */
export type SqlTables = readonly (SqlTable & { name: string })[]

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
  /** Null: it did not finish, or there is nothing to compare it with. */
  verdict: SqlVerdict | null
}

export const mostShownRows = 100
/** More than an exercise needs. */
export const mostRows = 20_000
