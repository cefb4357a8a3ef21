/** Sends the simulator's callbacks in order per purchase, retries them on CHIP's schedule and persists them across restarts. */
import type { Simulator } from './simulator.ts'
import type { Delivery, SimulatorStorage } from './storage/storage.ts'

const mostAttempts = 8
/** After a storage error, the next search for due deliveries waits this many intervals. */
const pausesAfterError = 20

interface DeliveriesOptions {
  simulator: Simulator
  storage: SimulatorStorage
  fetch?: typeof globalThis.fetch
  /** The timeout of one attempt is in milliseconds. */
  timeoutMs?: number
  /** This number of attempts may run at the same time. */
  concurrency?: number
  /** The delays between attempts are multiplied by this factor; 1 is CHIP's schedule in minutes. */
  timeScale?: number
  /** Receives errors of the search for due deliveries. A receiver that refuses a delivery is not an error. */
  onError: (error: unknown) => void
}

/**
 * Returns how many milliseconds after the delivery's first due time this attempt is due, on CHIP's schedule multiplied by
 * `timeScale`.
 */
export function attemptDueAfterMs(attempt: number, timeScale: number): number {
  return (3 ** (attempt - 1) - 1) * 60_000 * timeScale
}

export class Deliveries {
  readonly #deps: DeliveriesOptions
  readonly #timeoutMs
  readonly #timeScale
  readonly #concurrency
  readonly #fetch: typeof globalThis.fetch
  #stopping = new AbortController()
  #timer: NodeJS.Timeout | null = null
  #intervalMs: number | null = null
  #running: Promise<void> | null = null
  #again = false

  constructor(deps: DeliveriesOptions) {
    this.#deps = deps
    this.#timeoutMs = deps.timeoutMs ?? 10_000
    this.#timeScale = deps.timeScale ?? 1
    this.#concurrency = deps.concurrency ?? 4
    this.#fetch = deps.fetch ?? globalThis.fetch
  }

  async #post({ url, body, signature }: Delivery): Promise<number | null> {
    try {
      const response = await this.#fetch(url, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          ...(signature === '' ? {} : { 'x-signature': signature }),
        },
        body,
        redirect: 'manual',
        signal: AbortSignal.any([AbortSignal.timeout(this.#timeoutMs), this.#stopping.signal]),
      })
      await response.body?.cancel()
      return response.status
    } catch (error) {
      // fetch reports a lost connection as TypeError and a timeout as DOMException; both mean that no answer came.
      if (error instanceof TypeError || error instanceof DOMException) return null
      throw error
    }
  }

  async #attempt(delivery: Delivery): Promise<void> {
    const lastStatus = await this.#post(delivery)
    if (lastStatus === null && this.#stopping.signal.aborted) return
    const isDelivered = lastStatus !== null && lastStatus >= 200 && lastStatus < 300
    const next = delivery.scheduledAt.getTime() + attemptDueAfterMs(delivery.attempts + 1, this.#timeScale)
    await this.#deps.storage.recordAttempt(delivery.id, {
      state: isDelivered ? 'delivered' : delivery.attempts >= mostAttempts ? 'given_up' : 'waiting',
      dueAt: new Date(Math.max(next, this.#deps.simulator.now().getTime())),
      lastStatus,
    })
  }

  async #sendUntilNoneIsDue(): Promise<number> {
    let sent = 0
    while (!this.#stopping.signal.aborted) {
      const now = this.#deps.simulator.now()
      const delivery = await this.#deps.storage.claimDelivery(
        now,
        new Date(now.getTime() + this.#timeoutMs + 5000),
      )
      if (!delivery) break
      await this.#attempt(delivery)
      sent += 1
    }
    return sent
  }

  /** Ends the payments and refunds that are due, then sends every callback that is due. Returns the number of attempts. */
  async deliverDue(): Promise<number> {
    await this.#deps.simulator.settleDue()
    const counts = await Promise.all(
      Array.from({ length: this.#concurrency }, () => this.#sendUntilNoneIsDue()),
    )
    return counts.reduce((total, count) => total + count, 0)
  }

  /** Starts a search for due deliveries. Callers use it when a delivery may be due. Does nothing before `start`. */
  wake(): void {
    if (this.#intervalMs === null) return
    if (this.#running) {
      this.#again = true
      return
    }
    if (this.#timer) clearTimeout(this.#timer)
    this.#again = false
    this.#running = this.deliverDue()
      .then(
        () => 1,
        (error: unknown) => {
          this.#deps.onError(error)
          return pausesAfterError
        },
      )
      .then((pauses) => {
        this.#running = null
        if (this.#intervalMs === null) return
        if (this.#again && pauses === 1) this.wake()
        else this.#timer = setTimeout(() => this.wake(), this.#intervalMs * pauses).unref()
      })
  }

  // Searches for due deliveries now, and then at this interval.
  start(wanted: { intervalMs: number }): void {
    this.#stopping = new AbortController()
    this.#intervalMs = wanted.intervalMs
    this.wake()
  }

  /** Stops the search for due deliveries, aborts the running attempts and waits until they have ended. */
  async stop(): Promise<void> {
    this.#intervalMs = null
    if (this.#timer) clearTimeout(this.#timer)
    this.#stopping.abort()
    await this.#running
  }
}
