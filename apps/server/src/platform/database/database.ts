import type { BaseLogger } from 'pino'
import type { Kysely, Transaction } from 'kysely'
import pg from 'pg'
import { DatabaseLost } from './connections/lost-connections.ts'
import { ReportingPool } from './reporting-pool.ts'
import { prepareOn, repeatAborted } from './prepared-statements.ts'
import type { StandbyReads } from './standby-reads.ts'
import { SingleStatements } from './single-statements.ts'
import { TemplateDialect } from './template-compiler.ts'
import {
  AnswerWatch,
  keepAliveDelayMs,
  probeOf,
  usualDeadlines,
  WatchedClient,
  type Deadlines,
} from './connections/silent-connections.ts'

export type Tx = Transaction<unknown>

/** Accepts a transaction or the plain connection. */
export type Db = Kysely<unknown>

export type Log = Pick<BaseLogger, 'debug' | 'info' | 'warn' | 'error'>

export type Database = {
  kysely: Kysely<unknown>
  /** If a pooler is in between, each transaction and each single statement may get another session. */
  pool: pg.Pool
  /**
   * This pool serves work that needs a session of its own: locks and settings that outlive a transaction, and LISTEN. Without a
   * pooler it is the same as `pool`.
   */
  sessions: pg.Pool
  /** This is true if connections of `pool` support prepared statements. If there is a pooler, the start has checked this. */
  keepsStatements: boolean
  /**
   * Runs one READ COMMITTED transaction. It commits when `work` resolves, and rolls back when `work` throws. After a deadlock or a
   * serialisation failure it is tried again, up to three times in all, so a rollback must undo all effects of `work`. Throws
   * DatabaseLost when the connection broke or fell silent, even in COMMIT: the outcome is then unknown.
   */
  transaction<T>(work: (tx: Tx) => Promise<T>): Promise<T>
  /** These standbys answer public reads. Null means that none is configured. */
  replicas: StandbyReads | null
  /**
   * Reads data that is the same for everyone, on a standby that has every commit so far, or else on the primary. `work` must use no
   * other connection than the one it gets, write nothing, and tolerate being run twice (docs/decisions/read-replicas.md).
   */
  publicRead<T>(work: (db: Db) => Promise<T>): Promise<T>
  /** Returns a session for LISTEN, which is not connected yet. The caller ends it. */
  listeningSession(name: string): WatchedClient
  /** Records how the server at the address of `pool` answers. */
  answers: Pick<AnswerWatch, 'silentForMs' | 'quietForMs'>
  /**
   * Probes the database over a connection of the pool.
   * @throws DatabaseLost if no answer arrives within two seconds.
   */
  probe(): Promise<void>
  /** Closes every connection. Connections in use are cut after five seconds, so that a shutdown always ends. */
  close(): Promise<void>
}

export type ConnectOptions = {
  connectionString: string
  /** This is PostgreSQL's own address. It is needed when `connectionString` is that of a pooler in transaction mode. */
  directConnectionString?: string | null
  /**
   * The pool of `connectionString` has at most this many connections. A process that also runs jobs needs at least its job
   * concurrency + 4.
   */
  poolSize: number
  /** pg_stat_activity shows this name. */
  applicationName: string
  log: Log
  /** Tests shorten the deadlines. */
  deadlines?: Partial<Deadlines>
}

const statementTimeoutMs = 30_000
const idleInTransactionTimeoutMs = 30_000
/**
 * The database ends sessions whose client disappeared without closing its connection, so that they do not use up its connections.
 * No session of the product is idle for a minute.
 */
const sessionOptions = [
  'idle_session_timeout=60000',
  'tcp_keepalives_idle=10',
  'tcp_keepalives_interval=5',
  'tcp_keepalives_count=3',
]
  .map((setting) => `-c ${setting}`)
  .join(' ')
/**
 * These settings are sent at the start of a connection. A pooler does not forward them, so transactions over a pooler begin with
 * `pooledBegin`.
 */
const sessionSettings = {
  options: sessionOptions,
  statement_timeout: statementTimeoutMs,
  idle_in_transaction_session_timeout: idleInTransactionTimeoutMs,
}
const pooledBegin = `begin; set local statement_timeout = ${statementTimeoutMs}; set local idle_in_transaction_session_timeout = ${idleInTransactionTimeoutMs}`
/**
 * This is enough for a listening connection for each class of jobs, the workers' locks, and a few connections for migrations and
 * checks.
 */
const sessionPoolSize = 10

/**
 * Creates a pool and Kysely over it with type conversion: int8 → number (throws beyond 2^53), timestamptz → Date, date →
 * 'yyyy-MM-dd', numeric → string (cast a sum of int8 back to int8 in SQL).
 */
