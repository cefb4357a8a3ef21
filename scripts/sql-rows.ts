/**
 * `node scripts/sql-rows.ts DIR`: compares the row types of all `sql<Row>` statements with the rows that the database returned
 * in the server tests, which ran with `APOGEE_ROW_REPORTS=DIR`. Exit code 1 when a type differs or no test executed a statement.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse, type Parsed } from './languages/syntax.ts'
import { compareRows, type Recorded } from './sql-rows/compare.ts'
import { statementsIn } from './sql-rows/declared.ts'

const root = join(import.meta.dirname, '..')
const [directory = ''] = process.argv.slice(2)
const parsed = new Map<string, Parsed | undefined>()

function sourceAt(path: string): Parsed | undefined {
  if (!parsed.has(path)) {
    const file = join(root, path)
    parsed.set(path, existsSync(file) ? parse({ path, code: readFileSync(file, 'utf8') }) : undefined)
  }
  return parsed.get(path)
}

const paths = readdirSync(join(root, 'apps/server/src'), { recursive: true, encoding: 'utf8' })
  .filter((path) => path.endsWith('.ts') && !/\.test\.ts$|testing|\.d\.ts$/.test(path))
  .map((path) => join('apps/server/src', path))

const statements = paths.flatMap((path) => {
  const file = sourceAt(path)
  return file ? statementsIn(file, { parsed: sourceAt }) : []
})
const recorded = readdirSync(directory)
  .filter((name) => name.endsWith('.json'))
  .flatMap((name) => JSON.parse(readFileSync(join(directory, name), 'utf8')) as Recorded[])
const { faults, unexecuted } = compareRows(statements, recorded)
for (const fault of faults) console.error(fault)
for (const place of unexecuted) console.error(`${place}: no test executes this statement`)
console.log(`${statements.length} statements, ${faults.length} faults, ${unexecuted.length} not executed`)
process.exitCode = faults.length + unexecuted.length === 0 ? 0 : 1
