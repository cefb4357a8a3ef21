/** The practice below a lesson: the author's own exercise, a scratchpad without a task, or none. */
import * as z from 'zod/mini'
import { atMost } from '../text-length.ts'

export const practiceLimits = { prompt: 4_000, starter: 10_000, checks: 12, expression: 300 } as const

const checkText = (message: string) =>
  z.string().check(z.trim(), z.minLength(1, message), atMost(practiceLimits.expression))

/** An expression over the learner's code, and its value as JSON. */
const practiceCheck = z.object({
  expression: checkText('Enter an expression, such as average([2, 4])'),
  expected: checkText('Enter the expected result, such as 3 or "ok"').check(
    z.refine(isJson, 'Enter a value as code: 3, "ok", true, [1, 2]'),
  ),
})

export const practiceExercise = z.object({
  kind: z.literal('exercise'),
  language: z.literal('javascript'),
  prompt: z
    .string()
    .check(z.trim(), z.minLength(1, 'Describe what learners should do'), atMost(practiceLimits.prompt)),
  starter: z.string().check(atMost(practiceLimits.starter)),
  checks: z.array(practiceCheck).check(z.maxLength(practiceLimits.checks, 'At most 12 checks')),
})
export type PracticeExercise = z.infer<typeof practiceExercise>

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
