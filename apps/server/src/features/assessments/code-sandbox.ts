/** Runs learners' code in an isolated worker thread with time and memory limits, a few at a time. */
import { Worker } from 'node:worker_threads'
import type { CodeProblem } from '@apogee/contracts/assessments/assessments.ts'

export interface CodeToRun {
  code: string
  /** An identifier. */
  functionName: string
  /** The arguments of each call as a JSON list. */
  calls: string[]
}

/** The outcome of one call; `json` is null when it returned nothing that JSON can represent. */
export type CallOutcome =
  | { kind: 'returned'; json: string | null }
  | { kind: Exclude<CodeProblem, 'wrong'>; message: string }

export type CodeSandbox = ReturnType<typeof createCodeSandbox>

/** Time to start a thread on a busy machine, which does not count for the learner. */
const startMs = 20_000
/** All calls together; a single one has a second (code-sandbox-worker.ts). Native loops count here. */
const runMs = 5_000
const heapMegabytes = 64

const workerFile = new URL('./code-sandbox-worker.ts', import.meta.url)

export function createCodeSandbox({ atOnce = 2 }: { atOnce?: number } = {}) {
  const waiting: (() => void)[] = []
  let running = 0

  async function inTurn<T>(work: () => Promise<T>): Promise<T> {
    if (running >= atOnce) await new Promise<void>((resolve) => waiting.push(resolve))
    else running += 1
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      if (next) next()
      else running -= 1
    }
  }

  /** One outcome per call, in order. Calls after one that never ended are not made: they are out of time too. */
  function run(toRun: CodeToRun): Promise<CallOutcome[]> {
    return inTurn(() => runInThread(toRun))
  }

  return { run }
}

function runInThread(toRun: CodeToRun): Promise<CallOutcome[]> {
  const outcomes: CallOutcome[] = []
  // No environment, no arguments, no console.
  const worker = new Worker(workerFile, {
    workerData: toRun,
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
      // A thread that died after its start ran out of memory through the code; one that never started is our failure.
      if (hasBegun) return finish({ kind: 'memory', message: '' })
      clearTimeout(patience)
      reject(error)
    })
    worker.once('exit', () => finish({ kind: 'memory', message: '' }))
  }).finally(() => worker.terminate())
}
