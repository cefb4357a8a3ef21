/** Sends the entries of an outbox: on request, on reconnection, and when the page is shown, hidden or left. */
import { storageKeys } from '@apogee/contracts/storage-keys.ts'
import { addressOf, ApiError, bearer } from '#web/platform/transfer/client.ts'
import '#web/platform/transfer/deferred-calls.ts'
import { leaving } from '#web/platform/drafts/leaving.ts'
import { isOfSameSession, storedToken } from '#web/platform/session/session-token.ts'
import { idOf, type Entry } from './entries.ts'
import { watchMoments } from './moments.ts'
import {
  ageSince,
  closeOutbox,
  type AnyKind,
  type EntrySender,
  type Occasion,
  type Outbox,
  type Outcome,
} from './outbox.ts'

const retryMs = 15_000
/**
 * An entry waits at most this long, in ms, for a lock that another tab holds. Sending without the lock is safe, because it is
 * idempotent.
 */
const longestLockMs = 10_000
/** A request without an answer is aborted after this time in ms. */
const longestWaitMs = 30_000
/** Signing out waits at most this long, in ms, for the entries that are sent before the session ends. */
const longestLeaveMs = 3_000

export const mayWorkLater = (error: unknown): boolean =>
  !(error instanceof ApiError) ||
  [0, 401, 429].includes(error.status) ||
  error.status >= 500 ||
  error.errorCode === 'SECOND_FACTOR_SETUP_REQUIRED'

/** Returns whether the server answered, with a failure or a refusal. */
export const hasAnswered = (error: unknown): error is ApiError =>
  error instanceof ApiError && error.status > 0

async function inTurn<T>(name: string, work: () => Promise<T>): Promise<T> {
  if (!('locks' in navigator)) return work()
  const patience = new AbortController()
  const timer = setTimeout(() => patience.abort(), longestLockMs)
  let began = false
  const begin = () => {
    began = true
    clearTimeout(timer)
    return work()
  }
  try {
    return await navigator.locks.request(name, { signal: patience.signal }, begin)
  } catch (error) {
    if (began) throw error
    return begin()
  }
}

const isSame = (now: Entry | undefined, sent: Entry): boolean =>
  now !== undefined && JSON.stringify(now) === JSON.stringify(sent)

export class Sender implements EntrySender {
  readonly #outbox: Outbox
  readonly #stop: AbortSignal
  readonly #underWay = new Map<string, Promise<Outcome<unknown>>>()
  #retry: ReturnType<typeof setTimeout> | undefined
  /**
   * Holds the token of this account's session. While another token is stored, nothing is sent until the page has verified its
   * account.
   */
  #token = storedToken()

  constructor(outbox: Outbox, stop: AbortSignal) {
    this.#outbox = outbox
    this.#stop = stop
    watchMoments((isLeft) => void this.sendAll(isLeft), stop)
    stop.addEventListener('abort', () => clearTimeout(this.#retry))
    leaving.send = () => this.#leave()
  }

  async send(id: string, occasion: Occasion): Promise<Outcome<unknown>> {
    const before = this.#underWay.get(id)
    if (before) {
      const outcome = await before
      const isDone = outcome.kind === 'waits' || !this.#outbox.entries.read(id)
      return isDone ? outcome : this.send(id, occasion)
    }
    const deliver = () => this.#deliver(id, occasion)
    const lock = `${storageKeys.outbox} ${this.#outbox.account} ${id}`
    const sent = (occasion === 'left' ? deliver() : inTurn(lock, deliver)).finally(() =>
      this.#underWay.delete(id),
    )
    this.#underWay.set(id, sent)
    const outcome = await sent
    const isChanged = outcome.kind === 'sent' && !this.#stop.aborted && this.#outbox.entries.read(id)
    return isChanged ? this.send(id, occasion) : outcome
  }

  /**
   * Sends waiting entries sequentially until the connection is lost. When the page may be about to end, sends all in parallel,
   * including entries that this page has not tried yet.
   */
  async sendAll(isLeft = false): Promise<void> {
    clearTimeout(this.#retry)
    const { entries, kinds, fresh } = this.#outbox
    const waiting = entries.all().filter((entry) => !entry.refusal && kinds.has(entry.kind))
    const ids = waiting.map(idOf)
    if (isLeft) return void (await Promise.all(ids.map((id) => this.send(id, 'left'))))
    for (const id of ids) {
      // A running request may still fail because of the earlier loss of the connection.
      await this.#underWay.get(id)
      if (fresh.has(id)) continue
      const outcome = await this.send(id, 'silent')
      if (outcome.kind === 'waits' && !hasAnswered(outcome.error)) return
      const kind = kinds.get(id.split(' ', 1)[0] ?? '')
      if (kind && outcome.kind === 'sent') for (const swept of this.#outbox.swept) swept(kind)
    }
  }

  /** Confirms that the session of this page belongs to this account. */
  confirm(): void {
    this.#token = storedToken()
    void this.sendAll()
  }

  /** Sends the entries a last time and deletes them, because the next person may use the same browser. Then it ends the session. */
  #leave(): Promise<boolean> | undefined {
    const { entries } = this.#outbox
    const waiting = entries.all()
    if (this.#stop.aborted || waiting.length === 0) return undefined
    const headers = bearer()
    const [method, path] = addressOf('logout')
    const sent = this.sendAll(true)
    closeOutbox()
    for (const entry of waiting) entries.forget(idOf(entry))
    return Promise.race([sent, new Promise<void>((end) => setTimeout(end, longestLeaveMs))])
      .then(() => fetch(path, { method, headers, keepalive: true }))
      .then(
        ({ ok, status }) => ok || status === 401,
        () => false,
      )
  }

  async #deliver(id: string, occasion: Occasion): Promise<Outcome<unknown>> {
    const { entries, kinds, fresh } = this.#outbox
    const entry = entries.read(id)
    if (!entry || entry.refusal) return { kind: 'gone' }
    const kind = kinds.get(entry.kind)
    if (!kind || !isOfSameSession(this.#token)) return { kind: 'waits', error: null }
    if (!kind.isPayload(entry.payload)) {
      // A release with another format has stored this entry, so it cannot be sent.
      entries.forget(id)
      return { kind: 'gone' }
    }
    try {
      const answer = await kind.send(entry.payload, {
        key: entry.key,
        ...ageSince(entry.madeAt),
        request: {
          signal: AbortSignal.timeout(longestWaitMs),
          ...(occasion !== 'pressed' && { keepalive: true }),
        },
      })
      fresh.delete(id)
      if (isSame(entries.read(id), entry)) entries.forget(id)
      this.#outbox.publish()
      return { kind: 'sent', answer }
    } catch (error) {
      fresh.delete(id)
      const outcome = this.#failed(id, entry, kind, error)
      this.#outbox.publish()
      return outcome
    }
  }

  #failed(id: string, entry: Entry, kind: AnyKind, error: unknown): Outcome<unknown> {
    if (mayWorkLater(error)) {
      clearTimeout(this.#retry)
      if (!this.#stop.aborted) this.#retry = setTimeout(() => void this.sendAll(), retryMs)
      return { kind: 'waits', error }
    }
    const { errorCode, message } = error as ApiError
    const { entries } = this.#outbox
    if (isSame(entries.read(id), entry)) {
      if (kind.keepsRefused) entries.keep({ ...entry, refusal: { errorCode, message } })
      else entries.forget(id)
    }
    return { kind: 'refused', error: error as ApiError }
  }
}
