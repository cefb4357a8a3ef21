/** Saves notes while they are typed. Each change is stored in the browser before it is sent, and is retried until it is saved. */
import type { EditConflict } from '@apogee/contracts/edits.ts'
import type { LessonNote } from '@apogee/contracts/notes/notes.ts'
import { storageKeys } from '@apogee/contracts/storage-keys.ts'
import { ApiError, call } from '#web/platform/transfer/client.ts'
import { mayWorkLater } from '#web/platform/outbox/sender.ts'
import { watchOtherTabs } from '#web/platform/session/storage.ts'
import { createStore } from '#web/platform/session/store.ts'
import { noteDraftsOf, type NoteDraft } from './note-drafts.ts'
import { digestOf } from './text-digest.ts'

/** A note is sent after this pause in typing. */
export const savePauseMs = 800
const retryMs = 15_000
/** This many saves without an answer exceed any realistic offline session. Each entry takes 12 bytes. */
const mostUnanswered = 1000

export type SavingState =
  /** The text is being typed or sent. */
  | { kind: 'saving' }
  /** The server cannot be reached; the saver retries automatically. */
  | { kind: 'waiting' }
  | { kind: 'conflict'; conflict: EditConflict }
  /** The server refuses the text; the text is sent again after the next change. */
  | { kind: 'refused'; error: Error }

export type UnsavedNote = NoteDraft & { state: SavingState }
type Saved = (note: LessonNote) => void

export class NoteSaver {
  readonly #drafts: ReturnType<typeof noteDraftsOf>
  readonly #states = new Map<string, SavingState>()
  readonly #timers = new Map<string, ReturnType<typeof setTimeout>>()
  readonly #underWay = new Map<string, Promise<void>>()
  readonly #listeners = new Set<Saved>()
  readonly #stop = new AbortController()
  #retry: ReturnType<typeof setTimeout> | undefined
  readonly unsaved = createStore<ReadonlyMap<string, UnsavedNote>>(new Map())

  constructor(userId: number) {
    this.#drafts = noteDraftsOf(userId)
    this.#publish()
    const { signal } = this.#stop
    window.addEventListener('online', () => this.sendAll(), { signal })
    window.addEventListener('pagehide', () => this.sendAll(), { signal })
    document.addEventListener('visibilitychange', () => this.sendAll(), { signal })
    const stopTabs = watchOtherTabs(storageKeys.noteDrafts, () => this.#publish())
    signal.addEventListener('abort', stopTabs)
  }

  /** Calls back with each saved note; returns the unsubscriber. */
  onSaved(listener: Saved): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Stores the typed text and sends it after a pause. */
  change(id: string, typed: Omit<NoteDraft, 'unanswered'>): void {
    const kept = this.#drafts.read(id)
    this.#drafts.keep(id, {
      ...typed,
      // A save of the previous text may have raised the version meanwhile.
      version: Math.max(typed.version, kept?.version ?? 0),
      unanswered: kept?.unanswered ?? [],
    })
    if (this.#states.get(id)?.kind !== 'conflict') this.#states.set(id, { kind: 'saving' })
    this.#publish()
    this.#sendLater(id)
  }

  /** Replaces the conflicting text, which the person has seen, with `text`. */
  resolve(id: string, text: string): Promise<void> {
    const state = this.#states.get(id)
    const draft = this.#drafts.read(id)
    if (state?.kind !== 'conflict' || !draft) return Promise.resolve()
    this.#drafts.keep(id, { ...draft, text, version: state.conflict.version, unanswered: [] })
    this.#states.set(id, { kind: 'saving' })
    return this.send(id)
  }

