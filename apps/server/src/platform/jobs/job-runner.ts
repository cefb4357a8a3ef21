/** Runs the jobs of one class, and restarts after failures of the library or the database. */
import {
  run,
  type ParsedCronItem,
  type RunnerOptions,
  type TaskList,
  type WorkerEvents,
} from 'graphile-worker'
import type { Log } from '../database/database.ts'
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
}

export interface JobRunner {
  start(): Promise<void>
  readonly isRunning: boolean
  /** Stops taking jobs. Resolves when none is running, or after `withinMs` with the pool that still has some. */
  stop(withinMs: number): Promise<string | null>
}

interface Launched {
  workerPoolId: string
  /** Stops taking jobs; resolves when none is running. */
  drain(): Promise<void>
}

const relaunchMs = 2_000
/** Attempts in a row to take a job; each worker makes one every two seconds. */
const failuresWhenStuck = 5

export function createJobRunner(parts: RunnerDependencies): JobRunner {
  const { name, concurrency, taskList, parsedCronItems, shared, observe, presence, log } = parts
  let worker: Launched | undefined
  let relaunching: NodeJS.Timeout | undefined
  let stopping = false

  async function launch(): Promise<void> {
    const events = observe()
    let workerPoolId = ''
    events.on('pool:create', ({ workerPool }) => {
      workerPoolId = workerPool.id
    })
    const runner = await run({ ...shared, events, concurrency, taskList, parsedCronItems })
    let drained: Promise<void> | undefined
    const launched: Launched = {
      workerPoolId,
      // Failures of both are logged: by the library, and below.
      drain: () => (drained ??= Promise.allSettled([runner.stop(), runner.promise]).then(() => undefined)),
    }
    worker = launched
    restartWhenStuck(events, launched)
    runner.promise.then(
      () => relaunch(launched, undefined),
      (error: unknown) => relaunch(launched, error),
    )
    await presence.add(workerPoolId)
    // Stopped while this was still starting again.
    if (stopping) await launched.drain()
  }

  // A connection lost at the wrong moment is a failure that the library remembers and repeats for ever.
  function restartWhenStuck(events: WorkerEvents, launched: Launched): void {
    let failures = 0
    const isWell = () => {
      failures = 0
    }
    events.on('worker:getJob:empty', isWell)
    events.on('job:start', isWell)
    events.on('worker:getJob:error', () => {
      failures += 1
      if (failures === failuresWhenStuck) void launched.drain()
    })
  }

  // The library gives up when the database is unavailable for long or a job's end cannot be written; this restarts it.
  function relaunch(ended: Launched | undefined, error: unknown): void {
    if (stopping) return
    if (ended) presence.remove(ended.workerPoolId)
    worker = undefined
    log.error({ err: error, class: name }, 'the job worker ended unexpectedly and is started again')
    relaunching = setTimeout(() => {
      launch().catch((err: unknown) => relaunch(worker, err))
    }, relaunchMs)
  }

  return {
    start() {
      stopping = false
      return launch()
    },
    get isRunning() {
      return worker !== undefined
    },
    async stop(withinMs) {
      stopping = true
      clearTimeout(relaunching)
      const stopped = worker
      worker = undefined
      if (!stopped) return null
      const isDrained = await Promise.race([
        stopped.drain().then(() => true),
        after(withinMs).then(() => false),
      ])
      return isDrained ? null : stopped.workerPoolId
    },
  }
}

function after(ms: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, ms).unref()
  })
}
