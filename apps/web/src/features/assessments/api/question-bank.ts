import { queryOptions } from '@tanstack/react-query'
import { call } from '#web/platform/transfer/client.ts'
import type { Viewer } from '#web/platform/session/session.tsx'

/** All lists of a bank share this key, because any change makes them outdated. */
export const bankKey = ['question-bank'] as const

/** Searches questions in the bank of this quiz's seller by words and tag. */
export const bankQuery = (
  resourceId: number,
  { search, tag }: { search: string; tag: string },
  viewer: Viewer,
) =>
  queryOptions({
    queryKey: [...bankKey, resourceId, { search, tag }, viewer],
    queryFn: ({ signal }) =>
      call('listBankQuestions', {
        params: { id: resourceId },
        query: { ...(search !== '' && { search }), ...(tag !== '' && { tag }) },
        signal,
      }),
    select: ({ data }) => data,
    staleTime: 0,
  })

/** Loads the bank's current versions of the questions with these ids. */
export const bankOriginsQuery = (resourceId: number, ids: readonly number[], viewer: Viewer) =>
  queryOptions({
    queryKey: [...bankKey, resourceId, ids.join(), viewer],
    queryFn: ({ signal }) =>
      call('listBankQuestions', { params: { id: resourceId }, query: { ids: ids.join() }, signal }),
    select: ({ data }) => data.questions,
    enabled: ids.length > 0,
    staleTime: 0,
  })
