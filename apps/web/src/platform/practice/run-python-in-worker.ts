// oxlint-disable-next-line import/default -- with `?worker&url` the build answers the worker's address
import workerUrl from './python.worker.ts?worker&url'
import { trustedScript } from '#web/platform/trusted-script.ts'
import { pythonTimeMs, type PracticeResult, type PracticeRun, type PythonMessage } from './practice.ts'

/** For 6 MB on a slow line. */
const loadingPatienceMs = 180_000
/** An engine that is not used gives its memory back. */
const idleMs = 300_000

interface Engine {
  worker: Worker
  /** @throws when the engine cannot be loaded. */
  loaded: Promise<void>
  isLoaded: boolean
  idle: ReturnType<typeof setTimeout> | undefined
}

let engine: Engine | null = null

/** Whether a run starts at once. */
export const isPythonLoaded = (): boolean => engine?.isLoaded ?? false

/**
 * Runs the code in a worker that stays for the next run; each run has names of its own.
 * @throws when the engine cannot be loaded, or when it breaks down.
 */
export async function runPythonInWorker(run: PracticeRun): Promise<PracticeResult> {
  engine ??= startEngine()
  const used = engine
  clearTimeout(used.idle)
  try {
    await used.loaded
    return await resultOf(used, run)
  } catch (error) {
    close(used)
    throw error
  } finally {
    used.idle = setTimeout(() => close(used), idleMs)
  }
}

function startEngine(): Engine {
  const worker = new Worker(trustedScript(workerUrl), { type: 'module' })
  const started: Engine = {
    ...{ worker, isLoaded: false, idle: undefined },
    loaded: answerOf(worker, loadingPatienceMs, (message) => message.kind === 'ready').then(() => {
      started.isLoaded = true
    }),
  }
  return started
}

function close(used: Engine): void {
  clearTimeout(used.idle)
  used.worker.terminate()
  if (engine === used) engine = null
}

/** The time counts from here: nothing but the end of its thread interrupts Python. */
async function resultOf(used: Engine, run: PracticeRun): Promise<PracticeResult> {
  const lines: string[] = []
  const answer = answerOf(used.worker, pythonTimeMs, (message) => {
    if (message.kind === 'line') lines.push(message.line)
    return message.kind === 'result'
  })
  used.worker.postMessage(run)
  try {
    const message = await answer
    if (message.kind !== 'result') throw new Error('The engine gave no result')
    return { ...message.result, lines }
  } catch (error) {
    if (!(error instanceof TimeUp)) throw error
    close(used)
    return { lines, wasCut: false, failure: { kind: 'time' }, checks: [] }
  }
}

class TimeUp extends Error {}

/**
 * The first message that `isLast` accepts; it sees all messages until then.
 * @throws TimeUp, or what the worker reports.
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
