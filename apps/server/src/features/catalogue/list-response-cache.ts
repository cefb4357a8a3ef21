import type { Clock } from '#server/platform/clock.ts'
import { precompress, type PrecompressedResponse } from '#server/platform/precompressed-response.ts'

/** How old an answer may be, in ms, should a notice of a change get lost. */
const usualAgeMs = 1_000
const mostAnswers = 200

export type ListResponseCache = ReturnType<typeof createListResponseCache>

/**
 * Public lists as bytes. An answer made before `drop` was called is never served after it; requests for one that is
 * being made wait for it together.
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
    // A failure is this request's; the next one tries again.
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
