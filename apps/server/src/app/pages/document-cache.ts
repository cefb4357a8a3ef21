/** Caches public documents briefly by address. Concurrent requests share one read of the data. */
import type { RenderedDocument } from './rendering-cache.ts'

export interface DocumentAnswer extends RenderedDocument {
  /** True means that the address is public. */
  isShared: boolean
  /** The value is the time at which the document's data were read, in ms since 1970. */
  readAt: number
  /** The value is the age of these data when rendering began. */
  dataAgeMs: number
}

/** The value is the maximum age of a document's data in ms when no change is reported. */
const longestAgeMs = 1_000
/** The limit applies to all documents together, in bytes before compression. */
const mostBytes = 24_000_000
/** Longer addresses are not cached, because no page of the product has one. */
const longestKey = 500

export type DocumentCache = ReturnType<typeof createDocumentCache>

export function createDocumentCache(now: () => number = () => performance.now()) {
  /** The oldest entry comes first. `bytes` is 0 while the document is being rendered. */
  const kept = new Map<string, { madeAt: number; bytes: number; answer: Promise<DocumentAnswer> }>()
  let total = 0

  function forget(key: string): void {
    total -= kept.get(key)?.bytes ?? 0
    kept.delete(key)
  }

  function forgetOld(): void {
    for (const [key, { madeAt }] of kept) {
      if (madeAt + longestAgeMs > now() && total <= mostBytes) return
      forget(key)
    }
  }

  /**
   * Returns the document of this key, rendered unless it is cached or being rendered. A document rendered before `drop` is not
   * served after it.
   */
  function answerFor(key: string, make: () => Promise<DocumentAnswer>): Promise<DocumentAnswer> {
    if (key.length > longestKey) return make()
    forgetOld()
    const known = kept.get(key)
    if (known && known.madeAt + longestAgeMs > now()) return known.answer
    forget(key)
    const entry = { madeAt: now(), bytes: 0, answer: make() }
    kept.set(key, entry)
    void entry.answer.then(
      (answer) => {
        if (kept.get(key) !== entry) return
        // Errors are not cached, because invented addresses would fill the cache.
        if (answer.status !== 200) return forget(key)
        entry.madeAt -= answer.dataAgeMs
        entry.bytes = answer.bytes.plain.length
        total += entry.bytes
      },
      // A failure rejects the waiting requests. The next request retries.
      () => kept.get(key) === entry && forget(key),
    )
    return entry.answer
  }

  return {
    answerFor,
    drop(): void {
      kept.clear()
      total = 0
    },
    get size() {
      return kept.size
    },
  }
}
