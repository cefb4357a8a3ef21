/**
 * Caches answers to the calls of pages briefly, so that the documents of one page in each language and theme show the same data.
 */
import type { RenderRequest, TransportAnswer } from './renderer.ts'

type Transport = RenderRequest['transport']

/** The value is the maximum age of an answer in ms when no change is reported. */
const longestAgeMs = 1_000
const mostAnswers = 200

interface ReadAnswer {
  /** The value is the time of the call, in ms since 1970. */
  readAt: number
  answer: Promise<TransportAnswer>
}

export class PageData {
  readonly #transport: Transport
  /** The map is keyed by the call's path. The oldest entry comes first. */
  readonly #answers = new Map<string, ReadAnswer>()

  constructor(transport: Transport) {
    this.#transport = transport
  }

  /** Returns a transport for the calls of one document. `readAt` is the time of its oldest answer, in ms since 1970. */
  forDocument(): { transport: Transport; readAt: () => number } {
    let oldest = Date.now()
    return {
      transport: (request) => {
        if (request.method !== 'GET') return this.#transport(request)
        const { readAt, answer } = this.#answerTo(request)
        oldest = Math.min(oldest, readAt)
        return answer
      },
      readAt: () => oldest,
    }
  }

  /** Answers that were requested before this call are not used after it. */
  drop(): void {
    this.#answers.clear()
  }

  #answerTo(request: Parameters<Transport>[0]): ReadAnswer {
    const now = Date.now()
    for (const [path, { readAt }] of this.#answers) {
      const age = now - readAt
      if (age >= 0 && age < longestAgeMs && this.#answers.size < mostAnswers) break
      this.#answers.delete(path)
    }
    const known = this.#answers.get(request.path)
    if (known) return known
    const made = { readAt: now, answer: this.#transport(request) }
    this.#answers.set(request.path, made)
    const forget = () => {
      if (this.#answers.get(request.path) === made) this.#answers.delete(request.path)
    }
    // Failures and refusals are requested again.
    made.answer.then(({ status }) => status !== 200 && forget(), forget)
    return made
  }
}
