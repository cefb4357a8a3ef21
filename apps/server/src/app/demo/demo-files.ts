/** Copies the demo school's media files and portraits into the file storage. */
import { createReadStream } from 'node:fs'
import { join } from 'node:path'
import type { FileStorage, StoredFile } from '#server/adapters/storage/port.ts'
import { forEachConcurrently } from '#server/platform/resources/for-each-concurrently.ts'
import { filesOf, loadDemoSchool, mediumOf, type DemoSchool } from './load-demo-school.ts'
import { ByKey, portraitOf } from './seed/seeding.ts'

const parallelCopies = 8

/**
 * Copies the files of one school. Copying needs no database, so a first start does it while the database is created. No row refers
 * to the copies until the school is seeded, so the caller must remove them if it does not seed.
 */
export class DemoFiles {
  readonly school: DemoSchool = loadDemoSchool()
  readonly #storage: FileStorage
  readonly #copies: ByKey<StoredFile> = new ByKey()
  readonly #copying: Promise<void>

  constructor(storage: FileStorage) {
    this.#storage = storage
    this.#copying = this.#copyAll()
    // A failure is given to the caller of `ready`. If the start fails before it calls `ready`, nobody awaits this promise.
    this.#copying.catch(() => undefined)
  }

  /** Returns the copied media by 'seller/file', because sellers do not share files, and the portraits by `portraitOf`. */
  async ready(): Promise<ByKey<StoredFile>> {
    await this.#copying
    return this.#copies
  }

  /** Removes the copies. */
  async remove(): Promise<void> {
    await Promise.allSettled([this.#copying])
    for (const { key } of this.#copies.values()) await this.#storage.remove(key)
  }

  async #copyAll(): Promise<void> {
    await forEachConcurrently(sourcesOf(this.school), parallelCopies, async ([name, path]) => {
      const source = createReadStream(path)
      this.#copies.set(name, await this.#storage.keep(source, { maxBytes: Number.MAX_SAFE_INTEGER }))
    })
  }
}

/** Maps the name of each copy to the path of its file. */
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
