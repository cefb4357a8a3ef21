import { Readable } from 'node:stream'
import { networkOf } from '#server/policy/client-info.ts'
import { signedIn, type Handlers } from '#server/policy/handler.ts'
import { refuse } from '#server/policy/refusal.ts'
import type { Insights } from './insights.service.ts'

export function insightsRoutes(insights: Insights): Handlers {
  return {
    readAnalytics: async (call) => ({ data: await insights.readAnalytics(signedIn(call)) }),
    createTicket: async (call) => {
      const { what, filters = {} } = call.body
      const { url, expiresAt } = await insights.createTicket(signedIn(call), what, filters)
      return { data: { url, expiresAt: expiresAt.toISOString() } }
    },
    downloadExport: async ({ params, request, reply }) => {
      // A HEAD request must not use the token up.
      if (request.method === 'HEAD') refuse('LINK_EXPIRED')
      const { name, content } = await insights.openExport(params.ticket, networkOf(request.ip))
      return reply
        .headers({
          'content-type': 'text/csv; charset=utf-8',
          'content-disposition': `attachment; filename="${name}"`,
        })
        .send(Readable.from(content, { objectMode: false }))
    },
  }
}
