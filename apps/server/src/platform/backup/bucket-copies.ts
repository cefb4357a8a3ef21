/**
 * Copies the sealed files of BACKUP_DIR to a bucket of object storage (docs/decisions/backups.md). WAL files and
 * purchase notes are copied within seconds. The job `backup.take-due` copies base backups and everything that was missed.
 */
import { readdir, stat, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import type { Log } from '../database/database.ts'
import { namesIn, timeOf, type BackupFolder } from './backup-folder.ts'

export interface ObjectStore {
  /** Stores the file atomically. */
  put(name: string, path: string): Promise<void>
  get(name: string): Promise<Readable>
  list(prefix: string): AsyncIterable<{ name: string; modifiedAt: Date }>
  /** Removes a file. Removing one that does not exist succeeds. */
  remove(name: string): Promise<void>
}

interface BucketCopiesOptions {
  store: ObjectStore
  folder: BackupFolder
  /** This is the name of the cluster's folder in BACKUP_DIR. */
  cluster: string
  log: Log
}

export interface CopiedTimes {
  /** The newest base backup in the bucket started at this time. */
  baseAt: Date | null
  /** The newest WAL file in the bucket was archived in the folder at this time. */
  walAt: Date | null
}

/**
 * The modification times of these empty files record the progress of the bucket, so that every process of the folder can read it.
 */
const marks = { base: 'bucket-base', wal: 'bucket-wal' }
const manifestOf = /^base\/(\d{8}T\d{6}Z)\/manifest\.json/

export class BucketCopies {
  readonly #options: BucketCopiesOptions
  /** Contains the names of files in the folder that this process has written and not copied yet. */
  readonly #waiting = new Set<string>()
  #copying: Promise<void> | undefined

  constructor(options: BucketCopiesOptions) {
    this.#options = options
  }

  /** @param name is relative to the cluster's folder, such as `wal/000000010000000000000005.gz.sealed`. */
  add(name: string): void {
    this.#waiting.add(name)
  }

  /** Copies the waiting files. The next run copies files that could not be copied. */
  async copyWaiting(): Promise<void> {
    // A run that started earlier may already have passed over names that were added since.
    await this.#copying?.catch(() => undefined)
    this.#copying ??= this.#copyAdded().finally(() => (this.#copying = undefined))
    await this.#copying
  }

  async #copyAdded(): Promise<void> {
    for (const name of [...this.#waiting].toSorted()) {
      // The name is removed before the file is read, because a later write adds the name again.
      this.#waiting.delete(name)
      try {
        await this.#copy(name)
      } catch (error) {
        this.#waiting.add(name)
        throw error
      }
    }
  }

  /**
   * Copies the files that the bucket lacks, and removes those that no restore to a moment after `before` needs. One process runs
   * this at a time. A new or emptied folder removes nothing, because the bucket may hold the only copies.
   */
  async reconcile(before: Date): Promise<void> {
    const inBucket = await this.#listed()
    for (const name of await filesIn(this.#options.folder.path)) {
      const copiedAt = inBucket.get(name)
      if (copiedAt && !(isGrowing(name) && (await this.#changedAt(name)) > copiedAt)) continue
      await this.#copy(name)
      inBucket.set(name, new Date())
    }
    await this.#markBase(inBucket)
    await this.#removeBefore(before, [...inBucket.keys()])
  }

  async times(): Promise<CopiedTimes> {
    return { baseAt: await this.#timeOfMark(marks.base), walAt: await this.#timeOfMark(marks.wal) }
  }

  async #listed(): Promise<Map<string, Date>> {
    const { store, cluster } = this.#options
    const found = new Map<string, Date>()
    for await (const { name, modifiedAt } of store.list(`${cluster}/`))
      found.set(name.slice(cluster.length + 1), modifiedAt)
    return found
  }

  async #changedAt(name: string): Promise<Date> {
    return (await stat(join(this.#options.folder.path, name))).mtime
  }

  async #copy(name: string): Promise<void> {
    const { store, folder, cluster } = this.#options
    try {
      const changedAt = await this.#changedAt(name)
      await store.put(`${cluster}/${name}`, join(folder.path, name))
      if (name.startsWith('wal/')) await this.#mark(marks.wal, changedAt)
    } catch (error) {
      // The file was removed as outdated.
      if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error
    }
  }

  async #markBase(inBucket: ReadonlyMap<string, Date>): Promise<void> {
    const newest = [...inBucket.keys()]
      .map((name) => manifestOf.exec(name)?.[1])
      .filter((name) => name !== undefined)
      .toSorted()
      .at(-1)
    if (newest !== undefined) await this.#mark(marks.base, timeOf(newest))
  }

  async #removeBefore(before: Date, names: readonly string[]): Promise<void> {
    const { store, folder, cluster, log } = this.#options
    const isNeeded = await folder.neededSince(before)
    if (!isNeeded) return
    try {
      for (const name of names) if (!isNeeded(name)) await store.remove(`${cluster}/${name}`)
    } catch (err) {
      // A bucket may forbid deletion on purpose and expire objects by its own lifecycle rule.
      log.warn({ err }, 'outdated backups not removed from the bucket')
    }
  }

  /** Moves the mark forward only, because an older file may be copied after a newer one. */
  async #mark(mark: string, at: Date): Promise<void> {
    const path = join(this.#options.folder.path, mark)
    const found = await this.#timeOfMark(mark)
    if (found && found >= at) return
    await writeFile(path, '', { mode: 0o600 })
    await utimes(path, at, at)
  }

  async #timeOfMark(mark: string): Promise<Date | null> {
    const found = await stat(join(this.#options.folder.path, mark)).catch((error: unknown) => {
      if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null
      throw error
    })
    return found && found.mtime
  }
}

/** Returns whether the file is rewritten under the same name. */
const isGrowing = (name: string) => name.startsWith('purchases/') || name.includes('.partial')

/**
 * Lists the complete files of a cluster's folder. The manifest of a base backup follows its copy, because the manifest marks the
 * copy as complete.
 */
async function filesIn(folder: string): Promise<string[]> {
  const inside = async (name: string) =>
    (await namesIn(join(folder, name))).filter((each) => !each.startsWith('.')).toSorted()
  const files = ['wal', 'purchases'].map(async (name) =>
    (await inside(name)).map((file) => `${name}/${file}`),
  )
  const bases = (await inside('base')).map(async (base) =>
    (await readdir(join(folder, 'base', base))).toSorted().map((file) => `base/${base}/${file}`),
  )
  return [...(await Promise.all(files)).flat(), ...(await Promise.all(bases)).flat()]
}
