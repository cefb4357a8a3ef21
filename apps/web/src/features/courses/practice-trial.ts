/** Runs the author's own code before it is saved, so that no learner encounters its faults. */
import type { Practice, PracticeExercise, SqlExercise } from '@apogee/contracts/courses/practice.ts'
import type { PracticeResult, PracticeRun } from '#web/shared/practice/practice.ts'

export type TrialProblem =
  /** The code of this field fails. `message` is the engine's message, or a general one for an unknown reason. */
  | { field: 'setup' | 'solution'; message: string }
  /** The language cannot parse the expected result. */
  | { field: `checks.${number}.expected`; message: string }
  /** The author's solution returns another result than the check expects. */
  | { field: `checks.${number}.expected`; got: string }

type CodeExercise = Exclude<PracticeExercise, SqlExercise>

/** Returns null when the code works, or when the engine is unavailable. */
export async function trialProblem(practice: Practice): Promise<TrialProblem | null> {
  if (practice.kind !== 'exercise') return null
  return practice.language === 'sql' ? sqlProblem(practice) : codeProblem(practice)
}

async function sqlProblem({ setup, solution, isOrdered }: SqlExercise): Promise<TrialProblem | null> {
  try {
    const { runSqlInWorker } = await import('#web/shared/practice/run/run-sql-in-worker.ts')
    // With a solution that cannot fail, a failure of the whole run comes from the set-up.
    const { failure, verdict } = await runSqlInWorker({
      code: solution,
      setup,
      solution: 'SELECT 1',
      isOrdered,
    })
    if (failure) return { field: 'solution', message: failure.kind === 'threw' ? failure.message : '' }
    return verdict?.kind === 'no-result' ? { field: 'solution', message: '' } : null
  } catch (error) {
    const [, message] =
      /SQLite3Error: (?:SQLITE_\w+: )?(?:sqlite3 result code \d+: )?(.*)/.exec(String(error)) ?? []
    return message === undefined ? null : { field: 'setup', message }
  }
}

async function codeProblem(exercise: CodeExercise): Promise<TrialProblem | null> {
  const { checks, solution = '' } = exercise
  try {
    const run = await engineOf(exercise)
    if (exercise.language === 'python') {
      // The expected results of other languages are JSON, which the contract has validated.
      const own = checks.map(({ expected }) => ({ expression: expected, expected }))
      const read = await run({ code: '', checks: own })
      const unread = read.checks.findIndex(({ passed }) => !passed)
      const message = read.checks[unread]?.got
      if (message !== undefined) return { field: `checks.${unread}.expected`, message }
    }
    if (solution.trim() === '') return null
    const { failure, checks: tried } = await run({ code: solution, checks })
    if (failure) return { field: 'solution', message: failure.kind === 'threw' ? failure.message : '' }
    const wrong = tried.findIndex(({ passed }) => !passed)
    const got = tried[wrong]?.got
    return got === undefined ? null : { field: `checks.${wrong}.expected`, got }
  } catch (error) {
    console.warn(error)
    return null
  }
}

async function engineOf({ language }: CodeExercise): Promise<(run: PracticeRun) => Promise<PracticeResult>> {
  if (language === 'python') {
    const { runPythonInWorker } = await import('#web/shared/practice/run/run-python-in-worker.ts')
    return runPythonInWorker
  }
  const { runInWorker } = await import('#web/shared/practice/run/run-in-worker.ts')
  return runInWorker
}
