import { queryOptions } from '@tanstack/react-query'
import { call } from '#web/platform/transfer/client.ts'
import type { Viewer } from '#web/platform/session/session.tsx'

/** Loads the question after a video, for a learner. */
export const recallQuery = (userId: number, resourceId: number) =>
  queryOptions({
    // An answer that arrives late drops everything below this key.
    queryKey: ['repetitions', userId, 'after video', resourceId],
    queryFn: ({ signal }) => call('readRecallQuestion', { params: { id: resourceId }, signal }),
    select: ({ data }) => data,
    staleTime: 0,
    // Without a connection, the load fails at once and says so.
    networkMode: 'always',
  })

/** Loads the question after a video, for its author. */
export const recallEditQuery = (resourceId: number, viewer: Viewer) =>
  queryOptions({
    queryKey: ['recall-edit', resourceId, viewer],
    queryFn: ({ signal }) => call('readRecallEdit', { params: { id: resourceId }, signal }),
    select: ({ data }) => data,
    staleTime: 0,
    gcTime: 0,
  })
