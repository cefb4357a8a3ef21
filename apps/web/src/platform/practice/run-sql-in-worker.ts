// oxlint-disable-next-line import/default -- with `?worker&url` the build answers the worker's address
import workerUrl from './sql.worker.ts?worker&url'
import { runIn } from './run-in-worker.ts'
import type { SqlResult, SqlRun } from './sql.ts'

/** @throws when the engine cannot be loaded or does not answer. */
export const runSqlInWorker = (run: SqlRun): Promise<SqlResult> => runIn(workerUrl, run)
