import { pageRequest } from '#server/platform/pages.ts'
import { withData, type Handlers } from '#server/policy/handler.ts'
import type { Oversight } from './oversight.service.ts'

export function oversightRoutes(oversight: Oversight): Handlers {
  return {
    platformSummary: () => withData(oversight.summary()),
    listBusinesses: async ({ query }) => oversight.listBusinesses(query.search, pageRequest(query)),
  }
}
