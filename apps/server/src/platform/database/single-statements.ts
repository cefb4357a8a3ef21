/**
 * Sends Kysely's statements outside of transactions directly: Kysely's own path to a pool takes as much CPU time as the driver
 * (docs/decisions/database-connections.md).
 */
import {
  DefaultQueryExecutor,
  Kysely,
  type CompiledQuery,
  type Dialect,
  type QueryExecutor,
  type QueryResult,
} from 'kysely'
import type { Query } from './prepared-statements.ts'

/** Sends `sql` templates directly. Statements of the query builder take Kysely's own path. */
export class SingleStatements extends Kysely<unknown> {
  readonly #executor: QueryExecutor

  /** @param dialect serves transactions; `send` serves single statements. */
  constructor(dialect: Dialect, send: Query) {
    super({ dialect })
    const usual = super.getExecutor()
    this.#executor = new DirectExecutor(dialect, usual, send)
  }

  override getExecutor(): QueryExecutor {
    return this.#executor
  }
}

class DirectExecutor extends DefaultQueryExecutor {
  readonly #send: Query

  constructor(dialect: Dialect, usual: QueryExecutor, send: Query) {
    super(dialect.createQueryCompiler(), dialect.createAdapter(), usual)
    this.#send = send
  }

  override async executeQuery<Row>({ sql, parameters }: CompiledQuery): Promise<QueryResult<Row>> {
    const { command, rowCount, rows } = await this.#send(sql, parameters)
    if (!changesRows.has(command)) return { rows }
    return { rows, numAffectedRows: BigInt(rowCount ?? 0) }
  }
}

const changesRows: ReadonlySet<string> = new Set(['INSERT', 'UPDATE', 'DELETE', 'MERGE'])
