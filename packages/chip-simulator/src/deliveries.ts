/** Sends the simulator's callbacks: in order per purchase, repeated on CHIP's schedule, remembered across restarts. */
import type { Simulator } from './simulator.ts'
import type { Delivery, SimulatorStorage } from './storage.ts'

const mostAttempts = 8
/** A storage that is away is not asked for every turn. */
const pausesAfterError = 20

interface DeliveriesOptions {
  simulator: Simulator
  storage: SimulatorStorage
  fetch?: typeof globalThis.fetch
  /** How long a receiver may take to answer. */
  timeoutMs?: number
  /** How many are sent at the same time. */
  atOnce?: number
  /** 1 repeats on CHIP's minutes, smaller is faster. */
  timeScale?: number
  /** Told of what goes wrong in the loop itself; a receiver that refuses is no error. */
  onError: (error: unknown) => void
}

export interface Deliveries {
  /** Ends what the clock has ended, then sends all that is due; says how many attempts were made. */
  deliverDue(): Promise<number>
  /** Looks for due deliveries every `intervalMs`, and at once when woken. */
  start(options: { intervalMs: number }): void
  /** Something may have become due. Does nothing before `start`. */
  wake(): void
  /** Cuts attempts under way; they are repeated later. */
  stop(): Promise<void>
}

/** Attempt n is due 3^(n−1) − 1 minutes after the first one was (docs/chip.md#delivery). */
export function attemptDueAfterMs(attempt: number, timeScale: number): number {
  return (3 ** (attempt - 1) - 1) * 60_000 * timeScale
}

export function createDeliveries(options: DeliveriesOptions): Deliveries {
  const { simulator, storage, timeoutMs = 10_000, timeScale = 1, atOnce = 4, onError } = options
  const fetch = options.fetch ?? globalThis.fetch
  let stopping = new AbortController()
  let timer: NodeJS.Timeout | null = null
  let intervalMs: number | null = null
  let running: Promise<void> | null = null
  let again = false

  async function post({ url, body, signature }: Delivery): Promise<number | null> {
    try {
      const response = await fetch(url, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          ...(signature === '' ? {} : { 'x-signature': signature }),
        },
        body,
        redirect: 'manual',
        signal: AbortSignal.any([AbortSignal.timeout(timeoutMs), stopping.signal]),
      })
      await response.body?.cancel()
      return response.status
    } catch (error) {
      // fetch tells a lost connection as TypeError and a lost patience as DOMException: both mean no answer.
      if (error instanceof TypeError || error instanceof DOMException) return null
      throw error
    }
  }

  async function attempt(delivery: Delivery): Promise<void> {
    const lastStatus = await post(delivery)
    if (lastStatus === null && stopping.signal.aborted) return
    const isDelivered = lastStatus !== null && lastStatus >= 200 && lastStatus < 300
    const next = delivery.scheduledAt.getTime() + attemptDueAfterMs(delivery.attempts + 1, timeScale)
    await storage.recordAttempt(delivery.id, {
      state: isDelivered ? 'delivered' : delivery.attempts >= mostAttempts ? 'given_up' : 'waiting',
      dueAt: new Date(Math.max(next, simulator.now().getTime())),
      lastStatus,
    })
  }

  async function sendUntilNoneIsDue(): Promise<number> {
    let sent = 0
    while (!stopping.signal.aborted) {
      const now = simulator.now()
      const delivery = await storage.claimDelivery(now, new Date(now.getTime() + timeoutMs + 5000))
      if (!delivery) break
      await attempt(delivery)
      sent += 1
    }
    return sent
  }

  async function deliverDue(): Promise<number> {
    await simulator.settleDue()
    const counts = await Promise.all(Array.from({ length: atOnce }, sendUntilNoneIsDue))
    return counts.reduce((total, count) => total + count, 0)
  }

  function run(): void {
    if (intervalMs === null) return
    if (running) {
      again = true
      return
    }
    if (timer) clearTimeout(timer)
    again = false
    running = deliverDue()
      .then(
        () => 1,
        (error: unknown) => {
          onError(error)
          return pausesAfterError
        },
      )
      .then((pauses) => {
        running = null
        if (intervalMs === null) return
        if (again && pauses === 1) run()
        else timer = setTimeout(run, intervalMs * pauses).unref()
      })
  }

  return {
    deliverDue,
    wake: run,
    start(wanted) {
      stopping = new AbortController()
      intervalMs = wanted.intervalMs
      run()
    },
    async stop() {
      intervalMs = null
      if (timer) clearTimeout(timer)
      stopping.abort()
      await running
    },
  }
}
