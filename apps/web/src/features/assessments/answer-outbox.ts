/**
 * A queue of answers for the server: shown at once, sent one after the other, stored on this device until the server
 * has
 * them, retried when the connection is back.
 */
import type { GivenAnswer } from '@apogee/contracts/assessments/assessments.ts'
import type { ErrorCode } from '@apogee/contracts/refusals.ts'
import { ApiError } from '#web/platform/client.ts'

export type SaveState = 'saved' | 'saving' | 'offline' | 'stopped' | 'refused' | 'over'

/** By question id. */
export type Answers = Readonly<Record<number, GivenAnswer>>

export interface OutboxDependencies {
  send: (questionId: number, answer: GivenAnswer) => Promise<unknown>
  /** Answers stored on this device earlier; `keep` stores the unsaved ones, null when all are saved. */
  kept: Answers
  keep: (unsaved: Answers | null) => void
}

export interface OutboxState {
  /** Answers given here that the server's last answer does not contain. */
  answers: Answers
  state: SaveState
}

/** Debounces typing, so that it is one answer. */
const typingMs = 800
const retryMs = 3_000

export function createAnswerOutbox({ send, kept, keep }: OutboxDependencies) {
  const listeners = new Set<() => void>()
  const waiting = new Map<number, GivenAnswer>(
    Object.entries(kept).map(([questionId, answer]) => [Number(questionId), answer]),
  )
  let current: OutboxState = { answers: kept, state: waiting.size > 0 ? 'saving' : 'saved' }
  let timer: ReturnType<typeof setTimeout> | undefined
  let sending: Promise<void> | undefined
  let isOpen = true
  let mayGoOn = () => true

  function become(change: Partial<OutboxState>): void {
    current = { ...current, ...change }
    for (const listener of listeners) listener()
  }

  function keepWaiting(): void {
    keep(waiting.size === 0 ? null : Object.fromEntries(waiting))
  }

  function later(ms: number): void {
    clearTimeout(timer)
    if (!isOpen) return
    timer = setTimeout(() => void flush(), ms)
  }

  function give(questionId: number, answer: GivenAnswer, { isTyping = false } = {}): void {
    if (current.state === 'over') return
    waiting.set(questionId, answer)
    keepWaiting()
    become({
      answers: { ...current.answers, [questionId]: answer },
      state: current.state === 'offline' ? 'offline' : 'saving',
    })
    if (isTyping) later(typingMs)
    else void flush()
  }

  /** Sends all waiting answers. Resolves when they are saved, or when the connection is lost. */
  function flush(): Promise<void> {
    clearTimeout(timer)
    sending ??= sendAll().finally(() => (sending = undefined))
    return sending
  }

  async function sendAll(): Promise<void> {
    let wasRefused = false
    for (let next = waiting.entries().next(); !next.done; next = waiting.entries().next()) {
      if (!mayGoOn()) return
      const [questionId, answer] = next.value
      try {
        await send(questionId, answer)
      } catch (error) {
        const outcome = outcomeOf(error)
        if (outcome === 'offline') {
          become({ state: 'offline' })
          return later(retryMs)
        }
        if (outcome === 'stopped') return become({ state: 'stopped' })
        if (outcome === 'over') {
          waiting.clear()
          keepWaiting()
          return become({ state: 'over' })
        }
        wasRefused = true
      }
      // Changed during its request: the new one is sent next.
      if (waiting.get(questionId) === answer) waiting.delete(questionId)
      keepWaiting()
    }
    become({ state: wasRefused ? 'refused' : 'saved' })
  }

  return {
    give,
    flush,
    open() {
      isOpen = true
      mayGoOn = () => true
    },
    /** Sends waiting answers a last time, without retry, and only while `isSameSession`; the rest stays stored. */
    close(isSameSession: () => boolean) {
      isOpen = false
      mayGoOn = isSameSession
      return flush()
    },
    isEmpty: () => waiting.size === 0,
    read: () => current,
    subscribe(listener: () => void) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}

/** Errors of this one answer that a retry cannot fix. */
const aboutTheAnswer: readonly ErrorCode[] = ['VALIDATION', 'QUESTION_NOT_FOUND', 'BODY_TOO_LARGE']

/** `stopped`: the session or the attempt is refused, so the answers wait for the next visit. */
function outcomeOf(error: unknown): 'offline' | 'over' | 'refused' | 'stopped' {
  if (!(error instanceof ApiError)) throw error
  if (error.status === 0 || error.status >= 500 || error.status === 429) return 'offline'
  if (error.errorCode === 'ATTEMPT_OVER') return 'over'
  return aboutTheAnswer.some((code) => code === error.errorCode) ? 'refused' : 'stopped'
}
