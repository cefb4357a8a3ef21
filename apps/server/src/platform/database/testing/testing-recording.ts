/** Holds the recordings of the server tests in this process (testing-rows.ts). The test files of a process share this module. */
import { randomUUID } from 'node:crypto'
import { appendFileSync } from 'node:fs'
import { join } from 'node:path'
import type pg from 'pg'
import { prepareValue } from '../prepared-query.ts'

interface Column {
  name: string
  /** This is the object id of the PostgreSQL type. */
  type: number
  /** The column was null in a row of some result. */
  wasNull: boolean
}

export interface RecordedStatement {
  text: string
  /** Contains the fixed parts of the templates that were compiled to this text. They identify the statement in the source. */
  templates: Set<readonly string[]>
  /** This is undefined until the statement has returned columns. */
  columns: Column[] | undefined
  uses: number
  /** Each example consists of the parameter values as text. */
  examples: (readonly (string | null)[])[]
}

/** Longer values are not recorded, because they are contents of files. */
const longestExample = 20_000

const statements = new Map<string, RecordedStatement>()
/** Contains the statements whose newest recording is not written yet. */
const changed = new Set<RecordedStatement>()
const fileName = `${randomUUID()}.jsonl`

/** Returns the record of a statement. The text is looked up once for each use. */
export function statementOf(text: string): RecordedStatement {
  const known = statements.get(text)
  if (known) return known
  const statement: RecordedStatement = {
    text,
    templates: new Set(),
    columns: undefined,
    uses: 0,
    examples: [],
  }
  statements.set(text, statement)
  return statement
}

export function addTemplate(statement: RecordedStatement, parts: readonly string[]): void {
  if (statement.templates.has(parts)) return
  statement.templates.add(parts)
  if (statement.uses > 0) changed.add(statement)
}

/**
 * Records the values of the first use, the second, the fourth and so on. This gives few examples, which come from different tests.
 */
export function addUse(statement: RecordedStatement, values: unknown): void {
  statement.uses += 1
  const isPowerOfTwo = (statement.uses & (statement.uses - 1)) === 0
  if (!isPowerOfTwo) return
  changed.add(statement)
  const example = exampleOf(values)
  if (example) statement.examples.push(example)
}

/** Returns undefined if the values together are too long, or if the driver refuses to send one. */
function exampleOf(values: unknown): (string | null)[] | undefined {
  if (!Array.isArray(values)) return []
  try {
    const example = values.map((value) => {
      const prepared = prepareValue(value)
      return Buffer.isBuffer(prepared) ? `\\x${prepared.toString('hex')}` : prepared
    })
    const length = example.reduce((sum, value) => sum + (value?.length ?? 0), 0)
    return length <= longestExample ? example : undefined
  } catch {
    return undefined
  }
}

export function addColumns(
  statement: RecordedStatement,
  result: Pick<pg.QueryResult, 'fields' | 'rows'> | undefined,
): void {
  if (!result?.fields || result.fields.length === 0) return
  if (!statement.columns) {
    statement.columns = result.fields.map(({ name, dataTypeID }) => ({
      name,
      type: dataTypeID,
      wasNull: false,
    }))
    changed.add(statement)
  }
  for (const column of statement.columns)
    if (!column.wasNull && result.rows.some((row) => row[column.name] === null)) {
      column.wasNull = true
      changed.add(statement)
    }
}

/** Appends new and changed statements, one JSON object per line. */
export function writeChanged(folder: string): void {
  const lines = [...changed].map(
    ({ text, templates, columns, examples }) =>
      `${JSON.stringify({ text, templates: [...templates], columns, examples })}\n`,
  )
  changed.clear()
  appendFileSync(join(folder, fileName), lines.join(''))
}
