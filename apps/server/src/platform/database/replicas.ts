/** Sends reads of public data to streaming standbys. The primary answers whenever no standby can answer as the primary would. */
import pg from 'pg'
import type { Database, Db, Log } from './database.ts'
import type { ReplicaRecord, StandbyReads } from './standby-reads.ts'
import { DatabaseLost } from './connections/lost-connections.ts'
import {
  currentPosition,
  ForeignDatabase,
  identityOf,
  Standby,
  StandbyUnfit,
  type DatabaseIdentity,
  type Position,
} from './standby.ts'

interface ReplicasOptions {
  standbys: readonly Pick<Standby, 'address' | 'read' | 'examine' | 'close'>[]
  /** Returns the latest position of the log that a client of the primary may know of at the time of the call. */
  position: () => Promise<Position>
  identity: () => Promise<DatabaseIdentity>
  log: Log
  /** Tests shorten the pauses. */
  pauses?: Partial<Pauses>
}

/**
 * Opens the standbys at these addresses for the public reads of `database`. A standby that does not answer is used as soon as it
 * does. The caller must close the result.
 * @throws ForeignDatabase if an address leads to another database.
 */
export async function openReplicas(
  database: Database,
  { connectionStrings, ...common }: { connectionStrings: readonly string[]; poolSize: number; log: Log },
): Promise<Replicas> {
  const replicas = new Replicas({
    standbys: connectionStrings.map(
      (connectionString) =>
        new Standby({ connectionString, applicationName: 'apogee public reads', ...common }),
    ),
    position: () => currentPosition(database.kysely),
    identity: () => identityOf(database.kysely),
    log: common.log,
  })
  try {
    await replicas.start()
  } catch (error) {
    await replicas.close()
    throw error
  }
  database.replicas = replicas
  return replicas
}

interface Pauses {
  /** A standby in use is checked at this interval. */
  usedMs: number
  /** A failed standby is checked again after this time. The time doubles up to `longestMs`. */
  firstMs: number
  longestMs: number
}

const usualPauses: Pauses = { usedMs: 5_000, firstMs: 250, longestMs: 5_000 }

interface Member {
  standby: ReplicasOptions['standbys'][number]
  isUsed: boolean
  caughtUpAt: number
  pauseMs: number
  timer: NodeJS.Timeout | undefined
  /** This cause was logged last for this standby. */
  complaint: string | undefined
}

export class Replicas implements StandbyReads {
  readonly #options: ReplicasOptions
  readonly #pauses: Pauses
  readonly #members: Member[]
  readonly #position: () => Promise<Position>
  readonly #reads = { standby: 0, primary: 0 }
  #identity: DatabaseIdentity | undefined
  #next = 0
  #isClosed = false

