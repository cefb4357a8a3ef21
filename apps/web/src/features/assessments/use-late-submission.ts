import type { Attempt } from '@apogee/contracts/assessments/assessments.ts'
import { outboxOf } from '#web/platform/outbox/outbox.ts'
import { useOutbox } from '#web/platform/outbox/saved-here.tsx'
import { lateSubmission, submissionKeyOf } from './late-submission.ts'

/** Returns the submission made offline; `takeBack` withdraws it. */
export function useLateSubmission(userId: number, attempt: Attempt) {
  const key = submissionKeyOf(attempt)
  const waits = useOutbox().some(
    (entry) => entry.kind === lateSubmission.name && entry.key === key && entry.state === 'waits',
  )
  return { waits, takeBack: () => outboxOf(userId).drop(lateSubmission, key) }
}
