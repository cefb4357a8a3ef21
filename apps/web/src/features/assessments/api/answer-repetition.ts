import type { GivenAnswer } from '@apogee/contracts/assessments/assessments.ts'
import type { Repetition } from '@apogee/contracts/assessments/repetitions.ts'
import { useMutation } from '@tanstack/react-query'
import { sendOrKeep } from '#web/platform/outbox/send-or-keep.ts'
import { lateRepetition } from '../late-repetitions.ts'

/**
 * Answers a due question; the result is null when the answer waits on this device. The list stays unchanged until `useDueAgain`
 * reloads it.
 */
export const useAnswerRepetition = (userId: number, { id: questionId, dueAt }: Repetition) =>
  useMutation({
    mutationKey: ['answer-repetition', questionId],
    // An offline answer is stored instead of paused.
    networkMode: 'always',
    mutationFn: (answer: GivenAnswer) =>
      sendOrKeep(lateRepetition, {
        userId,
        key: String(questionId),
        payload: { questionId, answer, dueAt },
      }),
  })
