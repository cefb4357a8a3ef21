import { passedPercentage } from '@apogee/contracts/assessments/assignment-result.ts'
import type { HandInSummary } from '@apogee/contracts/assessments/hand-ins.ts'
import type { Translation } from '#web/platform/language/messages.ts'
import type { gradingMessages } from '../messages/grading.en.ts'

/** Names the verdict on an assignment, or the result of a quiz. */
export function outcomeText(
  text: Translation<typeof gradingMessages>,
  { percentage, isAssignment }: Pick<HandInSummary, 'percentage' | 'isAssignment'>,
): string {
  if (!isAssignment) return text.resultIs(percentage ?? 0)
  return (percentage ?? 0) >= passedPercentage ? text.verdict_pass : text.verdict_return
}
