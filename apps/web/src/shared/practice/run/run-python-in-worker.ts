// oxlint-disable-next-line import/default -- with `?worker&url` the build answers the worker's address
import workerUrl from './python.worker.ts?worker&url'
import { trustedScript } from '#web/platform/page/trusted-script.ts'
import {
  maxLines,
  pythonTimeMs,
  type PracticeResult,
  type PracticeRun,
  type PythonMessage,
} from '../practice.ts'

/** Loading may take this long, in ms, because the engine has 6 MB and connections may be slow. */
const loadingPatienceMs = 180_000
/** An engine that is idle for this long, in ms, is unloaded to free its memory. */
const idleMs = 300_000

interface Engine {
  worker: Worker
  /** @throws when the engine cannot be loaded. */
  loaded: Promise<void>
  isLoaded: boolean
  idle: ReturnType<typeof setTimeout> | undefined
}

/** Runs Python in a worker that stays for the next run; each run has its own namespace. */
export class PythonRunner {
  readonly #startWorker: () => Worker
  #engine: Engine | null = null
  /** Runs are sequential, because an answer does not identify its run. */
  #lastRun: Promise<unknown> = Promise.resolve()

  constructor(startWorker: () => Worker) {
    this.#startWorker = startWorker
  }

  get isLoaded(): boolean {
    return this.#engine?.isLoaded ?? false
  }

  /** @throws when the engine cannot be loaded, or when it crashes. */
  run(run: PracticeRun): Promise<PracticeResult> {
    const result = this.#lastRun.then(() => this.#runNow(run))
    this.#lastRun = result.catch(() => undefined)
    return result
  }

  async #runNow(run: PracticeRun): Promise<PracticeResult> {
    const engine = (this.#engine ??= this.#start())
    clearTimeout(engine.idle)
    try {
      await engine.loaded
      const result = await resultOf(engine.worker, run)
      if (result.failure?.kind === 'time') this.#close(engine)
      return result
    } catch (error) {
      this.#close(engine)
      throw error
    } finally {
      engine.idle = setTimeout(() => this.#close(engine), idleMs)
    }
  }

  #start(): Engine {
    const worker = this.#startWorker()
    const engine: Engine = {
      worker,
      isLoaded: false,
      idle: undefined,
      loaded: answerOf(worker, loadingPatienceMs, (message) => message.kind === 'ready').then(() => {
        engine.isLoaded = true
      }),
    }
    return engine
  }

  #close(engine: Engine): void {
    engine.worker.terminate()
    if (this.#engine === engine) this.#engine = null
  }
}

const runner = new PythonRunner(() => new Worker(trustedScript(workerUrl), { type: 'module' }))

export const isPythonLoaded = (): boolean => runner.isLoaded

/** @throws when the engine cannot be loaded, or when it crashes. */
export const runPythonInWorker = (run: PracticeRun): Promise<PracticeResult> => runner.run(run)

/**
 * Runs the code and measures its time limit. Python can be interrupted only by ending its thread, so the caller must end the worker
 * after a timeout.
 */
async function resultOf(worker: Worker, run: PracticeRun): Promise<PracticeResult> {
  const lines: string[] = []
  const answer = answerOf(worker, pythonTimeMs, (message) => {
    if (message.kind === 'line') lines.push(message.line)
    return message.kind === 'result'
  })
  worker.postMessage(run)
  try {
    const message = await answer
    if (message.kind !== 'result') throw new Error('The engine gave no result')
    return { ...message.result, lines }
  } catch (error) {
    if (!(error instanceof TimeUp)) throw error
    return { lines, wasCut: lines.length >= maxLines, failure: { kind: 'time' }, checks: [] }
  }
}

class TimeUp extends Error {}

/**
 * Passes all messages to `isLast` and returns the first one that it accepts.
 * @throws TimeUp, or the error that the worker reports.
 */
function answerOf(
  worker: Worker,
  patienceMs: number,
  isLast: (message: PythonMessage) => boolean,
): Promise<PythonMessage> {
  const over = new AbortController()
  const { signal } = over
  return new Promise<PythonMessage>((resolve, reject) => {
    const timer = setTimeout(() => reject(new TimeUp('The code gave no answer')), patienceMs)
    signal.addEventListener('abort', () => clearTimeout(timer))
    worker.addEventListener(
      'message',
      ({ data }: MessageEvent<PythonMessage>) => {
        if (data.kind === 'error') reject(new Error(data.error))
        else if (isLast(data)) resolve(data)
      },
      { signal },
    )
    worker.addEventListener('error', () => reject(new Error('The engine could not be loaded')), { signal })
  }).finally(() => over.abort())
}