export function connect(options: ConnectOptions): Database {
  const { connectionString, directConnectionString, poolSize, log, deadlines } = options
  const limits = { ...usualDeadlines, ...deadlines }
  const answers = new AnswerWatch(limits, log)
  const isPooled = typeof directConnectionString === 'string'
  // Answers over the direct address say nothing about the pooler, so they are watched separately.
  const directAnswers = isPooled ? new AnswerWatch(limits, log) : answers
  const open = isPooled
    ? openPool(options, answers, { connectionString, max: poolSize })
    : openPool(options, answers, { connectionString, max: poolSize, ...sessionSettings })
  const direct = isPooled
    ? openPool(options, directAnswers, {
        connectionString: directConnectionString,
        max: sessionPoolSize,
        ...sessionSettings,
      })
    : open
  const { pool } = open
  const sessions = direct.pool
  let keepsStatements = !isPooled
  const preparing = prepareOn(pool, {
    parserOf: getTypeParser,
    log,
    keepsStatements: () => keepsStatements,
    begin: isPooled ? pooledBegin : undefined,
  })
  const dialect = new TemplateDialect({ pool: preparing.pool })
  const kysely = new SingleStatements(dialect, preparing.sendAlone)

  const transaction = <T>(work: (tx: Tx) => Promise<T>) =>
    repeatAborted(() => kysely.transaction().execute(work), {
      forgetPlans: () => preparing.forget(),
      onConflict: (err) => log.warn({ err }, 'transaction rolled back by a conflict, retried'),
    })

  let replicas: StandbyReads | null = null
  let closing: Promise<void> | undefined
  return {
    kysely,
    pool,
    sessions,
    get keepsStatements() {
      return keepsStatements
    },
    set keepsStatements(value) {
      keepsStatements = value
    },
    transaction,
    get replicas() {
      return replicas
    },
    set replicas(value) {
      replicas = value
    },
    publicRead: (work) => (replicas ? replicas.read(work, kysely) : work(kysely)),
    answers,
    listeningSession: (name) =>
      new WatchedClient({ ...sessions.options, application_name: name, statement_timeout: 0 }, directAnswers),
    probe: probeOf(pool, limits.probeMs),
    close: () =>
      (closing ??= Promise.all([...new Set([open, direct])].map((one) => closePool(one, log))).then(
        () => undefined,
      )),
  }
}

function watchedBy(answers: AnswerWatch) {
  return class extends WatchedClient {
    constructor(config?: pg.ClientConfig) {
      super(config, answers)
    }
  }
}

function setIdle(client: pg.PoolClient, isIdle: boolean): void {
  if (client instanceof WatchedClient) client.isIdle = isIdle
}

export interface OpenPool {
  pool: pg.Pool
  clients: Set<pg.PoolClient>
  /** Running statements may delay the end of the pool by at most this many ms. */
  closeMs: number
}

export function openPool(
  { applicationName, log }: Pick<ConnectOptions, 'applicationName' | 'log'>,
  answers: AnswerWatch,
  config: pg.PoolConfig,
): OpenPool {
  const pool = new ReportingPool({
    ...config,
    Client: watchedBy(answers),
    application_name: applicationName,
    connectionTimeoutMillis: answers.deadlines.connectMs,
    keepAlive: true,
    keepAliveInitialDelayMillis: keepAliveDelayMs,
    types: { getTypeParser },
  })
  const clients = new Set<pg.PoolClient>()
  // When a connection fails while idle (the engine restarted, the network was lost), the pool replaces it on next use.
  pool.on('error', (err) => {
    // The product dropped this connection itself, and has logged the cause once for all connections.
    if (err instanceof DatabaseLost) log.debug({ err }, 'idle database connection dropped')
    else log.warn({ err }, 'idle database connection lost')
  })
  pool.on('connect', (client) => {
    clients.add(client)
    // The pool does not listen for errors while a client is checked out. The client's query rejects as well, so no error is lost.
    client.on('error', (err) => log.debug({ err }, 'database connection in use lost'))
  })
  pool.on('remove', (client) => clients.delete(client))
  pool.on('acquire', (client) => setIdle(client, false))
  pool.on('release', (_err, client) => setIdle(client, true))
  return { pool, clients, closeMs: answers.deadlines.closeMs }
}

export async function closePool({ pool, clients, closeMs }: OpenPool, log: Log): Promise<void> {
  const cut = setTimeout(() => {
    log.warn({ connections: clients.size }, 'busy database connections cut')
    for (const client of clients) client.connection.stream.destroy()
  }, closeMs)
  try {
    await pool.end()
  } finally {
    clearTimeout(cut)
  }
}

const { INT8, DATE } = pg.types.builtins
const int8Array = 1016

export function getTypeParser(oid: number, format?: 'text' | 'binary') {
  if (format === 'binary') return pg.types.getTypeParser(oid, 'binary')
  if (oid === INT8) return parseInt8
  if (oid === int8Array) return parseInt8Array
  if (oid === DATE) return (text: string) => text
  return pg.types.getTypeParser(oid, 'text')
}

function parseInt8(text: string): number {
  return safeInteger(Number(text), text)
}

/** Parses arrays of one dimension only, because this schema has no nested arrays of numbers. A nested array throws. */
function parseInt8Array(text: string): (number | null)[] {
  const items = text.slice(1, -1)
  if (items === '') return []
  return items.split(',').map((item) => (item === 'NULL' ? null : parseInt8(item)))
}

function safeInteger(number: number, text: string): number {
  if (!Number.isSafeInteger(number))
    throw new RangeError(`int8 value ${text} does not fit a JavaScript number`)
  return number
}
