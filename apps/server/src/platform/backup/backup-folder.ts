/**
 * Reads and writes the folder of one database cluster in BACKUP_DIR. `base/<time>/` is a copy of the files with a manifest, and
 * `wal/` is the archived log. All files are encrypted.
 */
import { mkdir, readdir, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import type pg from 'pg'
import { z } from 'zod/mini'
import { holesIn, newestTimeline, placeOf, usualSegmentBytes, type LogHole } from './log-names.ts'
import { BackupUnreadable, readSealedText, syncFolder, writeSealed, type BackupKey } from './sealed-file.ts'

const manifestSchema = z.object({
  format: z.literal(1),
  startedAt: z.string(),
  endedAt: z.string(),
  /** Recovery begins with this log file, such as `000000010000000000000005`. */
  firstWal: z.string(),
  segmentBytes: z._default(z.int(), usualSegmentBytes),
  /** This is PostgreSQL's major version. */
  major: z.int(),
  /** A restore writes this label into the restored folder. Null means that the copy already contains it. */
  label: z.nullable(z.string()),
  /** initdb created this role. If the field is absent, the role is `postgres`. */
  superuser: z.optional(z.string()),
})
export type BaseManifest = z.infer<typeof manifestSchema>

export interface BaseBackup {
  name: string
  endedAt: Date
  manifest: BaseManifest
}

/** No base backup takes longer than this. */
const draftMs = 48 * 3_600_000
/** After this time a missing preceding log file counts as lost. */
const lateMs = 120_000

export interface FolderState {
  /** The newest base backup started at this time. */
  baseAt: Date | null
  /** The newest file of the log arrived at this time. */
  walAt: Date | null
  /** This is null if there is no base backup, or if another key encrypted it. */
  base: BaseBackup | null
  /**
   * This is true if the database was restored since this base backup, so that it no longer continues the log that followed the base
   * backup.
   */
  isOtherTimeline: boolean
  /** These files are missing between the newest base backup and the end of the log. */
  holes: LogHole[]
}

/** The name of every file has this suffix. */
export const suffix = '.gz.sealed'
const manifestFile = `manifest.json${suffix}`
const copyFile = `base.tar${suffix}`
const baseName = /^\d{8}T\d{6}Z$/
const walName = /^([0-9A-F]{8})([0-9A-F]{16})(\.partial)?$/

/**
 * Returns the name of the cluster's folder in BACKUP_DIR: the number that initdb assigned. Restored copies have the same number.
 */
export async function clusterOf(pool: pg.Pool): Promise<string> {
  const { rows } = await pool.query<{ id: string }>(
    'select system_identifier::text as id from pg_control_system()',
  )
  return rows[0]?.id ?? ''
}

export class BackupFolder {
  readonly path: string
  readonly #key: BackupKey

  constructor(path: string, key: BackupKey) {
    this.path = path
    this.#key = key
  }

  /** Returns the key and the name with which a file is sealed. */
  #as(name: string) {
    return { key: this.#key, name }
  }

  #base(name: string): string {
    return join(this.path, 'base', name)
  }

  copyOf({ name }: Pick<BaseBackup, 'name'>) {
    return { path: join(this.#base(name), copyFile), ...this.#as(`base/${name}/base.tar`) }
  }

  wal(name: string) {
    return { path: join(this.path, 'wal', `${name}${suffix}`), ...this.#as(`wal/${name}`) }
  }

  /**
   * Writes a base backup, which is listed only when it is complete. `copy` writes the files, and returns the facts that are known
   * afterwards.
   */
  async writeBase(
    startedAt: Date,
    copy: (target: {
      path: string
      key: BackupKey
      name: string
    }) => Promise<Omit<BaseManifest, 'format' | 'startedAt'>>,
  ): Promise<BaseBackup> {
    const name = nameOf(startedAt)
    const draft = join(this.path, 'base', `.new-${name}`)
    await rm(draft, { recursive: true, force: true })
    await mkdir(draft, { recursive: true, mode: 0o700 })
    try {
      const known = await copy({ path: join(draft, copyFile), ...this.#as(`base/${name}/base.tar`) })
      const manifest: BaseManifest = { format: 1, startedAt: startedAt.toISOString(), ...known }
      await writeSealed(
        join(draft, manifestFile),
        this.#as(`base/${name}/manifest.json`),
        Readable.from([JSON.stringify(manifest)]),
      )
      await rename(draft, this.#base(name))
      await syncFolder(join(this.path, 'base'))
      return { name, endedAt: new Date(manifest.endedAt), manifest }
    } catch (error) {
      await rm(draft, { recursive: true, force: true })
      throw error
    }
  }

  /** Returns the names of complete base backups, oldest first. */
  async baseNames(): Promise<string[]> {
    return (await namesIn(join(this.path, 'base'))).filter((name) => baseName.test(name)).toSorted()
  }

  /** @throws BackupUnreadable if the manifest is damaged or another key encrypted it. */
  async base(name: string): Promise<BaseBackup> {
    const text = await readSealedText(
      join(this.#base(name), manifestFile),
      this.#as(`base/${name}/manifest.json`),
    )
    const manifest = manifestSchema.parse(JSON.parse(text))
    return { name, endedAt: new Date(manifest.endedAt), manifest }
  }

  /** Returns null if the base backup is damaged or another key encrypted it. */
  async #readableBase(name: string): Promise<BaseBackup | null> {
    try {
      return await this.base(name)
    } catch (error) {
      if (!(error instanceof BackupUnreadable)) throw error
      return null
    }
  }

  /** Returns the names of archived log files and histories, oldest first. */
  async walNames(): Promise<string[]> {
    return (await namesIn(join(this.path, 'wal')))
      .filter((name) => name.endsWith(suffix) && !name.startsWith('.'))
      .map((name) => name.slice(0, -suffix.length))
      .toSorted()
  }

  async state(now: Date): Promise<FolderState> {
    const base = (await this.baseNames()).at(-1)
    const wals = await this.walNames()
    const wal = wals.findLast((name) => walName.test(name))
    const readable = base === undefined ? null : await this.#readableBase(base)
    return {
      baseAt: base === undefined ? null : timeOf(base),
      walAt: wal === undefined ? null : (await stat(this.wal(wal).path)).mtime,
      base: readable,
      isOtherTimeline: readable !== null && (await this.#hasLaterTimeline(readable, wals)),
      holes: readable ? await this.#certain(holesIn(wals, readable.manifest), now) : [],
    }
  }

  async #hasLaterTimeline({ name, manifest }: BaseBackup, wals: readonly string[]): Promise<boolean> {
    const own = newestTimeline([manifest.firstWal])
    const later = wals.findLast((wal) => newestTimeline([wal]) > own)
    // A file that was abandoned before this base backup began does not count.
    return later !== undefined && (await stat(this.wal(later).path)).mtime > timeOf(name)
  }

  /** Returns the gaps that are certain. Another process may be about to fill the other gaps. */
  async #certain(holes: readonly LogHole[], now: Date): Promise<LogHole[]> {
    const since = await Promise.all(
      holes.map(async ({ before }) => (await stat(this.wal(before).path)).mtime),
    )
    return holes.filter((_, nth) => now.getTime() - (since[nth] ?? now).getTime() > lateMs)
  }

  async holesAfter({ manifest }: BaseBackup): Promise<LogHole[]> {
    return holesIn(await this.walNames(), manifest)
  }

  /** Returns a predicate for base backups from a time that an earlier restore skipped. Recovery cannot follow their log. */
  async leftBranches(): Promise<(base: BaseBackup) => boolean> {
    const history = (await this.walNames()).findLast((name) => name.endsWith('.history'))
    if (history === undefined) return () => false
    const { path, ...as } = this.wal(history)
    const lines = (await readSealedText(path, as)).matchAll(/^\s*(\d+)\s+([0-9A-F]+)\/([0-9A-F]+)/gm)
    const left = new Map(
      [...lines].map(([, timeline, log = '', byte = '']) => [
        Number(timeline),
        Number.parseInt(log, 16) * 2 ** 32 + Number.parseInt(byte, 16),
      ]),
    )
    return ({ manifest: { firstWal, segmentBytes } }) => {
      const place = placeOf(firstWal, segmentBytes)
      if (!place || place.timeline >= newestTimeline([history])) return false
      return place.index * segmentBytes > (left.get(place.timeline) ?? -1)
    }
  }

  /**
   * Removes data that no moment since `before` needs: base backups older than the last one before it, and the log before the oldest
   * remaining base backup.
   */
  async removeBefore(before: Date): Promise<{ bases: number; wals: number }> {
    await this.#removeDrafts()
    const names = await this.baseNames()
    const bases = await Promise.all(names.map((name) => this.#readableBase(name)))
    // The manifest of another key cannot be read, but its base backup ended before the next one began.
    const endOf = (nth: number) => bases[nth]?.endedAt ?? timeOf(names[nth + 1] ?? '')
    const firstKept = Math.max(
      0,
      names.findLastIndex((_, nth) => endOf(nth) <= before),
    )
    const dropped = names.slice(0, firstKept)
    for (const name of dropped) await rm(this.#base(name), { recursive: true })
    const oldest = bases[firstKept]
    // A base backup of another key does not tell which part of the log it needs, so no log is removed.
    if (!oldest) return { bases: dropped.length, wals: 0 }
    const needed = positionOf(oldest.manifest.firstWal)
    // Histories stay. They are small, and a restore needs them to follow the database through earlier restores.
    const wals = (await this.walNames()).filter((name) => {
      const position = positionOf(name)
      return position !== null && needed !== null && position < needed
    })
    for (const name of wals) await rm(this.wal(name).path, { force: true })
    return { bases: dropped.length, wals: wals.length }
  }

  /**
   * Returns a predicate for the names in this folder that moments since `before` need, based on the remaining base backups. Null
   * means that they do not reach back as far.
   */
  async neededSince(before: Date): Promise<((name: string) => boolean) | null> {
    const [oldest] = await this.baseNames()
    const base = oldest === undefined ? null : await this.#readableBase(oldest)
    if (!base || base.endedAt > before) return null
    const needed = positionOf(base.manifest.firstWal)
    const day = before.toISOString().slice(0, 10)
    return (name) => {
      const [kind, file = ''] = name.split('/')
      if (kind === 'base') return file >= base.name
      if (kind === 'purchases') return file.slice(0, 10) >= day
      const position = kind === 'wal' ? positionOf(file.replace(suffix, '')) : null
      return position === null || needed === null || position >= needed
    }
  }

  /** Removes unfinished base backups of killed processes. */
  async #removeDrafts(): Promise<void> {
    for (const folder of ['base', 'wal'].map((name) => join(this.path, name)))
      for (const name of (await namesIn(folder)).filter((each) => each.startsWith('.new-'))) {
        const path = join(folder, name)
        const found = await stat(path).catch(() => undefined)
        if (found && Date.now() - found.mtimeMs > draftMs) await rm(path, { recursive: true, force: true })
      }
  }
}

/** Returns the position in the log, whatever the timeline, and null for other files. */
export const positionOf = (name: string): string | null => walName.exec(name)?.[2] ?? null

const nameOf = (time: Date) => `${time.toISOString().slice(0, 19).replaceAll(/[-:]/g, '')}Z`

/** Returns the start time of a base backup, to the second. */
export function timeOf(name: string): Date {
  return new Date(name.replace(/(....)(..)(..)T(..)(..)(..)Z/, '$1-$2-$3T$4:$5:$6Z'))
}

export async function namesIn(folder: string): Promise<string[]> {
  try {
    return await readdir(folder)
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return []
    throw error
  }
}
