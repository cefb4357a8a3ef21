import type { AnswerOf } from '@apogee/contracts/endpoints.ts'
import type { MessageTopic } from '@apogee/contracts/messages/messages.forms.ts'
import type { Message, MessageState } from '@apogee/contracts/messages/messages.ts'
import {
  infiniteQueryOptions,
  queryOptions,
  useMutation,
  useQueryClient,
  type InfiniteData,
} from '@tanstack/react-query'
import { call } from '#web/platform/transfer/client.ts'

export const summaryQuery = () =>
  queryOptions({
    queryKey: ['platform', 'summary'],
    queryFn: ({ signal }) => call('platformSummary', { signal }),
  })

export interface MessageFilter {
  search: string
  state: MessageState | ''
  topic: MessageTopic | ''
}

const pageSize = 20

export const messagesQuery = ({ search, state, topic }: MessageFilter) =>
  infiniteQueryOptions({
    queryKey: ['platform', 'messages', search, state, topic],
    queryFn: ({ pageParam, signal }) =>
      call('listMessages', {
        query: {
          limit: String(pageSize),
          ...(search && { search }),
          ...(state && { state }),
          ...(topic && { topic }),
          ...(pageParam && { cursor: pageParam }),
        },
        signal,
      }),
    initialPageParam: '',
    getNextPageParam: (page) => page.meta.nextCursor,
  })

export const businessesQuery = (search: string) =>
  infiniteQueryOptions({
    queryKey: ['platform', 'businesses', search],
    queryFn: ({ pageParam, signal }) =>
      call('listBusinesses', {
        query: { limit: '50', ...(search && { search }), ...(pageParam && { cursor: pageParam }) },
        signal,
      }),
    initialPageParam: '',
    getNextPageParam: (page) => page.meta.nextCursor,
  })

export const waitingSellersQuery = () =>
  infiniteQueryOptions({
    queryKey: ['platform', 'waiting-sellers'],
    queryFn: ({ pageParam, signal }) =>
      call('listWaitingSellers', {
        query: { limit: 50, ...(pageParam && { cursor: pageParam }) },
        signal,
      }),
    initialPageParam: '',
    getNextPageParam: (page) => page.meta.nextCursor,
  })

/** Updates a message in the shown lists; the message keeps its position until they are refetched. */
export function useMarkMessage() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: ({ id, state }: { id: number; state: MessageState }) =>
      call('updateMessage', { params: { id }, body: { state } }),
    onSuccess: ({ data }) => {
      queries.setQueriesData<InfiniteData<AnswerOf<'listMessages'>>>(
        { queryKey: ['platform', 'messages'] },
        (lists) => lists && { ...lists, pages: lists.pages.map((page) => withMessage(page, data)) },
      )
      // The refetch is not awaited, so that the message can be marked again immediately.
      void queries.invalidateQueries({ queryKey: summaryQuery().queryKey })
    },
  })
}

const withMessage = (page: AnswerOf<'listMessages'>, changed: Message): AnswerOf<'listMessages'> => ({
  ...page,
  data: page.data.map((message) => (message.id === changed.id ? changed : message)),
})
