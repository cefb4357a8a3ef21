// oxlint-disable-next-line import/default -- with `?worker&url` the build answers the worker's address
import workerUrl from './practice.worker.ts?worker&url'
import { trustedScript } from '#web/platform/page/trusted-script.ts'
import { runTimeMs, type PracticeResult, type PracticeRun } from '../practice.ts'

/** The worker gets this much more time, in ms, so that the engine can load over a slow connection. */
const patienceMs = 60_000

export const runInWorker = (run: PracticeRun): Promise<PracticeResult> => runIn(workerUrl, run)

/**
 * Runs the code in a worker that serves this run only.
 * @throws when the engine cannot be loaded or does not answer.
 */
export function runIn<Run, Result>(address: string, run: Run): Promise<Result> {
  const worker = new Worker(trustedScript(address), { type: 'module' })
  return new Promise<Result>((resolve, reject) => {
    const timer = setTimeout(() => {
      worker.terminate()
      reject(new Error('The code gave no answer'))
    }, runTimeMs + patienceMs)
    const settle = () => {
      clearTimeout(timer)
      worker.terminate()
    }
    worker.addEventListener('message', ({ data }: MessageEvent<{ result: Result } | { error: string }>) => {
      settle()
      if ('result' in data) resolve(data.result)
      else reject(new Error(data.error))
    })
    worker.addEventListener('error', () => {
      settle()
      reject(new Error('The engine could not be loaded'))
    })
    worker.postMessage(run)
  })
}
