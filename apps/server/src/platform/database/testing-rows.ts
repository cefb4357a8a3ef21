/**
 * Set-up file of the server tests. With `APOGEE_ROW_REPORTS=DIR` it records the columns that each statement returns;
 * `node scripts/sql-rows.ts DIR` compares them with the declared row types (docs/decisions/checked-sql.md).
 */
import { randomUUID } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { DefaultQueryExecutor, RawNode } from 'kysely'
import pg from 'pg'
import { afterAll, expect } from 'vitest'
import { PreparedQuery } from './prepared-query.ts'

interface Column {
  name: string
  /** Object id of the PostgreSQL type. */
  type: number
  /** A row of some result held null. */
  wasNull: boolean
}

interface Recording {
  /** By the text of the statement. */
  columns: Map<string, Column[]>
  /** By the text, the fixed parts of the templates that were compiled to it: they identify the statement in the source. */
  templates: Map<string, Set<readonly string[]>>
}

const directory = process.env['APOGEE_ROW_REPORTS']
if (directory) recordInto(directory)

function recordInto(folder: string): void {
  const recording: Recording = { columns: new Map(), templates: new Map() }
  const restoreCompiling = recordTemplates(recording)
  const restoreSending = recordColumns(recording)
  afterAll(() => {
    restoreCompiling()
    restoreSending()
    const statements = [...recording.columns].map(([text, columns]) => ({
      templates: [...(recording.templates.get(text) ?? [])],
      columns,
    }))
    const testFile = relative(process.cwd(), expect.getState().testPath ?? '')
    writeFileSync(
      join(folder, `${randomUUID()}.json`),
      JSON.stringify({ testFile, statements: statements.filter(({ templates }) => templates.length > 0) }),
    )
  })
}

function recordTemplates({ templates }: Recording): () => void {
  const { prototype } = DefaultQueryExecutor
  const original = prototype.compileQuery
  prototype.compileQuery = function compileQuery(this: DefaultQueryExecutor, node, queryId) {
    const compiled = original.call(this, node, queryId)
    if (RawNode.is(node)) {
      const known = templates.get(compiled.sql)
      if (known) known.add(node.sqlFragments)
      else templates.set(compiled.sql, new Set([node.sqlFragments]))
    }
    return compiled
  }
  return () => {
    prototype.compileQuery = original
  }
}

function recordColumns({ columns }: Recording): () => void {
  const original = pg.Client.prototype.query
  const send: (...parameters: unknown[]) => unknown = original
  pg.Client.prototype.query = function query(this: pg.Client, ...parameters: unknown[]): unknown {
    const text = textOf(parameters[0])
    const callback = parameters.at(-1)
    if (typeof callback === 'function') {
      const recorded = (error: unknown, result: pg.QueryResult | undefined) => {
        addColumns(columns, text, result)
        callback(error, result)
      }
      return send.apply(this, [...parameters.slice(0, -1), recorded])
    }
    const sent = send.apply(this, parameters)
    const answer = sent instanceof PreparedQuery ? sent.answer : sent
    if (answer instanceof Promise)
      answer.then(
        (result) => addColumns(columns, text, result),
        () => undefined, // the caller has the same promise and handles its failure
      )
    return sent
  } as typeof pg.Client.prototype.query
  return () => {
    pg.Client.prototype.query = original
  }
}

function textOf(query: unknown): string | undefined {
  if (typeof query === 'string') return query
  const text: unknown = typeof query === 'object' && query !== null ? Reflect.get(query, 'text') : undefined
  return typeof text === 'string' ? text : undefined
}

function addColumns(
  byText: Map<string, Column[]>,
  text: string | undefined,
  result: Pick<pg.QueryResult, 'fields' | 'rows'> | undefined,
): void {
  if (text === undefined || !result?.fields || result.fields.length === 0) return
  const known = byText.get(text)
  const columns =
    known ?? result.fields.map(({ name, dataTypeID }) => ({ name, type: dataTypeID, wasNull: false }))
  if (!known) byText.set(text, columns)
  for (const column of columns) column.wasNull ||= result.rows.some((row) => row[column.name] === null)
}
