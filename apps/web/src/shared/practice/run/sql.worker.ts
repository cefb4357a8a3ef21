/** Runs the learner's SQL in a worker thread, so that the page stays responsive. */
import wasmLocation from '@sqlite.org/sqlite-wasm/sqlite3.wasm?url'
import { readTables, runSql } from './run-sql.ts'
import type { SqlRequest } from './sql.ts'

const answerTo = (request: SqlRequest) =>
  request.kind === 'run' ? runSql(request.run, wasmLocation) : readTables(request.setup, wasmLocation)

addEventListener('message', ({ data }: MessageEvent<SqlRequest>) => {
  answerTo(data).then(
    (result) => postMessage({ result }),
    (error: unknown) => postMessage({ error: String(error) }),
  )
})
