import type { GivenAnswer } from '@apogee/contracts/assessments/assessments.ts'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '#web/platform/client.ts'

export const repetitionsQuery = (userId: number) =>
  queryOptions({
    queryKey: ['repetitions', userId],
    queryFn: ({ signal }) => call('listRepetitions', { signal }),
    select: ({ data }) => data,
    // Each answer changes what is due.
    staleTime: 0,
  })

/** Answers a due question; the list stays as it is until `useDueAgain` reads it anew. */
export const useAnswerRepetition = (questionId: number) =>
  useMutation({
    mutationKey: ['answer-repetition', questionId],
    mutationFn: (answer: GivenAnswer) =>
      call('answerRepetition', { params: { questionId }, body: { answer } }),
  })

/** Reads anew what is due. */
export function useDueAgain(userId: number) {
  const queries = useQueryClient()
  return () => queries.invalidateQueries({ queryKey: repetitionsQuery(userId).queryKey })
}
