/** Copies of the demo school's media files and portraits in the file storage. */
import { createReadStream } from 'node:fs'
import { join } from 'node:path'
import type { FileStorage, StoredFile } from '#server/adapters/storage/port.ts'
import { filesOf, loadDemoSchool, mediumOf, type DemoSchool } from './load-demo-school.ts'
import { ByKey, portraitOf } from './seeding.ts'

const parallelCopies = 8

/**
 * The copies of one school. They need no database: a first start makes them while the database is made.
 * They are not known to any row until the school is seeded, so whoever does not seed it removes them.
 */
export class DemoFiles {
  readonly school: DemoSchool = loadDemoSchool()
  readonly #storage: FileStorage
  readonly #copies: ByKey<StoredFile> = new ByKey()
  readonly #copying: Promise<void>

  constructor(storage: FileStorage) {
    this.#storage = storage
    this.#copying = this.#copyAll()
    // Whoever asks for the copies gets the failure; nobody asks when the start fails before.
    this.#copying.catch(() => undefined)
  }

  /** By 'seller/file': sellers do not share files. Portraits by `portraitOf`. */
  async ready(): Promise<ByKey<StoredFile>> {
    await this.#copying
    return this.#copies
  }

  /** Removes what was copied. */
  async remove(): Promise<void> {
    await Promise.allSettled([this.#copying])
    for (const { key } of this.#copies.values()) await this.#storage.remove(key)
  }

  async #copyAll(): Promise<void> {
    const waiting = sourcesOf(this.school).entries()
    const copyNext = async (): Promise<void> => {
      for (const [name, path] of waiting) {
        const source = createReadStream(path)
        this.#copies.set(name, await this.#storage.keep(source, { maxBytes: Number.MAX_SAFE_INTEGER }))
      }
    }
    const copied = await Promise.allSettled(Array.from({ length: parallelCopies }, copyNext))
    for (const one of copied) if (one.status === 'rejected') throw one.reason
  }
}

/** Name of each copy → path of its file. */
function sourcesOf(school: DemoSchool): Map<string, string> {
  const sources = new Map<string, string>()
  for (const { seller, outline } of school.courses)
    for (const lesson of outline.flatMap(({ resources }) => resources)) {
      if (lesson.fileType === 'reading') continue
      for (const file of filesOf(mediumOf(school, lesson.media)))
        sources.set(`${seller}/${file}`, join(school.mediaFolder, file))
    }
  for (const { key, portrait } of school.people)
    if (portrait) sources.set(portraitOf(key), join(school.portraitsFolder, portrait))
  return sources
}
