import type { GivenAnswer } from '@apogee/contracts/assessments/assessments.ts'
import type { Repetition } from '@apogee/contracts/assessments/repetitions.ts'
import { useMutation } from '@tanstack/react-query'
import { sendOrKeep } from '#web/platform/outbox/send-or-keep.ts'
import { lateRepetition } from '../late-repetitions.ts'

/** Answers a due question: null when the answer waits on this device. The list stays as it is until `useDueAgain` reads it anew. */
export const useAnswerRepetition = (userId: number, { id: questionId, dueAt }: Repetition) =>
  useMutation({
    mutationKey: ['answer-repetition', questionId],
    // Without a connection it is kept, not put off.
    networkMode: 'always',
    mutationFn: (answer: GivenAnswer) =>
      sendOrKeep(lateRepetition, {
        userId,
        key: String(questionId),
        payload: { questionId, answer, dueAt },
      }),
  })
