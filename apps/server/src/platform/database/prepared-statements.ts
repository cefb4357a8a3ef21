/** Prepares statements that repeat, once for each connection, and sends `begin` together with a transaction's first statement. */
import type { PostgresPool, PostgresPoolClient } from 'kysely'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import type { BaseLogger } from 'pino'
import { beginName, isPreparedOn, PreparedQuery, type ParserOf } from './prepared-query.ts'

export interface PrepareOptions {
  /** For Kysely's transactions: the same connections, which prepare repeated statements. */
  pool: PostgresPool
  /**
   * For single statements outside transactions. Pages of lists are planned for their actual values. A statement is sent
   * again after a deadlock, and without its name when a changed table has made its plan invalid.
   */
  single: PostgresPool
  /** Drops all prepared statements, because a changed table has made a plan invalid. */
  forget(): void
}

/** A statement that is sent once is not prepared: its text may be one of arbitrarily many. */
const usesUntilNamed = 3
/** A page of a list: its best plan depends on the values. */
const isPage = /\bLIMIT \$\d/
/** A migration of another process has changed the result columns of a prepared statement. */
const planOutdated = '0A000'
/** A deadlock or a serialisation failure: the transaction was rolled back. */
const undoneForAnother: ReadonlySet<string | undefined> = new Set(['40P01', '40001'])
const tries = 3
/** Before the next try, so that the transaction that was preferred can take the locks it waited for; longer each time. */
const conflictPauseMs = 40

/**
 * Repeats what PostgreSQL aborted and rolled back: for another transaction, or because a changed table made a plan invalid.
 * @throws what the last try throws, and at once every other error.
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

/** More texts than the product has; further ones are sent unprepared. */
const mostNames = 2_000

interface PrepareSettings {
  parserOf: ParserOf
  log: Pick<BaseLogger, 'warn'>
  /** Whether a connection remembers the statements that it has prepared. */
  keepsStatements: () => boolean
  /** Replaces `begin`, which is then sent by itself. */
  begin: string | undefined
  /** Whether transactions prepare pages of lists too. */
  preparesPages?: boolean
}

export function prepareOn(
  pool: pg.Pool,
  { parserOf, log, keepsStatements, begin, preparesPages = true }: PrepareSettings,
): PrepareOptions {
  const uses = new Map<string, number>()
  const names = new Map<string, string>()
  const pages = new Map<string, boolean>()
  let generation = 0

  function nameOf(text: string): string | undefined {
    const known = names.get(text)
    if (known !== undefined || names.size >= mostNames) return known
    const used = (uses.get(text) ?? 0) + 1
    if (used < usesUntilNamed) {
      if (uses.size >= mostNames) uses.clear()
      uses.set(text, used)
      return undefined
    }
    uses.delete(text)
    const name = `apogee_${generation}_${names.size}`
    names.set(text, name)
    return name
  }

  /** Searching the text of each statement anew takes as long as compiling it. */
  function isPageText(text: string): boolean {
    const known = pages.get(text)
    if (known !== undefined) return known
    const found = isPage.test(text)
    if (pages.size < mostNames) pages.set(text, found)
    return found
  }

  function forget(): void {
    names.clear()
    generation += 1
  }

  async function send(
    client: pg.PoolClient,
    text: string,
    values: readonly unknown[],
    { opensTransaction = false } = {},
  ): Promise<Result> {
    const mayPrepare = values.length > 0 && keepsStatements() && (preparesPages || !isPageText(text))
    const name = mayPrepare ? nameOf(text) : undefined
    const isOneWay = opensTransaction && name !== undefined && isPreparedOn(client, beginName)
    if (opensTransaction && !isOneWay)
      await (begin === undefined ? client.query({ name: beginName, text: 'begin' }) : client.query(begin))
    if (name === undefined) return client.query(text, [...values])
    const query = new PreparedQuery({ name, text, values }, parserOf, { opensTransaction: isOneWay })
    client.query(query)
    return query.answer
  }

  async function sendAlone(client: pg.PoolClient, text: string, values: readonly unknown[]): Promise<Result> {
    if (isPageText(text)) return client.query(text, [...values])
    return repeatAborted(
      (attempt) => (attempt === 1 ? send(client, text, values) : client.query(text, [...values])),
      {
        forgetPlans: forget,
        onConflict: (err) => log.warn({ err }, 'statement rolled back by a conflict, retried'),
      },
    )
  }

  return {
    pool: withQuery(pool, (client) => beginningLate(client, send)),
    single: withQuery(pool, (client) => (text, values) => sendAlone(client, text, values)),
    forget,
  }
}

type Result = Pick<pg.QueryResult, 'command' | 'rowCount' | 'rows'>
type Query = (text: string, values: readonly unknown[]) => Promise<Result>
type Send = (
  client: pg.PoolClient,
  text: string,
  values: readonly unknown[],
  options?: { opensTransaction?: boolean },
) => Promise<Result>

/**
 * Keeps `begin` until the transaction's first statement and sends both in one packet, which spares a round trip. A
 * transaction without statements sends nothing.
 */
function beginningLate(client: pg.PoolClient, send: Send): Query {
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
    return send(client, text, values, { opensTransaction })
  }
}

/** The pool with another way to send a statement. */
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
