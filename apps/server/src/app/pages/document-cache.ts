/** Caches public documents briefly by address. Concurrent requests share one read of the data. */
import type { RenderedDocument } from './rendering-cache.ts'

export interface DocumentAnswer extends RenderedDocument {
  /** The document may be sent to everybody who requests its address. */
  isShared: boolean
  /** The document's data were read at this time, in ms since 1970. */
  readAt: number
  /** The data were this old when rendering began. */
  dataAgeMs: number
}

/** Without a notice of a change, a document is served only while its data are at most this old, in ms. */
const longestAgeMs = 1_000
/** All cached documents together have at most this many bytes before compression. */
const mostBytes = 24_000_000
/** Longer addresses are not cached, because no page of the product has such an address. */
const longestKey = 500

export type DocumentCache = ReturnType<typeof createDocumentCache>

export function createDocumentCache(now: () => number = () => performance.now()) {
  /** Contains the documents by key, the oldest first. `bytes` is 0 while the document is being rendered. */
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
   * Returns the document of this key. It is rendered only if it is neither cached nor being rendered. A document that was rendered
   * before `drop` is not served after it.
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
        // Answers other than 200 are not cached, because requests for invented addresses would fill the cache.
        if (answer.status !== 200) return forget(key)
        entry.madeAt -= answer.dataAgeMs
        entry.bytes = answer.bytes.plain.length
        total += entry.bytes
      },
      // A failed rendering rejects all waiting requests. The next request renders again.
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
