import { useState } from 'react'
import type { PadTask } from './pad-task.ts'
import type { PracticeResult } from './practice.ts'
import type { SqlResult } from './run/sql.ts'

type Outcome =
  | { language: 'javascript' | 'python'; result: PracticeResult }
  | { language: 'sql'; result: SqlResult }

export type RunState = {
  /** `misses` counts the failed runs during this visit to the lesson. */
  misses: number
} & (
  | {
      /** `loading` means that the engine is loading, which takes seconds over a slow connection. */
      run: 'never' | 'loading' | 'running' | 'unavailable'
    }
  | ({
      run: 'done'
      /** The result belongs to this code. */
      code: string
    } & Outcome)
)

export const isBusy = ({ run }: RunState): boolean => run === 'loading' || run === 'running'

async function outcomeOf(code: string, task: PadTask, onLoading: () => void): Promise<Outcome> {
  if (task.language === 'sql') {
    const { runSqlInWorker } = await import('./run/run-sql-in-worker.ts')
    const { setup } = task
    const { solution, isOrdered } = task.kind === 'exercise' ? task : { solution: null, isOrdered: false }
    return { language: 'sql', result: await runSqlInWorker({ code, setup, solution, isOrdered }) }
  }
  const checks = task.kind === 'exercise' ? task.checks : []
  if (task.language === 'python') {
    const { isPythonLoaded, runPythonInWorker } = await import('./run/run-python-in-worker.ts')
    if (!isPythonLoaded()) onLoading()
    return { language: 'python', result: await runPythonInWorker({ code, checks }) }
  }
  const { runInWorker } = await import('./run/run-in-worker.ts')
  return { language: 'javascript', result: await runInWorker({ code, checks }) }
}

const isPass = (outcome: Outcome): boolean =>
  outcome.language === 'sql' ? outcome.result.verdict?.kind === 'right' : passesAll(outcome.result)

/** Returns whether the code passed all checks. Code without checks never passes. */
export const passesAll = ({ failure, checks }: PracticeResult): boolean =>
  checks.length > 0 && !failure && checks.every(({ passed }) => passed)

/** Runs the code in a worker; `reset` clears the last result. `onPassed` runs when the code is right. */
export function useRun(code: string, task: PadTask, onPassed: () => void) {
  const [state, setState] = useState<RunState>({ run: 'never', misses: 0 })
  const { misses } = state

  async function run() {
    setState({ run: 'running', misses })
    try {
      const outcome = await outcomeOf(code, task, () => setState({ run: 'loading', misses }))
      const isRight = isPass(outcome)
      setState({ run: 'done', code, ...outcome, misses: isRight ? misses : misses + 1 })
      if (isRight) onPassed()
    } catch (error) {
      console.warn(error)
      setState({ run: 'unavailable', misses })
    }
  }

  return [state, () => void run(), () => setState({ run: 'never', misses })] as const
}
