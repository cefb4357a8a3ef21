import type { GivenAnswer } from '@apogee/contracts/assessments/assessments.ts'
import type { Repetition } from '@apogee/contracts/assessments/repetitions.ts'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '#web/platform/client.ts'
import { sendOrKeep } from '#web/platform/outbox/send-or-keep.ts'
import { lateRepetition } from '../late-repetitions.ts'

export const repetitionsQuery = (userId: number) =>
  queryOptions({
    queryKey: ['repetitions', userId],
    queryFn: ({ signal }) => call('listRepetitions', { signal }),
    select: ({ data }) => data,
    // Each answer changes what is due.
    staleTime: 0,
  })

/** Answers a due question: null when the answer waits on this device. The list stays as it is until `useDueAgain` reads it anew. */
export const useAnswerRepetition = (userId: number, { id: questionId, dueAt }: Repetition) =>
  useMutation({
    mutationKey: ['answer-repetition', questionId],
    // Without a connection it is kept, not put off.
    networkMode: 'always',
    mutationFn: (answer: GivenAnswer) =>
      sendOrKeep(lateRepetition, {
        ...{ userId, key: String(questionId) },
        payload: { questionId, answer, ...(dueAt !== undefined && { dueAt }) },
      }),
  })

/** Reads anew what is due. */
export function useDueAgain(userId: number) {
  const queries = useQueryClient()
  return () => queries.invalidateQueries({ queryKey: repetitionsQuery(userId).queryKey })
}
