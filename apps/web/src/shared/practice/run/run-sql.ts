import initSqlite, { type Database, type Sqlite3Static } from '@sqlite.org/sqlite-wasm'
import { runTimeMs } from '../practice.ts'
import {
  mostRows,
  mostShownRows,
  type SqlResult,
  type SqlRun,
  type SqlTable,
  type SqlTables,
  type SqlValue,
  type SqlVerdict,
} from './sql.ts'

interface Rows {
  columns: string[]
  rows: SqlValue[][]
}

class TooManyRows extends Error {}

/** The engine has refused a statement at a place that it names. */
class RefusedAt extends Error {
  readonly line: number

  constructor(cause: Error, line: number) {
    super(cause.message, { cause })
    this.line = line
  }
}

/** SQLite returns this code for a statement that its progress handler has ended. */
const interrupted = 9

/**
 * Runs the SQL in its own in-memory database. Never throws for errors of the SQL; time and rows are limited.
 * @param wasmLocation URL of the engine in the bundle; undefined means beside the package, as in tests.
 * @throws when the engine cannot be loaded, or when the author's own SQL fails.
 */
export async function runSql(run: SqlRun, wasmLocation?: string): Promise<SqlResult> {
  const sqlite = await engine(wasmLocation)
  const wanted = run.solution === null ? null : resultOf(sqlite, run.setup, run.solution)
  if (run.solution !== null && !wanted) throw new Error('the solution of this exercise has no result')
  try {
    const got = resultOf(sqlite, run.setup, run.code)
    return {
      table: got && shownTable(got),
      failure: null,
      verdict: wanted && verdictOn(got, wanted, run.isOrdered),
    }
  } catch (error) {
    return { table: null, failure: failureOf(error), verdict: null }
  }
}

/**
 * Returns the tables that the set-up creates, with their rows.
 * @throws when the engine cannot be loaded, or when the set-up fails.
 */
export async function readTables(setup: string, wasmLocation?: string): Promise<SqlTables> {
  const sqlite = await engine(wasmLocation)
  const rowsIn = (code: string): Rows => resultOf(sqlite, setup, code) ?? { columns: [], rows: [] }
  const names = rowsIn(
    "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\' ORDER BY rowid",
  )
  return names.rows.map(([value]) => {
    const name = String(value)
    return { name, ...shownTable(rowsIn(`SELECT * FROM "${name.replaceAll('"', '""')}"`)) }
  })
}

const shownTable = ({ columns, rows }: Rows): SqlTable => ({
  columns,
  rows: rows.slice(0, mostShownRows),
  total: rows.length,
})

function engine(wasmLocation: string | undefined): Promise<Sqlite3Static> {
  const quiet = { print: () => undefined, printErr: () => undefined }
  // The package's types omit the options that Emscripten supports.
  const load = initSqlite as (options: object) => Promise<Sqlite3Static>
  return load(wasmLocation === undefined ? quiet : { ...quiet, locateFile: () => wasmLocation })
}

/** Returns the result of the last statement that has a result; null means that no statement has one. */
function resultOf(sqlite: Sqlite3Static, setup: string, code: string): Rows | null {
  const db = new sqlite.oo1.DB(':memory:')
  try {
    if (setup.trim() !== '') db.exec(setup)
    const deadline = Date.now() + runTimeMs
    // The engine calls the handler at this interval of steps.
    sqlite.capi.sqlite3_progress_handler(db, 10_000, () => (Date.now() > deadline ? 1 : 0), 0)
    let last: Rows | null = null
    for (const statement of statementsIn(sqlite, code)) last = rowsOf(sqlite, db, statement) ?? last
    return last
  } finally {
    db.close()
  }
}

interface Statement {
  sql: string
  /** The code before the statement. */
  before: string
}

/** Splits the code at semicolons that end a statement, not those in strings and comments. */
function statementsIn(sqlite: Sqlite3Static, code: string): Statement[] {
  const statements: Statement[] = []
  let before = ''
  let open = ''
  for (const part of code.split(/(?<=;)/)) {
    open += part
    if (!sqlite.capi.sqlite3_complete(open)) continue
    statements.push({ sql: open, before })
    before += open
    open = ''
  }
  return [...statements, { sql: open, before }].filter(({ sql }) => withoutComments(sql) !== '')
}

