/** Reads from one streaming standby. Each read first proves that the standby has everything committed on the primary. */
import { setTimeout as pause } from 'node:timers/promises'
import { Kysely, PostgresDialect, sql } from 'kysely'
import pg from 'pg'
import { closePool, getTypeParser, openPool, type Db, type Log, type OpenPool } from './database.ts'
import { prepareOn, type PrepareOptions } from './prepared-statements.ts'
import { examineSessions } from './sessions.ts'
import { AnswerWatch, usualDeadlines, type Deadlines } from './connections/silent-connections.ts'

/** A position is a place in the primary's write-ahead log. */
export interface Position {
  /** The position is written like `0/16B3748`. */
  lsn: string
  timeline: number
}

/** The identity is equal in a primary and its standbys, and different in every other database. */
export interface DatabaseIdentity {
  system: string
  database: number
}

export type UnfitReason = 'late' | 'not a standby' | 'another timeline'

/** The standby answers, but must not serve reads. */
export class StandbyUnfit extends Error {
  readonly reason: UnfitReason
  constructor(reason: UnfitReason) {
    super(`the standby may not be read: ${reason}`)
    this.name = 'StandbyUnfit'
    this.reason = reason
  }
}

/** The address leads to another database. */
export class ForeignDatabase extends Error {
  constructor(address: string) {
    super(`${address} leads to another database than DATABASE_URL`)
    this.name = 'ForeignDatabase'
  }
}

/**
 * Returns a position after every transaction whose commit a client of the primary can know of. With `synchronous_commit = off` a
 * commit is visible before it is flushed.
 */
export async function currentPosition(primary: Db): Promise<Position> {
  const { rows } = await sql<Position>`
    SELECT at.lsn::text AS lsn, ('x' || left(pg_walfile_name(at.lsn), 8))::bit(32)::int AS timeline
      FROM (SELECT CASE current_setting('synchronous_commit')
                     WHEN 'off' THEN pg_current_wal_insert_lsn() ELSE pg_current_wal_flush_lsn() END AS lsn) at`.execute(
    primary,
  )
  const [position] = rows
  if (!position) throw new Error('the primary has no position')
  return position
}

export async function identityOf(db: Db): Promise<DatabaseIdentity> {
  const { rows } = await sql<DatabaseIdentity>`
    SELECT c.system_identifier::text AS system, d.oid::int8 AS database
      FROM pg_control_system() c, pg_database d WHERE d.datname = current_database()`.execute(db)
  const [identity] = rows
  if (!identity) throw new Error('the database has no identity')
  return identity
}

/** Returns the server's state. A primary answers, too. */
async function stateAt(db: Db, { lsn }: Position) {
  const { rows } = await sql<{ isStandby: boolean; hasReplayed: boolean; timeline: number }>`
    SELECT pg_is_in_recovery() AS "isStandby",
           coalesce(pg_last_wal_replay_lsn() >= ${lsn}::pg_lsn, false) AS "hasReplayed",
           greatest(k.timeline_id, r.min_recovery_end_timeline) AS timeline
      FROM pg_control_checkpoint() k, pg_control_recovery() r`.execute(db)
  const [state] = rows
  if (!state) throw new Error('the standby has no state')
  return state
}

/** A read waits at most this many ms until the standby has replayed the required position. */
const usualWaitMs = 100
const longestPauseMs = 16
const statementTimeoutMs = 4_000
/** The deadlines are short, because a read that fails on the standby is repeated on the primary. */
const standbyDeadlines: Deadlines = {
  ...usualDeadlines,
  statementMs: 5_000,
  suspectMs: 1_000,
  connectMs: 1_000,
}
/**
 * Each transaction sends these settings, because poolers do not forward startup settings. Each statement must see everything
 * replayed before it, whatever default isolation the database sets.
 */
const begin = `begin isolation level read committed read only; set local statement_timeout = ${statementTimeoutMs}; set local idle_in_transaction_session_timeout = ${statementTimeoutMs}`

export interface StandbyOptions {
  connectionString: string
  poolSize: number
  applicationName: string
  log: Log
  /** Tests change this wait. */
  waitMs?: number
  deadlines?: Partial<Deadlines>
}

export class Standby {
  /** Logs and metrics show this host and port. */
  readonly address: string
  readonly #open: OpenPool
  readonly #preparing: PrepareOptions
  readonly #kysely: Kysely<unknown>
  readonly #log: Log
  readonly #waitMs: number
  #keepsStatements = false
  #isExamined = false

  constructor({ connectionString, poolSize, applicationName, log, waitMs, deadlines }: StandbyOptions) {
    const { hostname, port } = new URL(connectionString)
    this.address = `${decodeURIComponent(hostname)}:${port || '5432'}`
    this.#log = log
    this.#waitMs = waitMs ?? usualWaitMs
    const answers = new AnswerWatch({ ...standbyDeadlines, ...deadlines }, log)
    this.#open = openPool({ applicationName, log }, answers, { connectionString, max: poolSize })
    this.#preparing = prepareOn(this.#open.pool, {
      parserOf: getTypeParser,
      log,
      keepsStatements: () => this.#keepsStatements,
      begin,
      preparesPages: false,
    })
    this.#kysely = new Kysely<unknown>({
      dialect: new PostgresDialect({ pool: this.#preparing.pool }),
    })
  }

  /**
   * Runs one read-only transaction that sees every transaction up to `position`.
   * @throws StandbyUnfit, an error of the connection or the database, or the error of `work`.
   */
  async read<T>(position: Position, work: (db: Db) => Promise<T>): Promise<T> {
    try {
      return await this.#kysely.transaction().execute(async (tx) => {
        await this.#untilReplayed(tx, position)
        return work(tx)
      })
    } catch (error) {
      if (error instanceof pg.DatabaseError) this.#forgetStatements(error)
      throw error
    }
  }

  /**
   * Proves that the server is an up-to-date standby of this database. Detects once whether a pooler in between supports prepared
   * statements.
   * @throws ForeignDatabase, and the errors of `read`.
   */
  async examine(position: Position, expected: DatabaseIdentity): Promise<void> {
    const { system, database } = await identityOf(this.#kysely)
    if (system !== expected.system || database !== expected.database) throw new ForeignDatabase(this.address)
    await this.read(position, async () => undefined)
    if (this.#isExamined) return
    this.#keepsStatements = (await examineSessions(this.#open.pool, { canListen: false })).keepsStatements
    this.#isExamined = true
  }

  async close(): Promise<void> {
    await closePool(this.#open, this.#log)
  }

  async #untilReplayed(tx: Db, position: Position): Promise<void> {
    const giveUpAt = performance.now() + this.#waitMs
    for (let pauseMs = 1; ; pauseMs = Math.min(longestPauseMs, pauseMs * 2)) {
      const { isStandby, hasReplayed, timeline } = await stateAt(tx, position)
      if (!isStandby) throw new StandbyUnfit('not a standby')
      if (timeline !== position.timeline) throw new StandbyUnfit('another timeline')
      if (hasReplayed) return
      if (performance.now() >= giveUpAt) throw new StandbyUnfit('late')
      await pause(pauseMs)
    }
  }

  /** Drops the prepared statements if they no longer work, because a table changed or a pooler was put in between. */
  #forgetStatements({ code }: pg.DatabaseError): void {
    if (code === planOutdated) this.#preparing.forget()
    if (code !== undefined && statementUnknown.has(code)) this.#keepsStatements = false
  }
}

const planOutdated = '0A000'
const statementUnknown: ReadonlySet<string> = new Set(['26000', '42P05'])
