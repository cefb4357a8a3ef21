/** Short-lived cache of public documents by address: the data of concurrent requests are read once. */
import type { RenderedDocument } from './rendering-cache.ts'

export interface DocumentAnswer extends RenderedDocument {
  /** Its address may be known to everybody. */
  isShared: boolean
  /** When the document's data were read, in ms since 1970. */
  readAt: number
  /** Age of these data when the document was begun. */
  dataAgeMs: number
}

/** Longest age of a document's data in ms when no change is reported. */
const longestAgeMs = 1_000
/** All of them together, in bytes before compression. */
const mostBytes = 24_000_000
/** Longer addresses are not cached: no page of ours has one. */
const longestKey = 500

export type DocumentCache = ReturnType<typeof createDocumentCache>

export function createDocumentCache(now: () => number = () => performance.now()) {
  /** Oldest first. `bytes` is 0 while the document is being rendered. */
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
   * The document of this key, rendered unless it is cached or being rendered. One rendered before `drop` is not served
   * after it.
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
        // Errors are not cached: made-up addresses would fill the cache.
        if (answer.status !== 200) return forget(key)
        entry.madeAt -= answer.dataAgeMs
        entry.bytes = answer.bytes.plain.length
        total += entry.bytes
      },
      // A failure reaches the waiting requests; the next request tries again.
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
