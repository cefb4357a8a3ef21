/** Saves a document during editing: one request at a time, without losing changes after a failure. */
import type { EditConflict } from '@apogee/contracts/edits.ts'
import { ApiError } from '../transfer/client.ts'

export type SaveState = 'saved' | 'unsaved' | 'saving' | 'failed'

/** `typingMs` is the pause after the last change, and `failedMs` the pause after a failure. */
export const pauses = { typingMs: 1_500, failedMs: 10_000 } as const

type Save<Document, Edit> = (document: Document, version: number) => Promise<Edit>

export interface Saved {
  version?: number | undefined
}

export interface SaverEvents<Edit> {
  onState: (state: SaveState) => void
  onSaved: (edit: Edit) => void
  onFailure: (error: unknown) => void
  /** Another person has changed the text; nothing is saved until `resume`. */
  onConflict: (conflict: EditConflict) => void
}

export class DraftSaver<Document, Edit extends Saved> {
  readonly #save: Save<Document, Edit>
  #events: SaverEvents<Edit> | null = null
  #version: number
  #unsaved: Document | null = null
  #running: Promise<boolean> | null = null
  #timer: ReturnType<typeof setTimeout> | undefined
  #isHalted = false
  #isStopped = false
  #failure: unknown

  /** `version` is the version of the text when it was read. */
  constructor(save: Save<Document, Edit>, version: number) {
    this.#save = save
    this.#version = version
  }

  /** Returns the function that stops listening. */
  listen(events: SaverEvents<Edit>): () => void {
    this.#events = events
    this.#isStopped = false
    return () => {
      this.#events = null
    }
  }

  get version(): number {
    return this.#version
  }

  /** Returns the error of the last request; undefined after a success. */
  get failure(): unknown {
    return this.#failure
  }

  /** Returns the changes that no request has saved; null means none. */
  get unsaved(): Document | null {
    return this.#unsaved
  }

  change(document: Document): void {
    this.#unsaved = document
    if (this.#isHalted) return
    if (!this.#running) this.#events?.onState('unsaved')
    this.#schedule(pauses.typingMs)
  }

  /** Saves unsaved changes immediately. Resolves with whether everything is saved. */
  async flush(): Promise<boolean> {
    clearTimeout(this.#timer)
    if (this.#isHalted) return false
    this.#running ??= this.#run().finally(() => {
      this.#running = null
    })
    return this.#running
  }

  /** Resumes saving after a conflict; the writer has read `version`. */
  resume(version: number, document: Document | null): void {
    this.#isHalted = false
    this.#version = version
    this.#unsaved = document
    if (document) void this.flush()
    else this.#events?.onState('saved')
  }

  /** Records that the text was saved by other means. */
  noteSaved(version: number, document: Document): void {
    this.#version = version
    if (this.#unsaved === document) this.#unsaved = null
    if (!this.#unsaved) this.#events?.onState('saved')
  }

  /** Ends the attempts. The next editor of the text saves what is left, so that two savers do not send different versions. */
  stop(): void {
    this.#isStopped = true
    clearTimeout(this.#timer)
  }

  #schedule(ms: number): void {
    clearTimeout(this.#timer)
    if (this.#isStopped) return
    this.#timer = setTimeout(() => void this.flush(), ms)
  }

  async #run(): Promise<boolean> {
    while (this.#unsaved) {
      const document = this.#unsaved
      this.#events?.onState('saving')
      try {
        // oxlint-disable-next-line no-await-in-loop -- what was typed meanwhile is saved after it
        const edit = await this.#save(document, this.#version)
        this.#version = edit.version ?? this.#version
        this.#failure = undefined
        this.#events?.onSaved(edit)
      } catch (error) {
        this.#fail(error)
        return false
      }
      if (this.#unsaved === document) this.#unsaved = null
    }
    this.#events?.onState('saved')
    return true
  }

  #fail(error: unknown): void {
    this.#failure = error
    this.#events?.onState('failed')
    const conflict = error instanceof ApiError ? error.conflict : undefined
    if (conflict) {
      this.#isHalted = true
      this.#events?.onConflict(conflict)
      return
    }
    this.#events?.onFailure(error)
    if (!isRefusal(error)) this.#schedule(pauses.failedMs)
  }
}

/** The server would refuse the same request again, so a refusal is not retried. */
const isRefusal = (error: unknown): boolean =>
  error instanceof ApiError &&
  error.status >= 400 &&
  error.status < 500 &&
  ![401, 408, 429].includes(error.status)
