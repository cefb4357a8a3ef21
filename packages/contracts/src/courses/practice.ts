/** Defines the practice below a lesson: an exercise of the author, a scratchpad without a task, or none. */
import * as z from 'zod/mini'
import { atMost, filledLine, filledText, limit, text } from '../texts.ts'

export const practiceLimits = {
  prompt: 4_000,
  starter: 10_000,
  checks: 12,
  expression: 300,
  /** The limit applies to SQL that creates the tables of an exercise. */
  setup: 20_000,
  hints: 2,
  hint: 500,
} as const

const checkText = (message: string) => filledLine(message, practiceLimits.expression)

/** The check compares an expression over the learner's code with a value as JSON. */
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
  /** Learners open the hints one by one. Absent means that there is none. */
  hints: z.optional(
    z
      .array(filledText('Write the hint', practiceLimits.hint))
      .check(limit(practiceLimits.hints, 'At most 2 hints')),
  ),
}

/** This code is the author's solution, which passes the checks. Learners may read it after some tries. */
const modelSolution = z.optional(text(practiceLimits.starter))

const javascriptExercise = z.object({
  ...everyExercise,
  language: z.literal('javascript'),
  checks: z.array(practiceCheck).check(limit(practiceLimits.checks, 'At most 12 checks')),
  solution: modelSolution,
})

/** The exercise runs in Pyodide in the learner's browser. */
const pythonExercise = z.object({
  ...everyExercise,
  language: z.literal('python'),
  checks: z
    .array(
      z.object({
        expression: checkText('Enter an expression, such as average([2, 4])'),
        /** The value is a Python expression. The editor evaluates it in Python, because only Python can parse it. */
        expected: checkText("Enter the expected result, such as 3, 'ok' or True"),
      }),
    )
    .check(limit(practiceLimits.checks, 'At most 12 checks')),
  solution: modelSolution,
})

/** The exercise runs in SQLite in the learner's browser. The last result of the learner's SQL is compared with the author's. */
const sqlExercise = z.object({
  ...everyExercise,
  language: z.literal('sql'),
  /** The SQL creates the tables and their rows before each run. */
  setup: filledText('Write the tables that learners query', practiceLimits.setup),
  solution: filledText('Write a query with the right result', practiceLimits.starter),
  /** True means that the order of the rows counts. */
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

/** `default` means a scratchpad, unless the course has none. */
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
