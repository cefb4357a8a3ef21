/**
 * What a learner does, until the server has it: stored before it is sent, sent again until an answer comes, in this page or a later one
 * (docs/decisions/offline-study.md). `sender.ts`, which a page can load later, sends it.
 */
import { longestAgoMs } from '@apogee/contracts/limits.ts'
import { storageKeys } from '@apogee/contracts/storage-keys.ts'
import type { ApiError } from '#web/platform/client.ts'
import { createStore } from '#web/platform/store.ts'
import { entriesOf, idOf, type Entry } from './entries.ts'
import type { Sender } from './sender.ts'

export interface Sending {
  key: string
  /** How long ago the entry was made, in milliseconds; absent: now. */
  agoMs?: number
  /** For the call. With `keepalive` it survives the page, asks nobody for a password, and holds at most 64 kB. */
  request: { signal: AbortSignal; keepalive?: true }
}

/** `pressed`: the person waits for it. `silent`: by itself. `left`: by itself, and the page may not live on. */
export type Occasion = 'pressed' | 'silent' | 'left'

/** One kind of thing that can wait. The server must take the same entry twice without counting it twice. */
interface KindOf<Payload, Answer> {
  name: string
  isPayload: (value: unknown) => value is Payload
  send: (payload: Payload, sending: Sending) => Promise<Answer>
  /** A refused entry is kept for the person to see; otherwise dropped. */
  keepsRefused: boolean
  /** Keys of the queries whose answers an entry changes. */
  changes: readonly (readonly string[])[]
  /** What the person typed, to be copied when it is refused. */
  textOf?: (payload: Payload) => string
}

/** A kind whose payload is not known here. */
export type AnyKind = KindOf<unknown, unknown>

export interface Kind<Payload, Answer = unknown> extends KindOf<Payload, Answer> {
  erased: AnyKind
}

export type Outcome<Answer> =
  | { kind: 'sent'; answer: Answer }
  /** Sent by another tab, or dropped meanwhile. */
  | { kind: 'gone' }
  /** Tried again by itself. */
  | { kind: 'waits'; error: unknown }
  | { kind: 'refused'; error: ApiError }

export interface Shown extends Entry {
  /** `new`: not tried yet. */
  state: 'new' | 'waits' | 'refused'
}

/** Ages below it are the time of sending. */
const shortestAgoMs = 1_000

/** How long ago an entry was made, for its call. */
export function ageSince(madeAt: number): { agoMs?: number } {
  const agoMs = Math.min(longestAgoMs, Date.now() - madeAt)
  return agoMs >= shortestAgoMs ? { agoMs } : {}
}

/** Any page that has loaded a kind can send its entries. */
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

/** For one account, as long as the page lives. */
export class Outbox {
  readonly account: number
  readonly entries: ReturnType<typeof entriesOf>
  /** Entries that this page has put and not tried to send yet: it will. */
  readonly fresh = new Set<string>()
  readonly kinds = new Map<string, AnyKind>()
  /** Called for each entry that was sent without a press. */
  readonly swept = new Set<(kind: AnyKind) => void>()
  readonly shown = createStore<readonly Shown[]>([])
  readonly #stop = new AbortController()
  #sender: Sender | undefined

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

  /** Stores it, instead of what waits under the same key. Nothing is sent before {@link send}. */
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

  /** Sends one entry, and what replaced it meanwhile. */
  async send<Payload, Answer>(
    { name }: Kind<Payload, Answer>,
    key: string,
    occasion: Occasion = 'pressed',
  ): Promise<Outcome<Answer>> {
    const id = idOf({ kind: name, key })
    if (!this.#sender && occasion === 'left') return { kind: 'waits', error: null }
    try {
      const sender = this.#sender ?? (await this.load())
      // The kind's own send made the answer.
      return (await sender.send(id, occasion)) as Outcome<Answer>
    } catch (error) {
      // Without a connection the sender cannot be loaded.
      if (this.#sender) throw error
      this.fresh.delete(id)
      this.publish()
      return { kind: 'waits', error }
    }
  }

  /** Loads the sender, which also sends by itself. */
  async load(): Promise<Sender> {
    const { Sender: Loaded } = await import('./sender.ts')
    return (this.#sender ??= new Loaded(this, this.#stop.signal))
  }

  /** What the person typed in it; '' without a text. */
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

/** The one outbox of this page; another account's is closed. */
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
