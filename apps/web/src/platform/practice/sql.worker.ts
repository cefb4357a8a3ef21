/** A worker thread for the learner's SQL, so that the page stays responsive. */
import wasmLocation from '@sqlite.org/sqlite-wasm/sqlite3.wasm?url'
import { runSql } from './run-sql.ts'
import type { SqlRun } from './sql.ts'

addEventListener('message', ({ data }: MessageEvent<SqlRun>) => {
  runSql(data, wasmLocation).then(
    (result) => postMessage({ result }),
    (error: unknown) => postMessage({ error: String(error) }),
  )
})
