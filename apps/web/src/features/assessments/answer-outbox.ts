/**
 * Queues answers for the server: they are shown immediately, sent one after the other, stored on this device until the server has
 * them, and retried when the connection is back.
 */
import type { GivenAnswer } from '@apogee/contracts/assessments/assessments.ts'
import type { ErrorCode } from '@apogee/contracts/refusals.ts'
import { ApiError } from '#web/platform/transfer/client.ts'

export type SaveState = 'saved' | 'saving' | 'offline' | 'stopped' | 'refused' | 'over'

/** Maps question ids to answers. */
export type Answers = Readonly<Record<number, GivenAnswer>>

export interface OutboxDependencies {
  send: (questionId: number, answer: GivenAnswer) => Promise<unknown>
  /**
   * `kept` holds the answers that this device stored on an earlier visit. `keep` stores the unsaved answers; null means that all
   * are saved.
   */
  kept: Answers
  keep: (unsaved: Answers | null) => void
}

export interface OutboxState {
  /** `answers` holds the answers that were given on this page and that the server's last response does not contain. */
  answers: Answers
  state: SaveState
}

/** Typing within this time in ms is sent as one answer. */
const typingMs = 800
const retryMs = 3_000

export class AnswerOutbox {
  readonly #send: OutboxDependencies['send']
  readonly #keep: OutboxDependencies['keep']
  readonly #listeners = new Set<() => void>()
  readonly #waiting: Map<number, GivenAnswer>
  #current: OutboxState
  #timer: ReturnType<typeof setTimeout> | undefined
  #sending: Promise<void> | undefined
  #isOpen = true
  #mayGoOn = () => true

  constructor({ send, kept, keep }: OutboxDependencies) {
    this.#send = send
    this.#keep = keep
    this.#waiting = new Map(Object.entries(kept).map(([questionId, answer]) => [Number(questionId), answer]))
    this.#current = { answers: kept, state: this.#waiting.size > 0 ? 'saving' : 'saved' }
  }

  give(questionId: number, answer: GivenAnswer, { isTyping = false } = {}): void {
    const { answers, state } = this.#current
    if (state === 'over') return
    this.#waiting.set(questionId, answer)
    this.#keepWaiting()
    this.#become({
      answers: { ...answers, [questionId]: answer },
      state: state === 'offline' ? 'offline' : 'saving',
    })
    if (isTyping) this.#later(typingMs)
    else void this.flush()
  }

  /** Sends all waiting answers. Resolves when they are saved, or when the connection is lost. */
  flush(): Promise<void> {
    clearTimeout(this.#timer)
    this.#sending ??= this.#sendAll().finally(() => (this.#sending = undefined))
    return this.#sending
  }

  open(): void {
    this.#isOpen = true
    this.#mayGoOn = () => true
  }

  /** Sends waiting answers a last time, without retry, and only while `isSameSession`; the rest stays stored. */
  close(isSameSession: () => boolean): Promise<void> {
    this.#isOpen = false
    this.#mayGoOn = isSameSession
    return this.flush()
  }

  isEmpty(): boolean {
    return this.#waiting.size === 0
  }

  /** The method is bound, because React's store hook takes it alone. */
  readonly read = (): OutboxState => this.#current

  /** Returns a function that ends the subscription. The method is bound for the same reason as `read`. */
  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }

  #become(change: Partial<OutboxState>): void {
    this.#current = { ...this.#current, ...change }
    for (const listener of this.#listeners) listener()
  }

  #keepWaiting(): void {
    this.#keep(this.#waiting.size === 0 ? null : Object.fromEntries(this.#waiting))
  }

  #later(ms: number): void {
    clearTimeout(this.#timer)
    if (!this.#isOpen) return
    this.#timer = setTimeout(() => void this.flush(), ms)
  }

  async #sendAll(): Promise<void> {
    const waiting = this.#waiting
    let wasRefused = false
    for (let next = waiting.entries().next(); !next.done; next = waiting.entries().next()) {
      if (!this.#mayGoOn()) return
      const [questionId, answer] = next.value
      try {
        await this.#send(questionId, answer)
      } catch (error) {
        const outcome = outcomeOf(error)
        if (outcome === 'offline') {
          this.#become({ state: 'offline' })
          return this.#later(retryMs)
        }
        if (outcome === 'stopped') return this.#become({ state: 'stopped' })
        if (outcome === 'over') {
          waiting.clear()
          this.#keepWaiting()
          return this.#become({ state: 'over' })
        }
        wasRefused = true
      }
      // An answer that changed during its request is sent next.
      if (waiting.get(questionId) === answer) waiting.delete(questionId)
      this.#keepWaiting()
    }
    this.#become({ state: wasRefused ? 'refused' : 'saved' })
  }
}

/** These errors concern one answer and cannot be fixed by a retry. */
const aboutTheAnswer: readonly ErrorCode[] = ['VALIDATION', 'QUESTION_NOT_FOUND', 'BODY_TOO_LARGE']

/** `stopped` means that the server refuses the session or the attempt, so the answers wait for the next visit. */
function outcomeOf(error: unknown): 'offline' | 'over' | 'refused' | 'stopped' {
  if (!(error instanceof ApiError)) throw error
  if (error.status === 0 || error.status >= 500 || error.status === 429) return 'offline'
  if (error.errorCode === 'ATTEMPT_OVER') return 'over'
  return aboutTheAnswer.some((code) => code === error.errorCode) ? 'refused' : 'stopped'
}
