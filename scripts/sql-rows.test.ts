import { expect, test } from 'vitest'
import { parse } from './languages/syntax.ts'
import { compareRows, type Recorded } from './sql-rows/compare.ts'
import { fewFiles } from './sql-rows/few-files.ts'
import { statementsIn } from './sql-rows/declared.ts'

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

const returned = (...columns: [name: string, type: number, wasNull?: boolean][]): Recorded => ({
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

test('few files execute every statement, and none of them can be left out', () => {
  const report = (testFile: string, ...statements: string[]) => ({
    testFile,
    statements: [{ templates: statements.map((text) => [text]), columns: [] }],
  })
  // The first choice is `most`; `left` and `right` are needed for a and d, and cover it.
  const reports = [
    report('right.test.ts', 'c', 'd', 'e', 'of a test'),
    report('most.test.ts', 'b', 'c', 'e', 'f'),
    report('left.test.ts', 'a', 'b', 'f'),
    report('none.test.ts', 'b'),
  ]
  const declared = [...'abcdef'].map((text) => ({ parts: [text] }))
  expect(fewFiles(declared, reports)).toEqual(['left.test.ts', 'right.test.ts'])
})
