/**
 * The folder of one database cluster in BACKUP_DIR: `base/<time>/`, each a copy of the files with a manifest, and `wal/`, the
 * archived log. Everything in it is sealed.
 */
import { mkdir, readdir, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import type pg from 'pg'
import { z } from 'zod/mini'
import { readSealedText, syncFolder, writeSealed, type BackupKey } from './sealed-file.ts'

const manifestSchema = z.object({
  format: z.literal(1),
  startedAt: z.string(),
  endedAt: z.string(),
  /** The log file that recovery begins with, such as `000000010000000000000005`. */
  firstWal: z.string(),
  /** PostgreSQL's major version. */
  major: z.int(),
  /** Written into the restored folder; null when the copy contains it. */
  label: z.nullable(z.string()),
})
export type BaseManifest = z.infer<typeof manifestSchema>

export interface BaseBackup {
  name: string
  endedAt: Date
  manifest: BaseManifest
}

/** Of every file. */
export const suffix = '.gz.sealed'
const manifestFile = `manifest.json${suffix}`
const copyFile = `base.tar${suffix}`
const baseName = /^\d{8}T\d{6}Z$/
const walName = /^([0-9A-F]{8})([0-9A-F]{16})(\.partial)?$/

/** The name of the cluster's folder in BACKUP_DIR: the number that initdb gave it. Restored copies have it too. */
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

  /** What a sealed file is called inside of its seal. */
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

  /** Writes a base backup: it is listed once it is whole. `copy` writes the files and returns what is known then. */
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

  /** Names of whole base backups, oldest first. */
  async baseNames(): Promise<string[]> {
    return (await namesIn(join(this.path, 'base'))).filter((name) => baseName.test(name)).toSorted()
  }

  /** Oldest first. @throws BackupUnreadable for another key or a damaged manifest. */
  async bases(): Promise<BaseBackup[]> {
    return Promise.all(
      (await this.baseNames()).map(async (name) => {
        const text = await readSealedText(
          join(this.#base(name), manifestFile),
          this.#as(`base/${name}/manifest.json`),
        )
        const manifest = manifestSchema.parse(JSON.parse(text))
        return { name, endedAt: new Date(manifest.endedAt), manifest }
      }),
    )
  }

  /** Names of archived log files and histories, oldest first. */
  async walNames(): Promise<string[]> {
    return (await namesIn(join(this.path, 'wal')))
      .filter((name) => name.endsWith(suffix) && !name.startsWith('.'))
      .map((name) => name.slice(0, -suffix.length))
      .toSorted()
  }

  /** When the newest base backup began, and when the newest log file arrived. */
  async newest(): Promise<{ baseAt: Date | null; walAt: Date | null }> {
    const base = (await this.baseNames()).at(-1)
    const wal = (await this.walNames()).findLast((name) => walName.test(name))
    return {
      baseAt: base === undefined ? null : timeOf(base),
      walAt: wal === undefined ? null : (await stat(this.wal(wal).path)).mtime,
    }
  }

  /**
   * Removes what no moment since `before` needs: base backups older than the last one before it, and the log before the oldest
   * base backup that stays.
   */
  async removeBefore(before: Date): Promise<{ bases: number; wals: number }> {
    const bases = await this.bases()
    const firstKept = Math.max(
      0,
      bases.findLastIndex(({ endedAt }) => endedAt <= before),
    )
    const oldest = bases[firstKept]
    if (!oldest) return { bases: 0, wals: 0 }
    const dropped = bases.slice(0, firstKept)
    for (const { name } of dropped) await rm(this.#base(name), { recursive: true })
    const needed = positionOf(oldest.manifest.firstWal)
    // Histories stay: they are small, and a restore needs them to follow the database through earlier restores.
    const wals = (await this.walNames()).filter((name) => {
      const position = positionOf(name)
      return position !== null && needed !== null && position < needed
    })
    for (const name of wals) await rm(this.wal(name).path, { force: true })
    return { bases: dropped.length, wals: wals.length }
  }
}

/** The place in the log, whatever the timeline; null for other files. */
const positionOf = (name: string): string | null => walName.exec(name)?.[2] ?? null

const nameOf = (time: Date) => `${time.toISOString().slice(0, 19).replaceAll(/[-:]/g, '')}Z`

function timeOf(name: string): Date {
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
