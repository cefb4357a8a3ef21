/** Runs the jobs of one class, and restarts after failures of the library or the database. */
import {
  run,
  type ParsedCronItem,
  type RunnerOptions,
  type TaskList,
  type WorkerEvents,
} from 'graphile-worker'
import type { Log } from '../database/database.ts'
import { WatchedClient } from '../database/connections/silent-connections.ts'
import type { WorkerHeartbeat } from './worker-heartbeat.ts'

export interface RunnerDependencies {
  name: string
  concurrency: number
  taskList: TaskList
  parsedCronItems: ParsedCronItem[]
  shared: Pick<RunnerOptions, 'pgPool' | 'noHandleSignals' | 'logger' | 'preset'>
  observe: () => WorkerEvents
  presence: WorkerHeartbeat
  log: Log
  /** Workers that could not write the end of a job may take this many ms to stop. */
  abandonAfterMs?: number
  /** New workers start this long after the former ones ended. */
  relaunchAfterMs?: number
}

interface Launched {
  workerPoolId: string
  /** Stops taking jobs and resolves when none is running. */
  drain(): Promise<void>
}

const defaultRelaunchAfterMs = 2_000
/** This exceeds the time that external calls of a job may take. */
const defaultAbandonAfterMs = 30_000
/** After this many consecutive failures to take a job, the workers count as stuck. Each worker tries every two seconds. */
const failuresWhenStuck = 5

export class JobRunner {
  readonly #deps: RunnerDependencies
  #worker: Launched | undefined
  #relaunching: NodeJS.Timeout | undefined
  #stopping = false
  /**
   * This becomes false after repeated failures to take a job, and stays so until the next success, even while new workers start.
   */
  #isTaking = true
  /** At this time a worker last looked for a job successfully, or ended one. */
  #activeAt = performance.now()

  constructor(deps: RunnerDependencies) {
    this.#deps = deps
  }

  get name(): string {
    return this.#deps.name
  }

  get isRunning(): boolean {
    return this.#worker !== undefined && this.#isTaking
  }

  /**
   * Returns how many ms ago a worker last looked for a job or ended one. A long time while jobs are due means that all workers
   * hang.
   */
  get quietForMs(): number {
    return performance.now() - this.#activeAt
  }

  async #launch(): Promise<void> {
    const events = this.#deps.observe()
    let workerPoolId = ''
    events.on('pool:create', ({ workerPool }) => {
      workerPoolId = workerPool.id
    })
    this.#watchListening(events)
    const running = runningJobs(events)
    const runner = await run({
      ...this.#deps.shared,
      events,
      concurrency: this.#deps.concurrency,
      taskList: this.#deps.taskList,
      parsedCronItems: this.#deps.parsedCronItems,
    })
    let drained: Promise<void> | undefined
    const launched: Launched = {
      workerPoolId,
      // The library logs failures of stopping, and the code below logs those of the runner.
      drain: () => (drained ??= Promise.allSettled([runner.stop(), runner.promise]).then(() => undefined)),
    }
    this.#worker = launched
    this.#restartWhenStuck(events, launched)
    events.once('pool:fatalError', ({ error }) => this.#replaceWhenHanging(launched, error))
    runner.promise.then(
      () => this.#relaunch(launched, undefined),
      (error: unknown) => this.#relaunch(launched, error),
    )
    await this.#deps.presence.add(workerPoolId, running)
    // The runner was stopped during a restart.
    if (this.#stopping) await launched.drain()
  }

  /** Watches the listening connection for silence; the library notices only failures. */
  #watchListening(events: WorkerEvents): void {
    let stop: (() => void) | undefined
    events.on('pool:listen:success', ({ client }) => {
      if (client instanceof WatchedClient)
        stop = client.startHeartbeat((err) =>
          this.#deps.log.debug({ err }, 'heartbeat of a listening job worker failed'),
        )
    })
    events.on('pool:listen:release', () => stop?.())
  }

  // If a connection is lost at the wrong moment, the library gets into a failure that it repeats forever.
  #restartWhenStuck(events: WorkerEvents, launched: Launched): void {
    let failures = 0
    const isCurrent = () => launched === this.#worker
    const isActive = () => {
      if (isCurrent()) this.#activeAt = performance.now()
    }
    const isWell = () => {
      failures = 0
      if (isCurrent()) this.#isTaking = true
      isActive()
    }
    events.on('worker:getJob:empty', isWell)
    events.on('job:start', isWell)
    events.on('job:complete', isActive)
    events.on('worker:getJob:error', () => {
      failures += 1
      if (failures !== failuresWhenStuck) return
      if (isCurrent()) this.#isTaking = false
      void launched.drain()
      this.#replaceWhenHanging(launched, undefined)
    })
  }

  /**
   * Replaces workers that hang after a failure. Workers that cannot write a job's end stop by themselves, but with a lost
   * connection stopping may never end and their jobs stay locked. New workers start after a delay, and the jobs return to the
   * queue.
   */
  #replaceWhenHanging(launched: Launched, error: unknown): void {
    const waitMs = this.#deps.abandonAfterMs ?? defaultAbandonAfterMs
    setTimeout(() => this.#relaunch(launched, error), waitMs).unref()
  }

  // Starts new workers. The library stops when the database is unavailable for long, or when the end of a job cannot be written.
  #relaunch(ended: Launched | undefined, error: unknown): void {
    // Workers that were already replaced may still end later.
    if (this.#stopping || (ended && ended !== this.#worker)) return
    if (ended) this.#deps.presence.remove(ended.workerPoolId)
    this.#worker = undefined
    this.#deps.log.error({ err: error, class: this.#deps.name }, 'job worker ended unexpectedly, restarted')
    this.#relaunching = setTimeout(() => {
      this.#launch().catch((err: unknown) => this.#relaunch(this.#worker, err))
    }, this.#deps.relaunchAfterMs ?? defaultRelaunchAfterMs)
  }

  start(): Promise<void> {
    this.#stopping = false
    return this.#launch()
  }

  /**
   * Stops taking jobs. Resolves to null when none is running, or after `withinMs` to the id of the worker pool that still runs
   * some.
   */
  async stop(withinMs: number): Promise<string | null> {
    this.#stopping = true
    clearTimeout(this.#relaunching)
    const stopped = this.#worker
    this.#worker = undefined
    if (!stopped) return null
    const isDrained = await Promise.race([
      stopped.drain().then(() => true),
      after(withinMs).then(() => false),
    ])
    return isDrained ? null : stopped.workerPoolId
  }
}

/** The library reports the end of a job before it writes the end to the database, which takes less than this. */
const endIsWrittenWithinMs = 60_000

/** Returns the ids of the jobs that these workers run, or whose end they may not have written yet. */
function runningJobs(events: WorkerEvents): ReadonlySet<string> {
  const running = new Set<string>()
  const ending = new Map<string, NodeJS.Timeout>()
  events.on('job:start', ({ job: { id } }) => {
    clearTimeout(ending.get(id))
    running.add(id)
  })
  events.on('job:complete', ({ job: { id } }) => {
    const forget = () => {
      running.delete(id)
      ending.delete(id)
    }
    ending.set(id, setTimeout(forget, endIsWrittenWithinMs).unref())
  })
  return running
}

function after(ms: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, ms).unref()
  })
}