  constructor(options: ReplicasOptions) {
    this.#options = options
    this.#pauses = { ...usualPauses, ...options.pauses }
    this.#position = sharedByCallers(options.position)
    this.#members = options.standbys.map((standby) => ({
      standby,
      isUsed: false,
      caughtUpAt: performance.now(),
      timer: undefined,
      complaint: undefined,
      pauseMs: this.#pauses.firstMs,
    }))
  }

  /**
   * Checks every standby once and periodically thereafter. A standby that does not answer is checked again later.
   * @throws ForeignDatabase
   */
  async start(): Promise<void> {
    const outcomes = await Promise.all(this.#members.map((member) => this.#check(member)))
    for (const error of outcomes) if (error instanceof ForeignDatabase) throw error
  }

  /**
   * Runs `work` on a standby that has everything committed before this call. If there is none, or the standby fails, runs it on the
   * primary. `work` only reads, and may run twice.
   * @throws the error of `work` on the primary.
   */
  async read<T>(work: (db: Db) => Promise<T>, primary: Db): Promise<T> {
    const member = this.#choose()
    const position = member && (await this.#knownPosition())
    if (member && position) {
      let hasBegun = false
      try {
        const result = await member.standby.read(position, (db) => {
          hasBegun = true
          return work(db)
        })
        member.caughtUpAt = performance.now()
        this.#reads.standby += 1
        return result
      } catch (error) {
        if (hasBegun && !isOfStandby(error)) throw error
        this.#noteFailure(member, error)
      }
    }
    this.#reads.primary += 1
    return work(primary)
  }

  record(): ReplicaRecord {
    const now = performance.now()
    return {
      reads: { ...this.#reads },
      standbys: this.#members.map(({ standby, isUsed, caughtUpAt }) => ({
        address: standby.address,
        isUsed,
        behindSeconds: isUsed ? 0 : (now - caughtUpAt) / 1000,
      })),
    }
  }

  async close(): Promise<void> {
    this.#isClosed = true
    for (const { timer } of this.#members) clearTimeout(timer)
    await Promise.all(this.#members.map(({ standby }) => standby.close()))
  }

  /** Chooses among the used standbys in rotation. */
  #choose(): Member | undefined {
    const used = this.#members.filter(({ isUsed }) => isUsed)
    this.#next = (this.#next + 1) % Math.max(1, used.length)
    return used[this.#next]
  }

  /** Returns undefined when the primary fails. The read itself then reports the failure. */
  async #knownPosition(): Promise<Position | undefined> {
    try {
      return await this.#position()
    } catch (err) {
      this.#options.log.debug({ err }, 'position of the primary not read')
      return undefined
    }
  }

  /** A cancellation by WAL replay is ignored, because it says nothing about the next statement. */
  #noteFailure(member: Member, error: unknown): void {
    const { address } = member.standby
    if (isOutage(error)) this.#withhold(member, error)
    else this.#options.log.debug({ err: error, address }, 'public read repeated on the primary')
  }

  #withhold(member: Member, error: unknown): void {
    const wasUsed = member.isUsed
    member.isUsed = false
    this.#complain(member, error)
    if (!wasUsed) return
    member.pauseMs = this.#pauses.firstMs
    this.#scheduleCheck(member, member.pauseMs)
  }

  /** Logs a cause once, and not again at each check. */
  #complain(member: Member, error: unknown): void {
    const cause = error instanceof Error ? error.message : String(error)
    const isNew = member.complaint !== cause
    member.complaint = cause
    const level = mayComeBack(error) ? 'warn' : 'error'
    this.#options.log[isNew ? level : 'debug'](
      { err: error, address: member.standby.address },
      'standby not used, public reads go to the primary',
    )
  }

  #scheduleCheck(member: Member, afterMs: number): void {
    clearTimeout(member.timer)
    if (this.#isClosed) return
    member.timer = setTimeout(() => void this.#check(member), afterMs)
    member.timer.unref()
  }

  /** Returns the reason for not using the standby. If the primary does not answer, the state of the standby is unknown. */
  async #check(member: Member): Promise<unknown> {
    const failure = await this.#examine(member).catch((error: unknown) => {
      this.#withhold(member, error)
      return error
    })
    this.#scheduleCheck(member, member.isUsed ? this.#pauses.usedMs : member.pauseMs)
    member.pauseMs = Math.min(this.#pauses.longestMs, member.pauseMs * 2)
    return failure
  }

  async #examine(member: Member): Promise<void> {
    const { log, identity } = this.#options
    const position = await this.#knownPosition()
    if (!position) return
    this.#identity ??= await identity()
    await member.standby.examine(position, this.#identity)
    if (!member.isUsed) log.info({ address: member.standby.address }, 'public reads go to the standby')
    member.isUsed = true
    member.caughtUpAt = performance.now()
    member.complaint = undefined
  }
}

/** Distinguishes failures of the standby from errors of the read itself. A write on a standby is a programming error. */
function isOfStandby(error: unknown): boolean {
  if (error instanceof pg.DatabaseError) return error.code !== readOnly
  return error instanceof DatabaseLost
}

const readOnly = '25006'

/** Recognises errors with the severity FATAL: the server refuses connections, or has closed this one. */
function isOutage(error: unknown): boolean {
  return !(error instanceof pg.DatabaseError) || error.severity === 'FATAL' || error.severity === 'PANIC'
}

function mayComeBack(error: unknown): boolean {
  if (error instanceof StandbyUnfit) return error.reason === 'late'
  return !(error instanceof ForeignDatabase)
}

/**
 * Shares one query among all callers. Callers that arrive while a query runs share the next one, because the answer of the running
 * query may be older than what they know.
 */
function sharedByCallers<T>(ask: () => Promise<T>): () => Promise<T> {
  let running: Promise<unknown> = Promise.resolve()
  let waiting: Promise<T> | undefined
  return () =>
    (waiting ??= running.then(() => {
      waiting = undefined
      const asked = ask()
      running = asked.catch(() => undefined)
      return asked
    }))
}
