/** The lines of texts, for searches of courses. */
import { linesOfText } from '@apogee/domain/text/lesson-text.ts'
import type { LessonDocument } from '@apogee/contracts/courses/lesson-document.ts'
import type { Db } from '#server/platform/database/database.ts'
import { LruCache } from '#server/platform/resources/lru-cache.ts'
import { searchableLine, type SearchableLine } from '#server/platform/searchable-line.ts'
import * as store from './lesson-texts.store.ts'

/** The limit in bytes on the texts whose lines a process caches. */
const keptBytes = 16 * 1024 * 1024

const linesOf = ({ content }: LessonDocument): SearchableLine[] =>
  content.flatMap((node, block) =>
    linesOfText(node).map((line) => searchableLine({ block }, line.replaceAll(/\s+/g, ' ').trim())),
  )

/** Caches the lines of texts by the hash of the text. */
export class LessonTextLines {
  readonly #kept = new LruCache<SearchableLine[]>(keptBytes)

  /**
   * Returns the lines of the texts that learners read, by resource, in the order of the arguments until `mostBytes` are reached,
   * and null for a text beyond the limit. The lines imply no permission.
   */
  async of(
    db: Db,
    resourceIds: readonly number[],
    mostBytes: number,
  ): Promise<Map<number, SearchableLine[] | null>> {
    if (resourceIds.length === 0) return new Map()
    const hashes = new Map(
      (await store.hashesOfTexts(db, resourceIds)).map((text) => [text.resourceId, text]),
    )
    const found = new Map<number, SearchableLine[] | null>()
    const missing = new Map<number, number>()
    let total = 0
    for (const id of resourceIds) {
      const text = hashes.get(id)
      if (!text) continue
      total += text.bytes
      const kept = this.#kept.get(text.hash)
      if (total > mostBytes) found.set(id, null)
      else if (kept) found.set(id, await kept)
      else missing.set(id, text.bytes)
    }
    if (missing.size === 0) return found
    // The hash belongs to the document that was read, because the text may have been saved meanwhile.
    for (const { resourceId, hash, document } of await store.documentsOf(db, [...missing.keys()])) {
      const bytes = missing.get(resourceId) ?? 0
      found.set(resourceId, await this.#kept.keep(hash, bytes, async () => linesOf(document)))
    }
    return found
  }
}
