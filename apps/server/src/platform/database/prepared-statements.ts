/** Prepares repeated statements once for each connection, and sends `begin` together with a transaction's first statement. */
import type { PostgresPool, PostgresPoolClient } from 'kysely'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import type { BaseLogger } from 'pino'
import { failureOf } from './connections/lost-connections.ts'
import { beginName, isPreparedOn, PreparedQuery, type ParserOf } from './prepared-query.ts'

export interface PrepareOptions {
  /** Kysely's transactions use these connections, on which repeated statements are prepared. */
  pool: PostgresPool
  /**
   * Sends a statement outside of transactions. Pages of lists are planned for their actual values. A statement is sent
   * again after a deadlock, and without its name when a changed table has made its plan invalid. Throws DatabaseLost when the
   * connection broke.
   */
  sendAlone: Query
  /** Drops all prepared statements, because a changed table has made a plan invalid. */
  forget(): void
}

/** Rarely used statements are not prepared, because their text may be one of arbitrarily many. */
const usesUntilNamed = 3
/** Pages of lists are planned for their actual values, because the best plan depends on the values. */
const isPage = /\bLIMIT \$\d/
/** A migration by another process has changed the result columns of a prepared statement. */
const planOutdated = '0A000'
/** The transaction was rolled back because of a deadlock or a serialisation failure. */
const undoneForAnother: ReadonlySet<string | undefined> = new Set(['40P01', '40001'])
const tries = 3
/** During this pause before a retry, the competing transaction can take the locks it waits for. It grows with each attempt. */
const conflictPauseMs = 40

/**
 * Retries work that PostgreSQL aborted and rolled back because of another transaction or of a plan that a changed table made
 * invalid.
 * @throws the error of the last attempt, and every other error immediately.
 */
export async function repeatAborted<T>(
  work: (attempt: number) => Promise<T>,
  { forgetPlans, onConflict }: { forgetPlans: () => void; onConflict: (error: pg.DatabaseError) => void },
): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work(attempt)
    } catch (error) {
      if (!(error instanceof pg.DatabaseError) || attempt === tries) throw error
      const isUndone = undoneForAnother.has(error.code)
      if (!isUndone && error.code !== planOutdated) throw error
      onConflict(error)
      if (isUndone) await pause(attempt * conflictPauseMs * (0.5 + Math.random()))
      else forgetPlans()
    }
  }
}

/** The product has fewer statements. Further ones are sent unprepared. */
const mostTexts = 4_000

interface Statement {
  text: string
  isPage: boolean
  uses: number
  /** The statement gets a name, by which it is prepared, after enough uses. */
  name: string | undefined
}

interface PrepareSettings {
  parserOf: ParserOf
  log: Pick<BaseLogger, 'warn'>
  /** Returns whether a connection keeps its prepared statements. */
  keepsStatements: () => boolean
  /** This text replaces `begin` and is sent alone. */
  begin: string | undefined
  /** If true, transactions prepare pages of lists, too. */
  preparesPages?: boolean
}

export function prepareOn(
  pool: pg.Pool,
  { parserOf, log, keepsStatements, begin, preparesPages = true }: PrepareSettings,
): PrepareOptions {
  const statements = new Map<string, Statement>()
  let generation = 0
  let named = 0

  /** Looks the text up only once for each use, because hashing a long text takes as long as compiling it. */
  function statementOf(text: string): Statement {
    const known = statements.get(text)
    if (known) return known
    const statement: Statement = { text, isPage: isPage.test(text), uses: 0, name: undefined }
    if (statements.size >= mostTexts) forgetUnnamed()
    if (statements.size < mostTexts) statements.set(text, statement)
    return statement
  }

  function forgetUnnamed(): void {
    for (const { text, name } of statements.values()) if (name === undefined) statements.delete(text)
  }

  function nameOf(statement: Statement): string | undefined {
    if (statement.name !== undefined) return statement.name
    statement.uses += 1
    if (statement.uses < usesUntilNamed) return undefined
    statement.name = `apogee_${generation}_${named}`
    named += 1
    return statement.name
  }

  function forget(): void {
    statements.clear()
    generation += 1
    named = 0
  }

  async function send(
    client: pg.PoolClient,
    statement: Statement,
    values: readonly unknown[],
    opensTransaction = false,
  ): Promise<Result> {
    const { text } = statement
    const mayPrepare = values.length > 0 && keepsStatements() && (preparesPages || !statement.isPage)
    const name = mayPrepare ? nameOf(statement) : undefined
    const isOneWay = opensTransaction && name !== undefined && isPreparedOn(client, beginName)
    if (opensTransaction && !isOneWay)
      await (begin === undefined ? client.query({ name: beginName, text: 'begin' }) : client.query(begin))
    if (name === undefined) return client.query(text, [...values])
    const query = new PreparedQuery({ name, text, values }, parserOf, { opensTransaction: isOneWay })
    client.query(query)
    return query.answer.catch((error: unknown) => {
      throw failureOf(error)
    })
  }

  const afterAbort = {
    forgetPlans: forget,
    onConflict: (err: pg.DatabaseError) => log.warn({ err }, 'statement rolled back by a conflict, retried'),
  }

  async function sendAlone(text: string, values: readonly unknown[]): Promise<Result> {
    const statement = statementOf(text)
    let client: pg.PoolClient | undefined
    try {
      client = await pool.connect()
      const on = client
      if (statement.isPage) return await on.query(text, [...values])
      return await repeatAborted(
        (attempt) => (attempt === 1 ? send(on, statement, values) : on.query(text, [...values])),
        afterAbort,
      )
    } finally {
      client?.release()
    }
  }

  return {
    pool: withQuery(pool, (client) =>
      beginningLate((text, values, opensTransaction) =>
        send(client, statementOf(text), values, opensTransaction),
      ),
    ),
    sendAlone,
    forget,
  }
}

type Result = Pick<pg.QueryResult, 'command' | 'rowCount' | 'rows'>
export type Query = (text: string, values: readonly unknown[]) => Promise<Result>
type Send = (text: string, values: readonly unknown[], opensTransaction: boolean) => Promise<Result>

/**
 * Delays `begin` until the transaction's first statement and sends both in one packet, which saves a round trip. A transaction
 * without statements sends nothing.
 */
function beginningLate(send: Send): Query {
  let isWaiting = false
  return async (text, values) => {
    if (text === 'begin') {
      isWaiting = true
      return { command: 'BEGIN', rowCount: null, rows: [] }
    }
    const opensTransaction = isWaiting
    isWaiting = false
    if (opensTransaction && (text === 'commit' || text === 'rollback'))
      return { command: text.toUpperCase(), rowCount: null, rows: [] }
    return send(text, values, opensTransaction)
  }
}

function withQuery(pool: pg.Pool, queryOn: (client: pg.PoolClient) => Query): PostgresPool {
  const clients = new WeakMap<pg.PoolClient, PostgresPoolClient>()

  function wrapped(client: pg.PoolClient): PostgresPoolClient {
    const send = queryOn(client)
    // Kysely requests a cursor only for streamed rows, which this code never uses.
    const query = async (text: unknown, values: readonly unknown[] = []) => {
      if (typeof text !== 'string') throw new TypeError('rows cannot be streamed')
      return send(text, values)
    }
    return {
      query: query as unknown as PostgresPoolClient['query'],
      release: (destroy) => client.release(destroy),
    }
  }

  return {
    options: pool.options,
    end: () => pool.end(),
    async connect() {
      const client = await pool.connect()
      const held = clients.get(client) ?? wrapped(client)
      clients.set(client, held)
      return held
    },
  }
}
