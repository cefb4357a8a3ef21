import { setTimeout as pause } from 'node:timers/promises'
import type { Drill } from '../../harness/drill.ts'

export interface Probe {
  path: '/readyz' | '/healthz'
  /** The check began at this value of `performance.now()`. */
  beganMs: number
  tookMs: number
  /** Null means that no answer arrived within five seconds. */
  status: number | null
  /** `failing` lists the checks of `/readyz` that failed. */
  failing: string[]
}

const everyMs = 1_000
const patienceMs = 5_000

export class Probes {
  readonly answers: Probe[] = []
  readonly #origin: string
  readonly #stopped = new AbortController()
  readonly #working: Promise<unknown>

  constructor(drill: Drill, origin: string) {
    this.#origin = origin
    this.#working = Promise.all([this.#watch('/readyz'), this.#watch('/healthz')])
    drill.atEnd(() => this.stop())
  }

  async stop(): Promise<void> {
    this.#stopped.abort()
    await this.#working
  }

  of(path: Probe['path'], fromMs: number, toMs = Infinity): Probe[] {
    return this.answers.filter((each) => each.path === path && each.beganMs >= fromMs && each.beganMs < toMs)
  }

  /** Resolves with the time of the first answer with this status to a request made at `fromMs` or later. */
  async until(path: Probe['path'], status: number, fromMs: number, withinMs: number): Promise<number> {
    const giveUpAt = performance.now() + withinMs
    while (performance.now() < giveUpAt) {
      const found = this.of(path, fromMs).find((each) => each.status === status)
      if (found) return found.beganMs + found.tookMs
      await pause(20)
    }
    return Infinity
  }

  async #watch(path: Probe['path']): Promise<void> {
    while (!this.#stopped.signal.aborted) {
      const beganMs = performance.now()
      const answer = await ask(`${this.#origin}${path}`)
      const tookMs = performance.now() - beganMs
      this.answers.push({ path, beganMs, tookMs, ...answer })
      await pause(Math.max(0, everyMs - tookMs))
    }
  }
}

async function ask(url: string): Promise<Pick<Probe, 'status' | 'failing'>> {
  try {
    const answer = await fetch(url, {
      headers: { connection: 'close' },
      signal: AbortSignal.timeout(patienceMs),
    })
    const { checks = {} } = (await answer.json()) as { checks?: Record<string, string> }
    const failing = Object.keys(checks).filter((name) => checks[name] !== 'ok')
    return { status: answer.status, failing }
  } catch {
    // The answer is late, or the connection was refused.
    return { status: null, failing: [] }
  }
}
