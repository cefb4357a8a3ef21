/**
 * Detects whether the product's only thread is blocked, from the processor time of that thread and from the waiting times of other
 * requests.
 */
import { readFile } from 'node:fs/promises'
import { setTimeout as pause } from 'node:timers/promises'
import type { Scene } from '../attack.ts'

const probePauseMs = 20
const idleProbes = 50
/** Other requests may wait this many times as long as the longest wait for an idle product. */
const mostMultiples = 10
/** Other requests may wait this many ms more, because the machine does other work too. */
const ownWaitMs = 250

/** Returns the processor time of the serving thread in ms, without the threads of the pool and of the garbage collector. */
export async function servingThreadMs(pid: number): Promise<number> {
  const [nanoseconds] = (await readFile(`/proc/${pid}/schedstat`, 'utf8')).split(' ')
  return Number(nanoseconds) / 1e6
}

async function probeMs(origin: string): Promise<number> {
  const begun = performance.now()
  const answer = await fetch(`${origin}/healthz`, { signal: AbortSignal.timeout(60_000) })
  await answer.arrayBuffer()
  return answer.ok ? performance.now() - begun : Infinity
}

/** Measures the longest wait for `/healthz`, in ms: first while the product is idle, then during an attack. */
export class HealthWatch {
  readonly #origin: string
  #idleMs = 0
  #longestMs = 0

  private constructor(origin: string) {
    this.#origin = origin
  }

  static async ofIdle(origin: string): Promise<HealthWatch> {
    const watch = new HealthWatch(origin)
    for (let nth = 0; nth < idleProbes; nth += 1) {
      watch.#idleMs = Math.max(watch.#idleMs, await probeMs(origin))
      await pause(probePauseMs)
    }
    return watch
  }

  async during<T>(work: () => Promise<T>): Promise<T> {
    const state = { isOver: false }
    const probes = async () => {
      while (!state.isOver) {
        this.#longestMs = Math.max(this.#longestMs, await probeMs(this.#origin).catch(() => Infinity))
        await pause(probePauseMs)
      }
    }
    const [result] = await Promise.all([work().finally(() => (state.isOver = true)), probes()])
    return result
  }

  /** The short form runs on busy machines, so it checks only that each probe was answered. */
  judge(what: string, { drill, form }: Scene): void {
    const bound = this.#idleMs * mostMultiples + ownWaitMs
    drill.note(`${what}: longest wait for /healthz when idle, ms`, this.#idleMs.toFixed(0))
    drill.atMost(
      `${what}: longest wait meanwhile, ms`,
      Math.round(this.#longestMs),
      form.isShort ? 60_000 : Math.round(bound),
    )
  }
}
