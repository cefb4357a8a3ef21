/**
 * `node scripts/sql-rows.ts DIR`: compares the row types of all `sql<Row>` statements with the rows that the database returned
 * in the server tests, which ran with `APOGEE_ROW_REPORTS=DIR`. Exit code 1 when a type differs or no test executed a statement.
 * `node scripts/sql-rows.ts DIR --few-files` prints, as JSON, few test files that together executed every statement that returns
 * rows: the content of scripts/postgres15-tests.json, when all server tests ran.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse, type Parsed } from './languages/syntax.ts'
import { compareRows, type TestFileReport } from './sql-rows/compare.ts'
import { statementsIn } from './sql-rows/declared.ts'
import { fewFiles } from './sql-rows/few-files.ts'

const root = join(import.meta.dirname, '..')
const [directory = '', option] = process.argv.slice(2)
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
const reports = readdirSync(directory)
  .filter((name) => name.endsWith('.json'))
  .map((name) => JSON.parse(readFileSync(join(directory, name), 'utf8')) as TestFileReport)
/** What its random requests execute differs from run to run. */
const random = 'apps/server/src/app/hostile-bodies.test.ts'
if (option === '--few-files') {
  const steady = reports.filter(({ testFile }) => testFile !== random)
  console.log(JSON.stringify(fewFiles(statements, steady), null, 2))
  process.exit()
}
const { faults, unexecuted } = compareRows(
  statements,
  reports.flatMap((report) => report.statements),
)
for (const fault of faults) console.error(fault)
for (const place of unexecuted) console.error(`${place}: no test executes this statement`)
console.log(`${statements.length} statements, ${faults.length} faults, ${unexecuted.length} not executed`)
process.exitCode = faults.length + unexecuted.length === 0 ? 0 : 1
