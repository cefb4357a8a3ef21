/**
 * Caches the answers to the calls of pages briefly, so that the documents of a page show the same data in every language and theme.
 */
import type { RenderRequest, TransportAnswer } from './renderer.ts'

type Transport = RenderRequest['transport']

/** Without a notice of a change, an answer is used only while it is at most this old, in ms. */
const longestAgeMs = 1_000
const mostAnswers = 200

interface ReadAnswer {
  /** The call was made at this time, in ms since 1970. */
  readAt: number
  answer: Promise<TransportAnswer>
}

export class PageData {
  readonly #transport: Transport
  /** Contains the answers by path of the call, the oldest first. */
  readonly #answers = new Map<string, ReadAnswer>()

  constructor(transport: Transport) {
    this.#transport = transport
  }

  /** Returns a transport for the calls of one document. Its `readAt` returns the time of the oldest answer, in ms since 1970. */
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
    // Failures and refusals are not kept, so they are requested again.
    made.answer.then(({ status }) => status !== 200 && forget(), forget)
    return made
  }
}
