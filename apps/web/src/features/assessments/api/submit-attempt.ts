import type { Attempt } from '@apogee/contracts/assessments/assessments.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { sendOrKeep } from '#web/platform/outbox/send-or-keep.ts'
import { useNavigate } from '#web/platform/router/router.tsx'
import { useViewer } from '#web/platform/session/session.tsx'
import { lateSubmission, submissionOf } from '../late-submission.ts'
import { attemptAddress, attemptQuery } from './assessments.ts'

/**
 * Submits the attempt after `last` has sent the unsaved answers. While offline, this device stores the submission and the result is
 * null. A page that shows the result itself passes `onSubmitted`; otherwise the page of the attempt opens.
 */
export function useSubmitAttempt(
  userId: number,
  attempt: Attempt,
  { last, onSubmitted }: { last: () => Promise<void>; onSubmitted?: (() => void) | undefined },
) {
  const { assessmentId: id, number } = attempt
  const queries = useQueryClient()
  const viewer = useViewer()
  const navigate = useNavigate()
  return useMutation({
    mutationKey: ['submit-attempt', id, number],
    networkMode: 'always',
    mutationFn: async () => {
      await last()
      return sendOrKeep(lateSubmission, submissionOf(userId, attempt))
    },
    onSuccess: (answer) => {
      if (answer === null) return
      queries.setQueryData(attemptQuery(id, number, viewer).queryKey, answer)
      for (const queryKey of [['assessment'], ['course'], ['content-resources'], ['enrolled']]) {
        void queries.invalidateQueries({ queryKey })
      }
      if (onSubmitted) onSubmitted()
      else navigate(attemptAddress(id, number), { replace: true })
    },
  })
}
