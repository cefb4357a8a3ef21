import { pageRequest } from '#server/platform/pages.ts'
import { withData, type Handlers } from '#server/policy/handler.ts'
import { clientInfoOf } from '#server/policy/client-info.ts'
import type { Messages } from './messages.service.ts'

export function messagesRoutes(messages: Messages): Handlers {
  return {
    sendMessage: ({ body, caller, request }) => messages.send(body, caller, clientInfoOf(request)),
    listMessages: async ({ query }) =>
      messages.list({ state: query.state, topic: query.topic, search: query.search }, pageRequest(query)),
    updateMessage: ({ params, body }) => withData(messages.mark(params.id, body.state)),
  }
}
