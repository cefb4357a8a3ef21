import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { parse } from '../languages/syntax.ts'
import { compareRows, keyOf } from '../sql-rows/compare.ts'
import { statementsIn } from '../sql-rows/declared.ts'
import { descriptionFault, executionFault } from '../sql-rows/differences.ts'
import { readRecording } from '../sql-rows/recording.ts'
import { placesOf } from '../sql-rows/sources.ts'

const shared = parse({
  path: 'apps/server/src/rows.ts',
  code: `export interface Base { id: number }
    export interface Named extends Base { name: string | null; at: Date }
    export type State = 'open' | 'closed'`,
})

const statementOf = (code: string) => {
  const file = parse({
    path: 'apps/server/src/store.ts',
    code: `import type { Named, State } from './rows.ts'\n${code}`,
  })
  return statementsIn(file, { parsed: (path) => (path === shared.path ? shared : undefined) })
}

const returned = (...columns: [name: string, type: number, wasNull?: boolean][]) => ({
  templates: [['SELECT ', ' FROM users WHERE id = ', '']],
  columns: columns.map(([name, type, wasNull = false]) => ({ name, type, wasNull })),
})

const select =
  'sql<Pick<Named, "id" | "name"> & { state: State }>`SELECT ${columns} FROM users WHERE id = ${id}`'

test('a row type equal to the returned columns has no fault', () => {
  const [statement] = statementOf(select)
  expect([...(statement?.row.keys() ?? [])]).toEqual(['id', 'name', 'state'])
  const recorded = [returned(['id', 20], ['name', 25, true], ['state', 25])]
  expect(compareRows(statementOf(select), recorded)).toEqual({ faults: [], unexecuted: [] })
})

test('a wrong type, a null, a missing and an additional column are faults', () => {
  const recorded = [
    returned(['id', 25], ['state', 25, true], ['extra', 20]),
    returned(['id', 20], ['name', 25], ['state', 25]),
  ]
  expect(compareRows(statementOf(select), recorded).faults).toEqual([
    'apps/server/src/store.ts:2: id is number, but PostgreSQL returns string',
    'apps/server/src/store.ts:2: state was null, and its type excludes null',
    'apps/server/src/store.ts:2: the row type lacks the column extra',
  ])
})

test('names of a constant list and schemas are resolved to their kinds', () => {
  const [statement] = statementOf(`const states = ['a', 'b'] as const
    const place = z.enum(['x', 'y'])
    sql<{ state: (typeof states)[number]; place: z.infer<typeof place>; id: number & { brand: 'id' } }>\`SELECT\``)
  expect(
    [...(statement?.row ?? [])].map(([name, field]) => [name, ...field.kinds, field.isNullable]),
  ).toEqual([
    ['state', 'string', false],
    ['place', 'string', false],
    ['id', 'number', false],
  ])
})

test('the comparison names a statement that no test executes', () => {
  expect(compareRows(statementOf(select), [])).toEqual({
    faults: [],
    unexecuted: ['apps/server/src/store.ts:2'],
  })
})

test('a row type that cannot be resolved is an error', () => {
  expect(() => statementOf('sql<Unknown>`SELECT 1 AS one`')).toThrow('the type Unknown cannot be read')
})

test('two statements with the same fixed parts and different rows are a fault', () => {
  const both = statementOf(
    'sql<{ id: number }>`SELECT ${a} WHERE x = ${y}`\nsql<{ name: string }>`SELECT ${b} WHERE x = ${y}`',
  )
  expect(compareRows(both, []).faults).toEqual([
    'apps/server/src/store.ts:3: has the fixed parts of apps/server/src/store.ts:2 and another row; write them differently',
  ])
  const alike = statementOf(
    'sql<{ id: number }>`SELECT ${a} WHERE x = ${y}`\nsql<{ id: number }>`SELECT ${b} WHERE x = ${y}`',
  )
  expect(compareRows(alike, []).faults).toEqual([])
})

test('a statement that returned no columns, because it failed each time, counts as not executed', () => {
  const failed = { templates: returned().templates }
  expect(compareRows(statementOf(select), [failed]).unexecuted).toEqual(['apps/server/src/store.ts:2'])
})

test('a template is found in the source by its fixed parts', () => {
  const file = parse({
    path: 'apps/server/src/store.ts',
    code: '\nsql`DELETE FROM users WHERE id = ${id}`',
  })
  const places = placesOf([file])
  expect(places.get(keyOf(['DELETE FROM users WHERE id = ', '']))).toBe('apps/server/src/store.ts:2')
})

test('the last of several records of one statement counts', () => {
  const folder = mkdtempSync(join(tmpdir(), 'apogee-recording-'))
  const record = (...examples: string[][]) =>
    `${JSON.stringify({ text: 'SELECT $1', templates: [], examples })}\n`
  try {
    writeFileSync(join(folder, 'a.jsonl'), record(['1']) + record(['1'], ['2']))
    expect(readRecording(folder)).toEqual([{ text: 'SELECT $1', templates: [], examples: [['1'], ['2']] }])
  } finally {
    rmSync(folder, { recursive: true })
  }
})

const described = (...columns: [name: string, type: string][]) => ({
  parameters: ['bigint'],
  columns: columns.map(([name, type]) => ({ name, type })),
})

test('a statement that PostgreSQL 15 refuses or describes otherwise is a fault', () => {
  const own = described(['id', 'bigint'], ['state', 'text'])
  const refusal = { code: '42601', message: 'syntax error at or near "RETURNING"' }
  expect(descriptionFault(own, { value: own })).toBeUndefined()
  expect(descriptionFault(own, { refusal })).toBe(
    'PostgreSQL 15 refuses it: syntax error at or near "RETURNING" (42601)',
  )
  expect(descriptionFault(own, { value: { ...own, parameters: ['integer'] } })).toBe(
    'PostgreSQL 15 infers the parameters (integer), the own engine (bigint)',
  )
  expect(descriptionFault(own, { value: described(['id', 'integer']) })).toBe(
    'columns differ on PostgreSQL 15: id bigint is id integer, state text is missing',
  )
  const longer = described(['id', 'bigint'], ['state', 'text'], ['name', 'text'])
  expect(descriptionFault(own, { value: longer })).toBe(
    'columns differ on PostgreSQL 15: it returns 3 instead of 2',
  )
})

const answered = (...rows: string[]) => ({ value: { rowCount: rows.length, rows } })
const refused = (code: string) => ({ refusal: { code, message: 'refused' } })

test('an execution with another refusal or other rows on PostgreSQL 15 is a fault', () => {
  const own = answered('a', 'b')
  expect(executionFault(own, own, own)).toBeUndefined()
  expect(executionFault(own, refused('42883'), own)).toBe(
    'PostgreSQL 15 refuses its execution: refused (42883)',
  )
  expect(executionFault(refused('22007'), own, refused('22007'))).toBe(
    'only the own engine refuses its execution: refused (22007)',
  )
  expect(executionFault(own, answered('a'), own)).toBe('PostgreSQL 15 returns 1 rows, the own engine 2')
  expect(executionFault(own, answered('a', 'c'), own)).toBe(
    'rows differ: PostgreSQL 15 returns c, the own engine b',
  )
})

test('executions that both engines refuse alike, or that differ on the own engine too, are no fault', () => {
  expect(executionFault(refused('23503'), refused('23503'), refused('23503'))).toBeUndefined()
  expect(executionFault(answered('10:00'), answered('10:01'), answered('10:02'))).toBeUndefined()
})
