import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { Clock } from '../../platform/clock.ts'

/** An answer that is sent as it is. */
export interface ReadyAnswer {
  etag: string
  plain: Buffer
  /** Compressed on first demand. */
  encoded(encoding: 'br' | 'gzip'): Promise<Buffer>
}

/** How old an answer may be, in ms, should a notice of a change get lost. */
const usualAgeMs = 1_000
const mostAnswers = 200

export type ReadyLists = ReturnType<typeof createReadyLists>

/**
 * Public lists as bytes. An answer made before `drop` was called is never served after it; requests for one that is
 * being made wait for it together.
 */
export function createReadyLists({
  clock,
  longestAgeMs = usualAgeMs,
}: {
  clock: Clock
  longestAgeMs?: number
}) {
  const answers = new Map<string, { madeAt: number; answer: Promise<ReadyAnswer> }>()

  function answerFor(key: string, make: () => Promise<object>): Promise<ReadyAnswer> {
    const now = clock.now().getTime()
    const known = answers.get(key)
    if (known) {
      const age = now - known.madeAt
      if (age >= 0 && age < longestAgeMs) return known.answer
      answers.delete(key)
    }
    const made = { madeAt: now, answer: make().then(readyAnswer) }
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

const brotli = promisify(brotliCompress)
const zip = promisify(gzip)

function readyAnswer(answer: object): ReadyAnswer {
  const plain = Buffer.from(JSON.stringify(answer))
  const etag = `W/"${createHash('sha256').update(plain).digest('base64url').slice(0, 22)}"`
  const made: { br?: Promise<Buffer>; gzip?: Promise<Buffer> } = {}
  return {
    etag,
    plain,
    encoded: (encoding) =>
      (made[encoding] ??=
        encoding === 'br'
          ? brotli(plain, { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } })
          : zip(plain, { level: 6 })),
  }
}
