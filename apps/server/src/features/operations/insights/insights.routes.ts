import { Readable } from 'node:stream'
import { networkOf } from '#server/policy/client-info.ts'
import { sendFile, withData, type Handlers } from '#server/policy/handler.ts'
import { refuse } from '#server/policy/refusal.ts'
import type { Insights } from './insights.service.ts'

export function insightsRoutes(insights: Insights): Handlers {
  return {
    readAnalytics: (call) => withData(insights.readAnalytics(call.user)),
    createTicket: async (call) => {
      const { what, filters = {} } = call.body
      const { url, expiresAt } = await insights.createTicket(call.user, what, filters)
      return { data: { url, expiresAt: expiresAt.toISOString() } }
    },
    downloadExport: async ({ params, request, reply }) => {
      // A HEAD request, as link previews send it, must not consume the token.
      if (request.method === 'HEAD') refuse('LINK_EXPIRED')
      const { name, content } = await insights.openExport(params.ticket, networkOf(request.ip))
      return sendFile(reply, {
        name,
        type: 'text/csv; charset=utf-8',
        content: Readable.from(content, { objectMode: false }),
      })
    },
  }
}
