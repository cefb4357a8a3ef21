/** Reads the lines of lesson texts, for searches within a course. */
import { linesOfText } from '@apogee/domain/text/lesson-text.ts'
import type { LessonDocument } from '@apogee/contracts/courses/lesson-document.ts'
import type { Db } from '#server/platform/database/database.ts'
import { LruCache } from '#server/platform/resources/lru-cache.ts'
import { searchableLine, type SearchableLine } from '#server/platform/searchable-line.ts'
import * as store from './lesson-texts.store.ts'

/** A process caches the lines of texts of at most this many bytes together. */
const keptBytes = 16 * 1024 * 1024

const linesOf = ({ content }: LessonDocument): SearchableLine[] =>
  content.flatMap((node, block) =>
    linesOfText(node).map((line) => searchableLine({ block }, line.replaceAll(/\s+/g, ' ').trim())),
  )

/** Caches the lines of texts by the hash of the text. */
export class LessonTextLines {
  readonly #kept = new LruCache<SearchableLine[]>(keptBytes)

  /**
   * Returns the lines of the published texts of these resources. Texts are read in the given order until they reach `mostBytes`;
   * further ones are null. Callers must check who may read the lines.
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
    // The hash was read together with this document. The hash read earlier may belong to an older text, because the text may have
    // been saved meanwhile.
    for (const { resourceId, hash, document } of await store.documentsOf(db, [...missing.keys()])) {
      const bytes = missing.get(resourceId) ?? 0
      found.set(resourceId, await this.#kept.keep(hash, bytes, async () => linesOf(document)))
    }
    return found
  }
}
