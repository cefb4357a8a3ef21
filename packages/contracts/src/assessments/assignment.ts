/** An assignment is a quiz of one question that a person grades, with a due date (docs/decisions/quizzes.md). */
import * as z from 'zod/mini'
import { dayText } from '../calendar-text.ts'
import { openingDaysMost } from '../courses/module-opening.ts'
import { idInBody } from '../endpoint.ts'
import { limit } from '../texts.ts'
import { passedPercentage } from './assignment-result.ts'
import { wholeNumber } from './quiz-questions.ts'

/** A course with more cohorts sets the dates of this number of them. */
export const cohortDatesMost = 100

/** Says until when learners hand in their first try. Days end at midnight in Malaysia. */
export const assignmentRule = z
  .strictObject({
    dueOn: z.optional(dayText()),
    /** Counts days after the beginning of the learner's access. */
    dueAfterDays: z.optional(wholeNumber(1, openingDaysMost)),
    /** Learners of these cohorts have another date. Archives and copies of courses leave out cohorts. */
    cohorts: z.optional(
      z
        .array(z.strictObject({ id: idInBody, dueOn: dayText() }))
        .check(limit(cohortDatesMost, `must have at most ${cohortDatesMost} items`)),
    ),
    /** Work that is late is accepted and marked. With 'refused', the assignment closes to learners who have handed in nothing. */
    late: z.optional(z.literal('refused', 'must be refused')),
  })
  .check(
    z.refine(
      ({ dueOn, dueAfterDays }) => dueOn === undefined || dueAfterDays === undefined,
      'must have one due date',
    ),
  )
export type AssignmentRule = z.infer<typeof assignmentRule>

interface Asked {
  assignment?: AssignmentRule | undefined
  passPercentage?: number | undefined
  timeLimitMinutes?: number | null | undefined
  questions: readonly { type: string; text?: unknown; rubric?: unknown }[]
}

/**
 * Returns what an assignment must not have: other questions, another pass mark, or a time limit. Only the question of an assignment
 * may have a rubric or take files without a text.
 */
export function refuseAssignment({
  assignment,
  passPercentage = passedPercentage,
  timeLimitMinutes = null,
  questions,
}: Asked) {
  if (!assignment)
    return questions.flatMap(({ text, rubric }, index) => [
      ...(rubric === undefined ? [] : [problem(['questions', index, 'rubric'], ofAssignments)]),
      ...(text === false ? [problem(['questions', index, 'text'], ofAssignments)] : []),
    ])
  const isOneHandIn = questions.length === 1 && questions[0]?.type === 'hand-in'
  return [
    ...(isOneHandIn ? [] : [problem(['questions'], 'must be one question of the kind hand-in')]),
    ...(passPercentage === passedPercentage
      ? []
      : [problem(['passPercentage'], `must be ${passedPercentage}`)]),
    ...(timeLimitMinutes === null ? [] : [problem(['timeLimitMinutes'], 'must be null')]),
  ]
}

const ofAssignments = 'belongs to assignments'
const problem = (path: (string | number)[], message: string) => ({ code: 'custom' as const, path, message })
