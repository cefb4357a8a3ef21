/** Writes base backups on a timer, and the log as it is written, encrypted into BACKUP_DIR (docs/decisions/backups.md). */
import { createReadStream } from 'node:fs'
import { mkdir, stat, unlink } from 'node:fs/promises'
import { join } from 'node:path'
import type { Clock } from '../clock.ts'
import type { Log } from '../database/database.ts'
import { withTimeLimit } from '../time-limit.ts'
import { BackupFolder, namesIn, suffix, type FolderState } from './backup-folder.ts'
import { BucketCopies, type CopiedTimes, type ObjectStore } from './bucket-copies.ts'
import { PurchaseJournal } from './purchase-journal.ts'
import { writeSealed, type BackupKey } from './sealed-file.ts'
import type { BackupSource } from './source.ts'

export interface BackupAges {
  /** The newest base backup started this many seconds ago. Null means that there is none yet. */
  baseSeconds: number | null
  /** The newest log file arrived this many seconds ago. Null means that there is none yet. */
  walSeconds: number | null
  /**
   * This many log files are missing since the newest base backup. Moments after the first of them cannot be restored before the
   * next base backup.
   */
  missingFiles: number
  /**
   * The newest base backup in the bucket started this many seconds ago. It is absent if no bucket is configured, and null before
   * the first.
   */
  bucketBaseSeconds?: number | null
  bucketWalSeconds?: number | null
}

export interface BackupPlan {
  everyHours: number
  keepDays: number
}

interface BackupsOptions extends BackupPlan {
  source: BackupSource
  /** This is the folder of the cluster in BACKUP_DIR. */
  folder: string
  key: BackupKey
  /** The bucket receives a copy of everything. The names of its objects begin with `cluster`. */
  bucket?: { store: ObjectStore; cluster: string } | undefined
  clock: Clock
  log: Log
}

interface ReadState {
  folder: FolderState
  copied: CopiedTimes | null
}

/** The spool is checked at this interval. Together with the engine's `archive_timeout`, the interval bounds the possible loss. */
const shipEveryMs = 5_000
const agesHoldMs = 15_000
const hourMs = 3_600_000
/** The limit prevents an unresponsive folder from blocking an orderly stop of the database. */
const stopMs = 15_000

const logIsMissing =
  'files of the database log are missing in BACKUP_DIR: moments between the newest base backup and now cannot all be restored. A base backup is taken now'

export class Backups {
  readonly #options: BackupsOptions
  readonly #folder: BackupFolder
  readonly #timer: NodeJS.Timeout
  /** Maps the name of an unfinished file that was sent to its time of change. */
  readonly #sent = new Map<string, number>()
  #shipping: Promise<void> | undefined
  readonly purchases: PurchaseJournal
  readonly #copies: BucketCopies | null
  #ages: { at: number; read: Promise<ReadState> } | undefined

  /** @throws a sentence when the folder cannot be written. */
  static async start(options: BackupsOptions): Promise<Backups> {
    try {
      await mkdir(join(options.folder, 'wal'), { recursive: true, mode: 0o700 })
    } catch (error) {
      throw new Error(
        `BACKUP_DIR cannot be written: ${error instanceof Error ? error.message : String(error)}. Is it mounted, does it belong to the user of this process, and does a systemd unit name it in ReadWritePaths= (docs/operations.md#backup-and-restore)?`,
        { cause: error },
      )
    }
    return new Backups(options)
  }

  private constructor(options: BackupsOptions) {
    this.#options = options
    this.#folder = new BackupFolder(options.folder, options.key)
    const { bucket, log } = options
    const copies = bucket ? new BucketCopies({ ...bucket, folder: this.#folder, log }) : null
    this.#copies = copies
    this.purchases = new PurchaseJournal(options.folder, options.key, (file) => {
      copies?.add(file)
      // Nothing else knows of the purchase yet, so the note is copied immediately.
      void this.#copyOrReport()
    })
    this.#timer = setInterval(() => void this.#shipOrReport(), shipEveryMs)
  }

  /**
   * Runs as a job: creates a base backup when the newest one is old enough, removes expired backups, and copies both to the bucket.
   */
  async takeDue(signal: AbortSignal): Promise<void> {
    const now = this.#options.clock.now()
    if (this.#isDue(await this.#folder.state(now))) await this.take(signal)
    await this.#copies?.reconcile(this.#keptSince(now))
  }

  #keptSince(now: Date): Date {
    return new Date(now.getTime() - this.#options.keepDays * 24 * hourMs)
  }

  #isDue({ baseAt, base, isOtherTimeline, holes }: FolderState): boolean {
    const { everyHours, clock, log } = this.#options
    if (!baseAt || clock.now().getTime() - baseAt.getTime() >= everyHours * hourMs) return true
    if (holes.length > 0) log.error({ holes }, logIsMissing)
    // No readable base backup is continued by the log from this point. The base backups use another key, or precede a restore.
    return holes.length > 0 || base === null || isOtherTimeline
  }

  async take(signal: AbortSignal): Promise<void> {
    const { source, clock, log } = this.#options
    const startedAt = clock.now()
    const base = await this.#folder.writeBase(startedAt, async (target) => {
      const known = await source.copyFiles(target, signal)
      // A copy is useless without the log of the time during which it was made, so the log is moved first.
      await this.ship()
      return known
    })
    this.#ages = undefined
    const keptSince = this.#keptSince(startedAt)
    const removed = await this.#folder.removeBefore(keptSince)
    await this.purchases.removeBefore(keptSince)
    const seconds = Math.round((clock.now().getTime() - startedAt.getTime()) / 1000)
    log.info({ backup: base.name, seconds, removed }, 'base backup written')
  }

