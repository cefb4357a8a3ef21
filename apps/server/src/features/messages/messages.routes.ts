import { pageRequest } from '#server/platform/pages.ts'
import type { Handlers } from '#server/policy/handler.ts'
import { clientInfoOf } from '#server/policy/client-info.ts'
import type { Messages } from './messages.service.ts'

export function messagesRoutes(messages: Messages): Handlers {
  return {
    sendMessage: async ({ body, caller, request }) => {
      await messages.send(body, caller, clientInfoOf(request))
      return {}
    },
    listMessages: async ({ query }) =>
      messages.list({ state: query.state, topic: query.topic, search: query.search }, pageRequest(query)),
    updateMessage: async ({ params, body }) => ({ data: await messages.mark(params.id, body.state) }),
  }
}
