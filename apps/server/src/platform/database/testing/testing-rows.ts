/**
 * Sets up the server tests. With `APOGEE_ROW_REPORTS=DIR` it records each statement with examples of its parameters and the columns
 * that it returns. `node scripts/sql-rows.ts DIR` compares the columns with the declared row types;
 * `node scripts/statements-on-postgres15.ts` sends the statements to PostgreSQL 15 (docs/decisions/sql.md).
 */
import { DefaultQueryExecutor, RawNode } from 'kysely'
import pg from 'pg'
import { afterAll } from 'vitest'
import { keepCompiledCode } from '../../../../../../scripts/testing/compiled-children.ts'
import { PreparedQuery } from '../prepared-query.ts'
import {
  addColumns,
  addTemplate,
  addUse,
  statementOf,
  writeChanged,
  type RecordedStatement,
} from './testing-recording.ts'

afterAll(keepCompiledCode())

const directory = process.env['APOGEE_ROW_REPORTS']
if (directory) recordInto(directory)

function recordInto(folder: string): void {
  const restoreCompiling = recordTemplates()
  const restoreSending = recordStatements()
  afterAll(() => {
    restoreCompiling()
    restoreSending()
    writeChanged(folder)
  })
}

function recordTemplates(): () => void {
  const { prototype } = DefaultQueryExecutor
  const original = prototype.compileQuery
  prototype.compileQuery = function compileQuery(this: DefaultQueryExecutor, node, queryId) {
    const compiled = original.call(this, node, queryId)
    if (RawNode.is(node)) addTemplate(statementOf(compiled.sql), node.sqlFragments)
    return compiled
  }
  return () => {
    prototype.compileQuery = original
  }
}

function recordStatements(): () => void {
  const original = pg.Client.prototype.query
  const send: (...parameters: unknown[]) => unknown = original
  pg.Client.prototype.query = function query(this: pg.Client, ...parameters: unknown[]): unknown {
    const statement = sentStatement(parameters)
    if (!statement) return send.apply(this, parameters)
    const callback = parameters.at(-1)
    if (typeof callback === 'function') {
      const recorded = (error: unknown, result: pg.QueryResult | undefined) => {
        addColumns(statement, result)
        callback(error, result)
      }
      return send.apply(this, [...parameters.slice(0, -1), recorded])
    }
    const sent = send.apply(this, parameters)
    const answer = sent instanceof PreparedQuery ? sent.answer : sent
    if (answer instanceof Promise)
      answer.then(
        (result) => addColumns(statement, result),
        () => undefined, // The caller has the same promise and handles its failure.
      )
    return sent
  } as typeof pg.Client.prototype.query
  return () => {
    pg.Client.prototype.query = original
  }
}

/** Returns the record of a sent statement. The driver accepts a text and its values, or an object with both. */
function sentStatement([query, values]: readonly unknown[]): RecordedStatement | undefined {
  const isObject = typeof query === 'object' && query !== null
  const text: unknown = isObject ? Reflect.get(query, 'text') : query
  if (typeof text !== 'string') return undefined
  const statement = statementOf(text)
  addUse(statement, (isObject && Reflect.get(query, 'values')) || values)
  return statement
}