  /** Moves the log from the spool to the folder. Several processes may do so concurrently. */
  async ship(): Promise<void> {
    // An earlier run that is still running may have passed over a file that has arrived since.
    await this.#shipping?.catch(() => undefined)
    this.#shipping ??= this.#shipAll().finally(() => (this.#shipping = undefined))
    await this.#shipping
  }

  async #shipAll(): Promise<void> {
    const { spool } = this.#options.source
    for (const name of (await namesIn(spool)).toSorted()) {
      if (name.startsWith('.')) continue
      const path = join(spool, name)
      const changed = await changeTime(path)
      if (changed === undefined) continue
      const isPartial = name.endsWith('.partial')
      if (isPartial && this.#sent.get(name) === changed) continue
      const isThere = await this.#send(path, name)
      if (!isThere) continue
      if (isPartial) this.#sent.set(name, changed)
      else await unlink(path).catch(ignoreMissing)
    }
  }

  /** Returns false when another process has moved the file. */
  async #send(path: string, name: string): Promise<boolean> {
    const { path: target, ...as } = this.#folder.wal(name)
    try {
      await writeSealed(target, as, createReadStream(path))
      this.#copies?.add(`wal/${name}${suffix}`)
      return true
    } catch (error) {
      ignoreMissing(error)
      return false
    }
  }

  async #shipOrReport(): Promise<void> {
    if (this.#shipping) return
    try {
      await this.ship()
    } catch (err) {
      this.#options.log.error({ err }, 'database log not archived, will be retried')
    }
    await this.#copyOrReport()
  }

  /** Copies to the bucket without blocking the folder, so that archiving continues while the bucket does not respond. */
  async #copyOrReport(): Promise<void> {
    try {
      await this.#copies?.copyWaiting()
    } catch (err) {
      this.#options.log.error({ err }, 'backups not copied to the bucket, will be retried')
    }
  }

  async ages(): Promise<BackupAges> {
    const now = this.#options.clock.now().getTime()
    if (!this.#ages || now - this.#ages.at > agesHoldMs) {
      const read = this.#read()
      this.#ages = { at: now, read }
      read.catch(() => (this.#ages = undefined))
    }
    const {
      folder: { baseAt, walAt, holes },
      copied,
    } = await this.#ages.read
    const age = (at: Date | null) => at && Math.max(0, (now - at.getTime()) / 1000)
    const missingFiles = holes.reduce((sum, { files }) => sum + files, 0)
    return {
      baseSeconds: age(baseAt),
      walSeconds: age(walAt),
      missingFiles,
      ...(copied && { bucketBaseSeconds: age(copied.baseAt), bucketWalSeconds: age(copied.walAt) }),
    }
  }

  async #read(): Promise<ReadState> {
    const folder = await this.#folder.state(this.#options.clock.now())
    return { folder, copied: (await this.#copies?.times()) ?? null }
  }

  /** Archives the log that has been written so far, and stops. */
  async stop(): Promise<void> {
    clearInterval(this.#timer)
    const { source, log } = this.#options
    const finish = withTimeLimit(stopMs, async () => {
      await source.finishLog()
      await source.stop()
      await this.ship()
      await this.#copyOrReport()
    })
    try {
      await finish()
    } catch (err) {
      log.error({ err }, 'the end of the database log was not archived; the next start archives it')
    }
  }
}

async function changeTime(path: string): Promise<number | undefined> {
  try {
    return (await stat(path)).mtimeMs
  } catch (error) {
    ignoreMissing(error)
    return undefined
  }
}

function ignoreMissing(error: unknown): void {
  if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error
}
