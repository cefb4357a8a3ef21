import { pageRequest } from '#server/platform/pages.ts'
import { withData, type Handlers } from '#server/policy/handler.ts'
import type { Oversight } from './oversight.service.ts'
import type { SellerOverviews } from './seller-overview.ts'

export function oversightRoutes(oversight: Oversight, overviews: SellerOverviews): Handlers {
  return {
    platformSummary: () => withData(oversight.summary()),
    readSellerOverview: ({ user, params }) => withData(overviews.read(user, params.id)),
    listBusinesses: async ({ query }) => oversight.listBusinesses(query.search, pageRequest(query)),
  }
}