  /**
   * Sends the note without a pause, even if the server has refused it before. With `background`, the request survives the page and
   * prompts for no password.
   */
  async send(id: string, background = false): Promise<void> {
    clearTimeout(this.#timers.get(id))
    this.#timers.delete(id)
    const before = this.#underWay.get(id)
    if (before) {
      await before
      return
    }
    const draft = this.#drafts.read(id)
    if (!draft || this.#states.get(id)?.kind === 'conflict') return
    const sent = this.#deliver(id, draft, background).finally(() => this.#underWay.delete(id))
    this.#underWay.set(id, sent)
    await sent
    const next = this.#drafts.read(id)
    if (next && this.#states.get(id)?.kind === 'saving' && !this.#timers.has(id)) await this.send(id)
  }

  /** Sends all unsaved notes: at the start, on reconnection, and when the page is shown, hidden or left. */
  sendAll(): void {
    const background = document.visibilityState === 'hidden'
    for (const id of this.#drafts.all().keys()) {
      if (this.#states.get(id)?.kind !== 'refused' && !this.#underWay.has(id)) void this.send(id, background)
    }
  }

  /** Discards the typed text, and waits for a save that is under way. */
  async discard(id: string): Promise<void> {
    clearTimeout(this.#timers.get(id))
    this.#timers.delete(id)
    this.#drafts.forget(id)
    this.#states.delete(id)
    this.#publish()
    await this.#underWay.get(id)
  }

  close(): void {
    this.#stop.abort()
    clearTimeout(this.#retry)
    for (const timer of this.#timers.values()) clearTimeout(timer)
  }

  #sendLater(id: string): void {
    clearTimeout(this.#timers.get(id))
    this.#timers.set(
      id,
      setTimeout(() => void this.send(id), savePauseMs),
    )
  }

  async #deliver(id: string, draft: NoteDraft, background: boolean): Promise<void> {
    const { courseId, unanswered, ...body } = draft
    this.#drafts.keep(id, {
      ...draft,
      unanswered: [...new Set([...unanswered, digestOf(body.text)])].slice(-mostUnanswered),
    })
    this.#states.set(id, { kind: 'saving' })
    this.#publish()
    try {
      const params = { courseId, noteId: id }
      const { data } = await call('saveNote', { params, body, ...(background && { keepalive: true }) })
      this.#arrived(id, data, draft)
    } catch (error) {
      this.#failed(id, error, unanswered)
    }
    this.#publish()
  }

  #arrived(id: string, note: LessonNote, sent: NoteDraft): void {
    for (const listener of this.#listeners) listener(note)
    const now = this.#drafts.read(id)
    if (now && (now.text !== sent.text || now.page !== sent.page)) {
      this.#drafts.keep(id, { ...now, version: note.version, unanswered: [] })
      return
    }
    if (now) this.#drafts.forget(id)
    this.#states.delete(id)
  }

  #failed(id: string, error: unknown, unanswered: readonly string[]): void {
    const now = this.#drafts.read(id)
    if (!now) return void this.#states.delete(id)
    if (mayWorkLater(error)) {
      this.#states.set(id, { kind: 'waiting' })
      clearTimeout(this.#retry)
      if (!this.#stop.signal.aborted) this.#retry = setTimeout(() => this.sendAll(), retryMs)
      return
    }
    const conflict = error instanceof ApiError ? error.conflict : undefined
    const stored = conflict?.fields.find(({ field }) => field === 'text')?.value
    if (conflict && typeof stored === 'string' && unanswered.includes(digestOf(stored))) {
      // The conflict is with an earlier save by this browser whose answer was lost, so the text is based on that version now.
      this.#drafts.keep(id, { ...now, version: conflict.version, unanswered: [] })
      return
    }
    this.#states.set(
      id,
      conflict ? { kind: 'conflict', conflict } : { kind: 'refused', error: error as Error },
    )
  }

  #publish(): void {
    const drafts = [...this.#drafts.all()]
    const stateOf = (id: string): SavingState => this.#states.get(id) ?? { kind: 'waiting' }
    this.unsaved.setState(new Map(drafts.map(([id, draft]) => [id, { ...draft, state: stateOf(id) }])))
  }
}

let current: { userId: number; saver: NoteSaver } | null = null

/** Returns the only saver of this page. The saver of another account is closed first. */
export function noteSaverOf(userId: number): NoteSaver {
  if (current?.userId !== userId) {
    current?.saver.close()
    current = { userId, saver: new NoteSaver(userId) }
  }
  return current.saver
}
