/** Compares the rows that statements declare with the rows that the database returned. */
import type { Field, Kind, Statement } from './declared.ts'
import type { Recorded } from './recording.ts'

const bool = [16]
const numbers = [20, 21, 23, 26, 700, 701]
const texts = [18, 19, 25, 1042, 1043, 1082, 1700, 2950]
const times = [1114, 1184]
const json = [114, 3802]
const arrays = [199, 1000, 1005, 1007, 1009, 1015, 1016, 1115, 1182, 1185, 1231, 2951, 3807]
const bytes = [17]
/**
 * PostgreSQL gives ids from this number on to types that migrations and extensions create, such as citext and enums. Their values
 * are returned as text.
 */
const firstOwnType = 16_384

const kindsByType: ReadonlyMap<number, readonly Kind[]> = new Map<number, readonly Kind[]>([
  ...bool.map((type) => [type, ['boolean']] as const),
  ...numbers.map((type) => [type, ['number']] as const),
  ...texts.map((type) => [type, ['string']] as const),
  ...times.map((type) => [type, ['Date']] as const),
  ...json.map((type) => [type, ['array', 'boolean', 'number', 'object', 'string']] as const),
  ...arrays.map((type) => [type, ['array']] as const),
  ...bytes.map((type) => [type, ['object']] as const),
])

const kindsOf = (type: number): readonly Kind[] | undefined =>
  kindsByType.get(type) ?? (type >= firstOwnType ? ['string'] : undefined)

export interface Comparison {
  /** Each fault is one sentence. */
  faults: string[]
  unexecuted: string[]
}

export const keyOf = (parts: readonly string[]): string => JSON.stringify(parts)

type RecordedColumns = Pick<Recorded, 'templates' | 'columns'>
type Columns = NonNullable<Recorded['columns']>

function columnsByTemplate(recorded: readonly RecordedColumns[]): Map<string, Columns[]> {
  const byTemplate = new Map<string, Columns[]>()
  for (const { templates, columns } of recorded) {
    if (!columns) continue
    for (const key of templates.map(keyOf)) {
      const known = byTemplate.get(key)
      if (known) known.push(columns)
      else byTemplate.set(key, [columns])
    }
  }
  return byTemplate
}

/** Finds statements that a record cannot distinguish: two statements with the same fixed parts and different rows. */
function ambiguitiesIn(statements: readonly Statement[]): string[] {
  const byParts = Map.groupBy(statements, ({ parts }) => keyOf(parts))
  return [...byParts.values()].flatMap(([first, ...others]) =>
    others
      .filter(({ row }) => first && namesOf(row) !== namesOf(first.row))
      .map(
        ({ path, line }) =>
          `${path}:${line}: has the fixed parts of ${first?.path}:${first?.line} and another row; write them differently`,
      ),
  )
}

const namesOf = (row: Statement['row']): string => [...row.keys()].toSorted().join(' ')

export function compareRows(
  statements: readonly Statement[],
  recorded: readonly RecordedColumns[],
): Comparison {
  const comparison: Comparison = { faults: ambiguitiesIn(statements), unexecuted: [] }
  const byTemplate = columnsByTemplate(recorded)
  for (const statement of statements) {
    const place = `${statement.path}:${statement.line}`
    const returned = byTemplate.get(keyOf(statement.parts)) ?? []
    if (returned.length === 0) comparison.unexecuted.push(place)
    const faults = new Set(returned.flatMap((columns) => faultsOf(statement, columns)))
    comparison.faults.push(...[...faults].map((fault) => `${place}: ${fault}`))
  }
  return comparison
}

function faultsOf({ row }: Statement, columns: Columns): string[] {
  const faults: string[] = []
  const names = new Set(columns.map(({ name }) => name))
  for (const [name, { isNullable }] of row)
    if (!names.has(name) && !isNullable) faults.push(`the statement returns no column ${name}`)
  for (const column of columns) {
    const declared = row.get(column.name)
    if (!declared) faults.push(`the row type lacks the column ${column.name}`)
    else faults.push(...columnFaults(column, declared))
  }
  return faults
}

function columnFaults({ name, type, wasNull }: Columns[number], declared: Field): string[] {
  const { kinds, isNullable } = declared
  if (wasNull && !isNullable) return [`${name} was null, and its type excludes null`]
  if (kinds.has('unknown') || kinds.size === 0) return []
  const possible = kindsOf(type)
  if (!possible) return [`${name} has the PostgreSQL type ${type}, which scripts/sql-rows does not know`]
  const isRight = [...kinds].every((kind) => possible.includes(kind))
  return isRight
    ? []
    : [`${name} is ${[...kinds].join(' | ')}, but PostgreSQL returns ${possible.join(' or ')}`]
}
