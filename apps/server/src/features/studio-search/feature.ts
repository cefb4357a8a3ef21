import type { Dependencies } from '#server/dependencies.ts'
import { defineFeature } from '#server/feature.ts'
import { withData } from '#server/policy/handler.ts'
import { StudioSearch, type StudioSearchDependencies } from './studio-search.service.ts'

export const studioSearch = defineFeature({
  create: (needs: Dependencies & StudioSearchDependencies) => ({ studioSearch: new StudioSearch(needs) }),
  calls: (all) => ({
    searchStudio: (call) => withData(all.studioSearch.find(call.user, call.query.q)),
  }),
})
