/** Runs learners' code in isolated worker threads with time and memory limits. Few run concurrently. */
import { Worker } from 'node:worker_threads'
import type { CodeProblem } from '@apogee/contracts/assessments/assessments.ts'
import { createBoundedQueue } from '#server/platform/resources/bounded-queue.ts'

export interface CodeToRun {
  code: string
  /** This is a JavaScript identifier. */
  functionName: string
  /** Each entry holds the arguments of one call as a JSON list. */
  calls: string[]
}

/** Describes how one call ended. `json` is null if the returned value has no JSON form. */
export type CallOutcome =
  | { kind: 'returned'; json: string | null }
  | { kind: Exclude<CodeProblem, 'wrong'>; message: string }

export interface WorkerInput {
  toRun: CodeToRun
  callMs: number
}

export type CodeSandbox = ReturnType<typeof createCodeSandbox>

/** Starting a thread on a busy machine may take this long. It does not count towards the learner's time. */
const startMs = 20_000
export interface CodeLimits {
  /** The time of one call in milliseconds. */
  callMs: number
  /** The time of all calls together in milliseconds; it includes native loops, which no call can interrupt. */
  runMs: number
}

const usualLimits: CodeLimits = { callMs: 1_000, runMs: 5_000 }
const heapMegabytes = 64

const workerFile = new URL('./code-sandbox-worker.ts', import.meta.url)

/** @param options Tests shorten the limits. */
export function createCodeSandbox({ limits = usualLimits }: { limits?: CodeLimits } = {}) {
  const queue = createBoundedQueue({ name: 'runs of code', concurrency: 2, mostWaiting: Infinity })

  /** Returns one outcome per call, in order. Calls after one that never ended are not made and count as out of time. */
  function run(toRun: CodeToRun): Promise<CallOutcome[]> {
    return queue.run(() => runInThread(toRun, limits))
  }

  return { run }
}

function runInThread(toRun: CodeToRun, { callMs, runMs }: CodeLimits): Promise<CallOutcome[]> {
  const outcomes: CallOutcome[] = []
  // The worker gets no environment, no arguments and no console.
  const worker = new Worker(workerFile, {
    workerData: { toRun, callMs } satisfies WorkerInput,
    env: {},
    execArgv: [],
    stdout: true,
    stderr: true,
    resourceLimits: { maxOldGenerationSizeMb: heapMegabytes },
  })
  return new Promise<CallOutcome[]>((resolve, reject) => {
    let hasBegun = false
    let patience = setTimeout(() => reject(new Error('the sandbox did not start in time')), startMs)
    const finish = (rest: CallOutcome) => {
      clearTimeout(patience)
      while (outcomes.length < toRun.calls.length)
        outcomes.push(outcomes.at(-1)?.kind === 'returned' ? rest : (outcomes.at(-1) ?? rest))
      resolve(outcomes)
    }
    worker.on('message', (message: 'ready' | CallOutcome) => {
      if (message !== 'ready') {
        outcomes.push(message)
        return
      }
      hasBegun = true
      clearTimeout(patience)
      patience = setTimeout(() => finish({ kind: 'time', message: '' }), runMs)
    })
    worker.once('error', (error) => {
      // A thread that died after its start ran out of memory because of the code. A thread that never started is a failure of the
      // server.
      if (hasBegun) return finish({ kind: 'memory', message: '' })
      clearTimeout(patience)
      reject(error)
    })
    worker.once('exit', () => finish({ kind: 'memory', message: '' }))
  }).finally(() => worker.terminate())
}
