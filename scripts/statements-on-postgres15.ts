/**
 * `node scripts/statements-on-postgres15.ts [DIR]` sends every statement of the server tests to PostgreSQL 15 and to the product's
 * own engine, and compares the answers (docs/decisions/sql.md). With DIR, the statements are those that tests with
 * `APOGEE_ROW_REPORTS=DIR` have recorded. Without DIR, they are those of the stored recording; when it is missing or older than the
 * sources, the script runs the server tests first. Exit code 1 means that an answer differs.
 */
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { findPostgres15 } from './programs/postgres15.mjs'
import { compareOnEngines } from './sql-rows/compare-engines.ts'
import { beginRecording, readRecording, recordingFolder, whyOutdated } from './sql-rows/recording.ts'
import { placesOf, serverSources } from './sql-rows/sources.ts'
import { startTwoEngines } from './sql-rows/two-engines.ts'

const root = join(import.meta.dirname, '..')

function run(program: string, ...parameters: string[]): boolean {
  const environment = { ...process.env, APOGEE_ROW_REPORTS: recordingFolder }
  return spawnSync(program, parameters, { cwd: root, stdio: 'inherit', env: environment }).status === 0
}

function record(reason: string): void {
  console.log(`${reason} The server tests run now to record them.`)
  beginRecording()
  const isComplete =
    run('node_modules/.bin/vitest', 'run', '--project', 'server') &&
    run(process.execPath, 'scripts/sql-rows.ts')
  if (!isComplete) throw new Error('The server tests failed, so their statements are not complete.')
}

const [folder = recordingFolder] = process.argv.slice(2)
const outdated = folder === recordingFolder ? whyOutdated() : undefined
if (outdated) record(outdated)
if (!findPostgres15() && !run(process.execPath, 'scripts/programs/postgres15.mjs')) process.exit(1)
const engines = await startTwoEngines(findPostgres15() ?? '')
try {
  const { faults, summary } = await compareOnEngines(readRecording(folder), {
    engines,
    places: placesOf(serverSources()),
  })
  for (const fault of faults) console.error(fault)
  console.log(summary)
  process.exitCode = faults.length === 0 ? 0 : 1
} finally {
  await engines.stop()
}
