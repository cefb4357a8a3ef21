/** Loads the caller's own certificate for its page and for the completion of its course. */
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { useAnnouncedMutation } from '#web/platform/forms/announced-mutation.ts'
import { call } from '#web/platform/transfer/client.ts'
import { certificateQuery, courseCertificateQuery } from './achievements.ts'

/** The result is null for another person's certificate. A former id finds the certificate that replaced it. */
export const ownCertificateQuery = (userId: number, id: string) =>
  queryOptions({
    queryKey: ['certificates', userId, 'id', id],
    queryFn: async ({ signal }) =>
      (await call('listCertificates', { query: { id, limit: 1 }, signal })).data[0] ?? null,
  })

/** Loads the results of completing this certificate's course. */
export const finishQuery = (userId: number, id: string) =>
  queryOptions({
    queryKey: ['certificates', userId, 'finish', id],
    queryFn: async ({ signal }) => (await call('readFinish', { params: { id }, signal })).data,
  })

/** Records that the learner has seen the completion of this course; waits while the browser is offline. */
export function useMarkFinishSeen(userId: number, courseId: number) {
  const queries = useQueryClient()
  const { queryKey } = courseCertificateQuery(userId, courseId)
  return useMutation({
    mutationFn: (id: string) => call('markFinishSeen', { params: { id } }),
    onMutate: () =>
      queries.setQueryData(queryKey, (certificate) => certificate && { ...certificate, isSeen: true }),
  })
}

/** Makes the caller's own certificate private, or public again. */
export function useSetPrivate(
  id: string,
  words: { failed: string; notice: (answer: unknown, isPrivate: boolean) => string },
) {
  const queries = useQueryClient()
  return useAnnouncedMutation({
    ...words,
    mutationFn: (isPrivate: boolean) =>
      call('setCertificateVisibility', { params: { id }, body: { isPrivate } }),
    onSuccess: () => queries.invalidateQueries({ queryKey: certificateQuery(id).queryKey }),
  })
}
