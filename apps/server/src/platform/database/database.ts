import type { BaseLogger } from 'pino'
import type { Kysely, Transaction } from 'kysely'
import pg from 'pg'
import { DatabaseLost } from './connections/lost-connections.ts'
import { ReportingPool } from './reporting-pool.ts'
import { prepareOn, repeatAborted } from './prepared-statements.ts'
import type { Replicas } from './replicas.ts'
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

/** The type accepts a transaction or the plain connection. */
export type Db = Kysely<unknown>

export type Log = Pick<BaseLogger, 'debug' | 'info' | 'warn' | 'error'>

export type Database = {
  kysely: Kysely<unknown>
  /** With a pooler in between, each transaction and each single statement may get another session. */
  pool: pg.Pool
  /**
   * The pool serves work that needs its own session: locks and settings that outlive a transaction, LISTEN. Without a pooler it is
   * `pool`.
   */
  sessions: pg.Pool
  /** The value tells whether connections of `pool` support prepared statements; the start has checked this for a pooler. */
  keepsStatements: boolean
  /**
   * Runs one READ COMMITTED transaction: it commits when `work` resolves and rolls back when it throws. Deadlocks and serialisation
   * failures are tried up to three times, so a rollback must undo all effects of `work`. Throws DatabaseLost when the connection
   * broke or fell silent, also in COMMIT: the outcome is then unknown.
   */
  transaction<T>(work: (tx: Tx) => Promise<T>): Promise<T>
  /** The value holds the standbys that answer public reads. Null means that none are configured. */
  replicas: Replicas | null
  /**
   * Reads data that is the same for everyone, on a standby that has every commit so far or on the primary. `work` must use no other
   * connection than the one it gets, write nothing, and tolerate being run twice (docs/decisions/read-replicas.md).
   */
  publicRead<T>(work: (db: Db) => Promise<T>): Promise<T>
  /** Returns a dedicated, not yet connected session for LISTEN. The caller ends it. */
  listeningSession(name: string): WatchedClient
  /** The watch records how the server at the address of `pool` answers. */
  answers: Pick<AnswerWatch, 'silentForMs' | 'quietForMs'>
  /** Probes the database over a connection of the pool. @throws DatabaseLost without an answer within two seconds. */
  probe(): Promise<void>
  /** Closes every connection; busy ones are cut after five seconds, so that a shutdown always ends. */
  close(): Promise<void>
}

export type ConnectOptions = {
  connectionString: string
  /** The value is PostgreSQL's own address when `connectionString` is that of a pooler in transaction mode. */
  directConnectionString?: string | null
  /** The value is the maximum number of connections. A process that also runs jobs needs at least its job concurrency + 4. */
  poolSize: number
  /** The name appears in pg_stat_activity. */
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
/** Poolers do not forward startup settings. */
const sessionSettings = {
  options: sessionOptions,
  statement_timeout: statementTimeoutMs,
  idle_in_transaction_session_timeout: idleInTransactionTimeoutMs,
}
const pooledBegin = `begin; set local statement_timeout = ${statementTimeoutMs}; set local idle_in_transaction_session_timeout = ${idleInTransactionTimeoutMs}`
/**
 * The pool has a listening connection for each class of jobs, the workers' locks, and a few connections for migrations and checks.
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
  // Answers over the direct address say nothing about the pooler.
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

  let replicas: Replicas | null = null
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
  /** The value is the longest time in ms that running statements may delay the end of the pool. */
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
  // The pool replaces a connection that fails while idle (engine restarted, network lost) on next use.
  pool.on('error', (err) => {
    // The product dropped this connection itself and has logged the cause once for all.
    if (err instanceof DatabaseLost) log.debug({ err }, 'idle database connection dropped')
    else log.warn({ err }, 'idle database connection lost')
  })
  pool.on('connect', (client) => {
    clients.add(client)
    // The pool does not listen while a client is checked out. The client's query rejects as well, so no error is lost.
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

/** Parses one dimension only: this schema has no nested arrays of numbers, and a nested array throws. */
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
