/**
 * Removes outdated answers from a CDN by their tags (docs/decisions/caches.md). The module is loaded only when the operator has
 * configured a purge address.
 */
import type { Database, Log } from '#server/platform/database/database.ts'
import { listen, type Listener } from '#server/platform/database/connections/listener.ts'
import { enrolmentsOnly } from '#server/features/catalogue/catalogue.service.ts'
import { everyAnswer, lists, tagOfCourse } from './edge-caching.ts'

export type PurgeForm = 'cloudflare' | 'fastly'

interface EdgePurgeOptions {
  /** The CDN accepts purge requests at this address. */
  url: string
  /** The token is sent in the form that the CDN expects: `Authorization: Bearer` or `Fastly-Key`. */
  token: string
  form: PurgeForm
  log: Log
  /**
   * A request is sent at least this long after the change. By then every process has dropped its own cached copies. Tests change
   * the value.
   */
  waitMs?: number
  /** Two requests are at least this far apart. After refused requests the pause becomes longer. Tests change the value. */
  pauseMs?: number
}

/** One request contains at most this many tags. Cloudflare accepts 30 in every plan. */
const mostTags = 30
const requestMs = 10_000
const longestPauseMs = 60_000
/** When the process stops, the last request ends after this time. */
const stopMs = 2_000

export class EdgePurge {
  readonly #options: EdgePurgeOptions
  readonly #waitMs: number
  readonly #firstPauseMs: number
  readonly #tags = new Set<string>()
  #listener: Listener | undefined
  #timer: NodeJS.Timeout | undefined
  #sending: Promise<void> | undefined
  /** No request is sent before this time, measured by `performance.now()`. */
  #notBefore = 0
  #pauseMs: number
  #isStopping = false

  constructor(options: EdgePurgeOptions) {
    this.#options = options
    this.#waitMs = options.waitMs ?? 1_000
    this.#firstPauseMs = options.pauseMs ?? 5_000
    this.#pauseMs = this.#firstPauseMs
  }

  start(database: Pick<Database, 'listeningSession'>): void {
    this.#listener = listen(database, 'courses_changed', {
      onNotice: (change) => this.note(change),
      log: this.#options.log,
    })
  }

  /**
   * Collects the tags of a change.
   * @param change is the payload of a notice: the ids of courses, or an empty text for a change of any course. It is undefined
   * after a connection was made, because notices may have been missed and a new release has other documents.
   */
  note(change?: string): void {
    if (change === enrolmentsOnly) return
    for (const tag of change ? [lists, ...change.split(',').map(tagOfCourse)] : [everyAnswer])
      this.#tags.add(tag)
    this.#schedule()
  }

  /** Sends pending tags once more, for at most two seconds. */
  async stop(): Promise<void> {
    this.#isStopping = true
    clearTimeout(this.#timer)
    await this.#listener?.close()
    await this.#sending
    if (this.#tags.size > 0) await this.#send(stopMs)
  }

  #schedule(): void {
    if (this.#timer || this.#sending || this.#isStopping) return
    const now = performance.now()
    this.#timer = setTimeout(
      () => {
        this.#timer = undefined
        this.#sending = this.#send(requestMs).then(() => {
          this.#sending = undefined
          if (this.#tags.size > 0) this.#schedule()
        })
      },
      Math.max(this.#waitMs, this.#notBefore - now),
    )
    this.#timer.unref()
  }

  /** Sends the pending tags. If the request is refused, they are sent again with the next one. */
  async #send(withinMs: number): Promise<void> {
    const isEvery = this.#tags.has(everyAnswer)
    const due = isEvery ? [...this.#tags] : [...this.#tags].slice(0, mostTags)
    for (const tag of due) this.#tags.delete(tag)
    try {
      await this.#request(isEvery ? [everyAnswer] : due, withinMs)
      this.#pauseMs = this.#firstPauseMs
      this.#notBefore = performance.now() + this.#firstPauseMs
    } catch (err) {
      for (const tag of due) this.#tags.add(tag)
      this.#options.log.warn(
        { err, tags: due.length, retryMs: this.#pauseMs },
        'the CDN did not remove outdated pages: they stay for up to EDGE_SECONDS',
      )
      this.#notBefore = performance.now() + this.#pauseMs
      this.#pauseMs = Math.min(longestPauseMs, this.#pauseMs * 2)
    }
  }

  async #request(tags: readonly string[], withinMs: number): Promise<void> {
    const { url, token, form } = this.#options
    const answer = await fetch(url, {
      method: 'POST',
      redirect: 'error',
      signal: AbortSignal.timeout(withinMs),
      ...(form === 'fastly'
        ? { headers: { 'fastly-key': token, 'surrogate-key': tags.join(' '), accept: 'application/json' } }
        : {
            headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
            body: JSON.stringify({ tags }),
          }),
    })
    await answer.body?.cancel()
    if (!answer.ok) throw new Error(`the CDN answered with ${answer.status}`)
  }
}
