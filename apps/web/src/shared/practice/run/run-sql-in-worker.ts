// oxlint-disable-next-line import/default -- with `?worker&url` the build answers the worker's address
import workerUrl from './sql.worker.ts?worker&url'
import { runIn } from './run-in-worker.ts'
import type { SqlRequest, SqlResult, SqlRun, SqlTables } from './sql.ts'

const ask = <Answer>(request: SqlRequest): Promise<Answer> => runIn(workerUrl, request)

/** @throws when the engine cannot be loaded or does not answer, or when the author's own SQL fails. */
export const runSqlInWorker = (run: SqlRun): Promise<SqlResult> => ask({ kind: 'run', run })

/** @throws under the same conditions as {@link runSqlInWorker}. */
export const readTablesInWorker = (setup: string): Promise<SqlTables> => ask({ kind: 'tables', setup })
