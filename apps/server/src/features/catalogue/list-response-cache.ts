import type { Clock } from '#server/platform/clock.ts'
import { precompress, type PrecompressedResponse } from '#server/platform/resources/precompressed-response.ts'

/** A response is cached at most this long in ms, in case a notice of a change is lost. */
const usualAgeMs = 1_000
const mostAnswers = 200

export type ListResponseCache = ReturnType<typeof createListResponseCache>

/**
 * Caches public lists as bytes. A response computed before `drop` is never served after it. Concurrent requests share one
 * computation.
 */
export function createListResponseCache({
  clock,
  longestAgeMs = usualAgeMs,
}: {
  clock: Clock
  longestAgeMs?: number
}) {
  const answers = new Map<string, { madeAt: number; answer: Promise<PrecompressedResponse> }>()

  function answerFor(key: string, make: () => Promise<object>): Promise<PrecompressedResponse> {
    const now = clock.now().getTime()
    const known = answers.get(key)
    if (known) {
      const age = now - known.madeAt
      if (age >= 0 && age < longestAgeMs) return known.answer
      answers.delete(key)
    }
    const made = { madeAt: now, answer: make().then((answer) => precompress(JSON.stringify(answer))) }
    answers.set(key, made)
    // A failure affects this request only. The next request tries again.
    made.answer.catch(() => {
      if (answers.get(key) === made) answers.delete(key)
    })
    const [oldest] = answers.keys()
    if (answers.size > mostAnswers && oldest !== undefined) answers.delete(oldest)
    return made.answer
  }

  return {
    answerFor,
    drop: () => answers.clear(),
    get size() {
      return answers.size
    },
  }
}
