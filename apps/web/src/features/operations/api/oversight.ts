import type { AnswerOf } from '@apogee/contracts/endpoints.ts'
import type { MessageState, MessageTopic } from '@apogee/contracts/messages/message-choices.ts'
import type { Message } from '@apogee/contracts/messages/messages.ts'
import { queryOptions, useMutation, useQueryClient, type InfiniteData } from '@tanstack/react-query'
import { pagedQuery } from '#web/platform/lists/paged-query.ts'
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
  pagedQuery({
    queryKey: ['platform', 'messages', search, state, topic],
    keepsRows: true,
    readPage: (cursor, signal) =>
      call('listMessages', {
        query: { limit: String(pageSize), search, ...(state && { state }), ...(topic && { topic }), cursor },
        signal,
      }),
  })

export const businessesQuery = (search: string) =>
  pagedQuery({
    queryKey: ['platform', 'businesses', search],
    keepsRows: true,
    readPage: (cursor, signal) => call('listBusinesses', { query: { limit: '50', search, cursor }, signal }),
  })

export const waitingSellersQuery = () =>
  pagedQuery({
    queryKey: ['platform', 'waiting-sellers'],
    readPage: (cursor, signal) => call('listWaitingSellers', { query: { limit: 50, cursor }, signal }),
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
