import { useMutation, useQueryClient } from '@tanstack/react-query'
import { pagedQuery } from '#web/platform/lists/paged-query.ts'
import { call } from '#web/platform/transfer/client.ts'
import type { Viewer } from '#web/platform/session/session.tsx'

export interface Place {
  courseId: number
  userId: number
}

const pageSize = 20
const keyOf = ({ courseId, userId }: Place) => ['learner-messages', courseId, userId]
const paramsOf = ({ courseId, userId }: Place) => ({ id: courseId, userId })

export const learnerMessagesQuery = (place: Place, viewer: Viewer) =>
  pagedQuery({
    queryKey: [...keyOf(place), viewer],
    readPage: (cursor, signal) =>
      call('listLearnerMessages', {
        params: paramsOf(place),
        query: { limit: String(pageSize), cursor },
        signal,
      }),
  })

/** `clientKey` is the same for all attempts of one dialog, so that a repeated request sends nothing again. */
export function useWriteMessage(place: Place, clientKey: string) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: ({ body }: { body: string }) =>
      call('writeLearnerMessage', { params: paramsOf(place), body: { body, clientKey } }),
    // An offline press fails immediately instead of waiting invisibly.
    networkMode: 'always',
    onSuccess: () => queries.invalidateQueries({ queryKey: keyOf(place) }),
  })
}
