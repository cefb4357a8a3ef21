import { networkOf } from '#server/policy/client-info.ts'
import { withData, type Handlers } from '#server/policy/handler.ts'
import type { Conversion } from './conversion.service.ts'
import type { VisitCounter } from './visit-counter.ts'

export function conversionRoutes(conversion: Conversion, visits: VisitCounter): Handlers {
  return {
    countVisit: async ({ body, request }) => {
      visits.count(body, { address: networkOf(request.ip), headers: request.headers })
    },
    readSources: (call) => withData(conversion.read(call.user, call.query)),
  }
}
