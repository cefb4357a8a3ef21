/** Records for metrics whether the provider answers. */
import { ProviderError, type ProviderRecord } from './port.ts'

export class ProviderWatch {
  readonly #now: () => Date
  readonly #requests = { answered: 0, failed: 0, withheld: 0 }
  #answeredAt: Date | null = null
  #failingSince: Date | null = null
  #failedAt: Date | null = null

  constructor(now: () => Date) {
    this.#now = now
  }

  /** `send` must call its parameter `sent` when it actually sends the request. */
  async record<Answer>(send: (sent: () => void) => Promise<Answer>): Promise<Answer> {
    let isSent = false
    try {
      const answer = await send(() => {
        isSent = true
      })
      this.#answered()
      return answer
    } catch (error) {
      if (!isSent) this.#requests.withheld += 1
      else if (isFailure(error)) this.#failed()
      else this.#answered()
      throw error
    }
  }

  #answered(): void {
    this.#requests.answered += 1
    this.#answeredAt = this.#now()
    this.#failingSince = null
  }

  #failed(): void {
    this.#requests.failed += 1
    this.#failedAt = this.#now()
    this.#failingSince ??= this.#failedAt
  }

  read(): Omit<ProviderRecord, 'isWithholding'> {
    return {
      answeredAt: this.#answeredAt,
      failingSince: this.#failingSince,
      failedAt: this.#failedAt,
      requests: { ...this.#requests },
    }
  }
}

/** Timeouts, errors of the provider and answers outside the contract are failures. A refusal is an answer. */
function isFailure(error: unknown): boolean {
  return !(error instanceof ProviderError) || error.kind === 'unreachable' || error.kind === 'unexpected'
}
