/**
 * Stores a learner's actions before they are sent, and retries until the server answers, in this page or a later one
 * (docs/decisions/offline-study.md). `sender.ts` sends them; a page can load it later.
 */
import { longestAgoMs } from '@apogee/contracts/limits.ts'
import { storageKeys } from '@apogee/contracts/storage-keys.ts'
import type { ApiError } from '#web/platform/transfer/client.ts'
import { createStore } from '#web/platform/session/store.ts'
import { entriesOf, idOf, type Entry } from './entries.ts'

export interface Sending {
  key: string
  /** `agoMs` is the age of the entry in milliseconds; it is absent for an action of this moment. */
  agoMs?: number
  /**
   * Options for the call. With `keepalive`, the request survives the page, does not prompt for the password, and holds at most 64
   * kB.
   */
  request: { signal: AbortSignal; keepalive?: true }
}

/**
 * `pressed` means that the person waits for the result. `silent` means that the outbox sends by itself. `left` means that it sends
 * by itself while the page may be about to end.
 */
export type Occasion = 'pressed' | 'silent' | 'left'

/** Defines one kind of entry. The server must process the same entry idempotently. */
interface KindOf<Payload, Answer> {
  name: string
  isPayload: (value: unknown) => value is Payload
  send: (payload: Payload, sending: Sending) => Promise<Answer>
  /** True stores a refused entry for the person to see; false drops it. */
  keepsRefused: boolean
  /** Lists the keys of the queries whose answers an entry changes. */
  changes: readonly (readonly string[])[]
  /** Returns the typed text, so that the person can copy it after a refusal. */
  textOf?: (payload: Payload) => string
}

/** Describes a kind whose payload type is unknown. */
export type AnyKind = KindOf<unknown, unknown>

export interface Kind<Payload, Answer = unknown> extends KindOf<Payload, Answer> {
  erased: AnyKind
}

export type Outcome<Answer> =
  | { kind: 'sent'; answer: Answer }
  /** `gone` means that another tab has sent the entry, or that it was dropped meanwhile. */
  | { kind: 'gone' }
  /** `waits` means that the outbox will retry the entry by itself. */
  | { kind: 'waits'; error: unknown }
  | { kind: 'refused'; error: ApiError }

export interface Shown extends Entry {
  /** `new` means that no attempt was made. */
  state: 'new' | 'waits' | 'refused'
}

/** A smaller age, in ms, is not sent, so that the entry counts as made when it is sent. */
const shortestAgoMs = 1_000

export function ageSince(madeAt: number): { agoMs?: number } {
  const agoMs = Math.min(longestAgoMs, Date.now() - madeAt)
  return agoMs >= shortestAgoMs ? { agoMs } : {}
}

/** Registers a kind, so that any page that has loaded it can send its entries. */
export function defineKind<Payload, Answer>(kind: KindOf<Payload, Answer>): Kind<Payload, Answer> {
  const { isPayload, send, textOf, ...rest } = kind
  const erased: AnyKind = {
    ...rest,
    ...(textOf && { textOf: (payload) => (isPayload(payload) ? textOf(payload) : '') }),
    isPayload: (value): value is unknown => isPayload(value),
    send: (payload, sending) =>
      isPayload(payload) ? send(payload, sending) : Promise.reject(new TypeError(kind.name)),
  }
  return { ...kind, erased }
}

export interface EntrySender {
  send(id: string, occasion: Occasion): Promise<Outcome<unknown>>
  sendAll(isLeft?: boolean): Promise<void>
  confirm(): void
}

/** Serves one account for the lifetime of the page. */
export class Outbox {
  readonly account: number
  readonly entries: ReturnType<typeof entriesOf>
  /** Holds the ids of entries that this page has added and will send, but has not tried to send yet. */
  readonly fresh = new Set<string>()
  readonly kinds = new Map<string, AnyKind>()
  /** These listeners run for each entry that was sent automatically. */
  readonly swept = new Set<(kind: AnyKind) => void>()
  readonly shown = createStore<readonly Shown[]>([])
  readonly #stop = new AbortController()
  #sender: EntrySender | undefined

  constructor(account: number) {
    this.account = account
    this.entries = entriesOf(account)
    this.publish()
    const { signal } = this.#stop
    const follow = ({ key }: StorageEvent) => {
      if (key === null || key.startsWith(storageKeys.outbox)) this.publish()
    }
    window.addEventListener('storage', follow, { signal })
    window.addEventListener('offline', () => this.publish(), { signal })
  }

  /** Stores an entry and replaces a waiting entry with the same key. Nothing is sent before {@link send}. */
  put<Payload>(
    { name, erased }: Pick<Kind<Payload>, 'name' | 'erased' | 'isPayload'>,
    key: string,
    payload: Payload,
  ): void {
    this.kinds.set(name, erased)
    const id = idOf({ kind: name, key })
    const before = this.entries.read(id)
    if (!before || before.refusal) this.fresh.add(id)
    this.entries.keep({ kind: name, key, payload, madeAt: Date.now() })
    this.publish()
  }

  drop({ name }: Pick<AnyKind, 'name'>, key: string): void {
    this.entries.forget(idOf({ kind: name, key }))
    this.publish()
  }

  /** Sends one entry, and the entry that replaced it meanwhile. */
  async send<Payload, Answer>(
    { name }: Kind<Payload, Answer>,
    key: string,
    occasion: Occasion = 'pressed',
  ): Promise<Outcome<Answer>> {
    const id = idOf({ kind: name, key })
    if (!this.#sender && occasion === 'left') return { kind: 'waits', error: null }
    try {
      const sender = this.#sender ?? (await this.load())
      // The `send` of the entry's kind has created the answer, so its type is right.
      return (await sender.send(id, occasion)) as Outcome<Answer>
    } catch (error) {
      // The sender cannot be loaded without a connection, so the entry waits.
      if (this.#sender) throw error
      this.fresh.delete(id)
      this.publish()
      return { kind: 'waits', error }
    }
  }

  /** Loads the sender, which also sends automatically. */
  async load(): Promise<EntrySender> {
    const { Sender } = await import('./sender.ts')
    return (this.#sender ??= new Sender(this, this.#stop.signal))
  }

  /** Returns the text that the person typed; '' without a text. */
  textIn({ kind, payload }: Entry): string {
    return this.kinds.get(kind)?.textOf?.(payload) ?? ''
  }

  close(): void {
    this.#stop.abort()
  }

  publish(): void {
    const isOffline = !navigator.onLine
    const stateOf = (entry: Entry): Shown['state'] =>
      entry.refusal ? 'refused' : this.fresh.has(idOf(entry)) && !isOffline ? 'new' : 'waits'
    this.shown.setState(this.entries.all().map((entry) => ({ ...entry, state: stateOf(entry) })))
  }
}

let current: Outbox | null = null

/** Returns the single outbox of this page, and closes another account's outbox. */
export function outboxOf(account: number): Outbox {
  if (current?.account !== account) {
    closeOutbox()
    current = new Outbox(account)
  }
  return current as Outbox
}

export function closeOutbox(): void {
  current?.close()
  current = null
}
