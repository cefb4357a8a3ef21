/**
 * `node scripts/sql-rows.ts [DIR]` compares the row types of all `sql<Row>` statements with the rows that the database returned in
 * the server tests, which ran with `APOGEE_ROW_REPORTS=DIR`. Without DIR the stored recording is used. Exit code 1 means that a
 * type differs or that no test executed a statement.
 */
import { compareRows } from './sql-rows/compare.ts'
import { statementsIn } from './sql-rows/declared.ts'
import { finishRecording, readRecording, recordingFolder } from './sql-rows/recording.ts'
import { serverSources, sourceAt } from './sql-rows/sources.ts'

const [directory = recordingFolder] = process.argv.slice(2)
const statements = serverSources().flatMap((file) => statementsIn(file, { parsed: sourceAt }))
const { faults, unexecuted } = compareRows(statements, readRecording(directory))
for (const fault of faults) console.error(fault)
for (const place of unexecuted) console.error(`${place}: no test executes this statement`)
console.log(`${statements.length} statements, ${faults.length} faults, ${unexecuted.length} not executed`)
if (faults.length + unexecuted.length === 0) finishRecording(directory)
else process.exitCode = 1
