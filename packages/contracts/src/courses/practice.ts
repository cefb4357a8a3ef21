/** The practice below a lesson: the author's own exercise, a scratchpad without a task, or none. */
import * as z from 'zod/mini'
import { atMost, filledLine, filledText, limit, text } from '../texts.ts'

export const practiceLimits = {
  prompt: 4_000,
  starter: 10_000,
  checks: 12,
  expression: 300,
  /** Of SQL that makes the tables of an exercise. */
  setup: 20_000,
} as const

const checkText = (message: string) => filledLine(message, practiceLimits.expression)

/** An expression over the learner's code, and its value as JSON. */
const practiceCheck = z.object({
  expression: checkText('Enter an expression, such as average([2, 4])'),
  expected: checkText('Enter the expected result, such as 3 or "ok"').check(
    z.refine(isJson, 'Enter a value as code: 3, "ok", true, [1, 2]'),
  ),
})

const everyExercise = {
  kind: z.literal('exercise'),
  prompt: filledText('Describe what learners should do', practiceLimits.prompt),
  starter: z.string().check(atMost(practiceLimits.starter)),
}

/** Code that passes the checks. Learners may read it after some tries. */
const modelSolution = z.optional(text(practiceLimits.starter))

const javascriptExercise = z.object({
  ...everyExercise,
  language: z.literal('javascript'),
  checks: z.array(practiceCheck).check(limit(practiceLimits.checks, 'At most 12 checks')),
  solution: modelSolution,
})

/** In Pyodide, in the learner's browser. */
const pythonExercise = z.object({
  ...everyExercise,
  language: z.literal('python'),
  checks: z
    .array(
      z.object({
        expression: checkText('Enter an expression, such as average([2, 4])'),
        /** An expression of Python: only Python can read it, so the editor tries it there. */
        expected: checkText("Enter the expected result, such as 3, 'ok' or True"),
      }),
    )
    .check(limit(practiceLimits.checks, 'At most 12 checks')),
  solution: modelSolution,
})

/** In SQLite, in the learner's browser: the last result of the learner's SQL is compared with that of the author's. */
const sqlExercise = z.object({
  ...everyExercise,
  language: z.literal('sql'),
  /** Makes the tables and their rows before each run. */
  setup: filledText('Write the tables that learners query', practiceLimits.setup),
  /** A query with the right result. */
  solution: filledText('Write a query with the right result', practiceLimits.starter),
  /** Whether the order of the rows counts. */
  isOrdered: z.boolean(),
})

export const practiceExercise = z.discriminatedUnion('language', [
  javascriptExercise,
  pythonExercise,
  sqlExercise,
])
export type PracticeExercise = z.infer<typeof practiceExercise>
export type PythonExercise = z.infer<typeof pythonExercise>
export type SqlExercise = z.infer<typeof sqlExercise>
export type PracticeLanguage = PracticeExercise['language']

/** `default`: a scratchpad, unless the course has none. */
export const practice = z.union([
  practiceExercise,
  z.object({ kind: z.literal('default') }),
  z.object({ kind: z.literal('off') }),
])
export type Practice = z.infer<typeof practice>

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}