const withoutComments = (sql: string): string =>
  sql.replace(/--[^\n]*|\/\*[\s\S]*?\*\//g, '').replace(/[;\s]/g, '')

/** Counts the line breaks in the first bytes of a text in UTF-8. */
function lineBreaksUpTo(text: string, bytes: number): number {
  const lineBreak = 10
  return new TextEncoder()
    .encode(text)
    .subarray(0, bytes)
    .filter((byte) => byte === lineBreak).length
}

/** @throws the engine's error, with the line of the code if the engine names a place. */
function prepared(sqlite: Sqlite3Static, db: Database, { sql, before }: Statement) {
  try {
    return db.prepare(sql)
  } catch (error) {
    // The offset counts bytes of UTF-8; it is negative when the engine names no place.
    const offset = sqlite.capi.sqlite3_error_offset(db)
    if (!(error instanceof Error) || offset < 0) throw error
    throw new RefusedAt(error, before.split('\n').length + lineBreaksUpTo(sql, offset))
  }
}

function rowsOf(sqlite: Sqlite3Static, db: Database, given: Statement): Rows | null {
  const statement = prepared(sqlite, db, given)
  try {
    const rows: SqlValue[][] = []
    while (statement.step()) {
      if (rows.length >= mostRows) throw new TooManyRows()
      rows.push((statement.get([]) as unknown[]).map(shownValue))
    }
    return statement.columnCount === 0 ? null : { columns: statement.getColumnNames(), rows }
  } finally {
    statement.finalize()
  }
}

function shownValue(value: unknown): SqlValue {
  if (value === null || typeof value === 'number' || typeof value === 'string') return value
  if (typeof value === 'bigint') return value.toString()
  const bytes = value instanceof Uint8Array ? [...value] : []
  return `x'${bytes.map((byte) => byte.toString(16).padStart(2, '0')).join('')}'`
}

function failureOf(error: unknown): NonNullable<SqlResult['failure']> {
  if (error instanceof TooManyRows) return { kind: 'too-many-rows' }
  if (!(error instanceof Error)) throw error
  if ('resultCode' in error && error.resultCode === interrupted) return { kind: 'time' }
  // SQLite's messages begin with a code, such as 'SQLITE_ERROR: sqlite3 result code 1: no such table: x'. The code is removed.
  const message = error.message.replace(/^SQLITE_\w+: (?:sqlite3 result code \d+: )?/, '')
  return { kind: 'threw', message, line: error instanceof RefusedAt ? error.line : null }
}

/** The comparison ignores column names. */
function verdictOn(got: Rows | null, wanted: Rows, isOrdered: boolean): SqlVerdict {
  if (!got) return { kind: 'no-result' }
  if (got.columns.length !== wanted.columns.length)
    return { kind: 'columns', got: got.columns.length, wanted: wanted.columns.length }
  if (got.rows.length !== wanted.rows.length)
    return { kind: 'rows', got: got.rows.length, wanted: wanted.rows.length }
  const differs = firstDifference(got.rows, wanted.rows)
  if (differs === null) return { kind: 'right' }
  const isSameSet = firstDifference(sorted(got.rows), sorted(wanted.rows)) === null
  if (isSameSet) return isOrdered ? { kind: 'order' } : { kind: 'right' }
  return { kind: 'row', row: isOrdered ? differs : firstMissing(got.rows, wanted.rows) }
}

const keyOf = (row: readonly SqlValue[]): string =>
  JSON.stringify(row.map((value) => (typeof value === 'number' ? Number(value.toPrecision(12)) : value)))

const sorted = (rows: readonly SqlValue[][]): SqlValue[][] =>
  rows.toSorted((one, other) => (keyOf(one) < keyOf(other) ? -1 : 1))

function firstDifference(got: readonly SqlValue[][], wanted: readonly SqlValue[][]): number | null {
  const place = got.findIndex((row, at) => keyOf(row) !== keyOf(wanted[at] ?? []))
  return place < 0 ? null : place + 1
}

/** Returns the index of the first row that the right result does not have. */
function firstMissing(got: readonly SqlValue[][], wanted: readonly SqlValue[][]): number {
  const left = new Map<string, number>()
  for (const row of wanted) left.set(keyOf(row), (left.get(keyOf(row)) ?? 0) + 1)
  const place = got.findIndex((row) => {
    const count = left.get(keyOf(row)) ?? 0
    left.set(keyOf(row), count - 1)
    return count === 0
  })
  return place + 1
}
