import type { Dependencies } from '#server/dependencies.ts'
import { defineFeature } from '#server/feature.ts'
import type { Accounts } from '#server/features/accounts/accounts.service.ts'
import { communityRoutes } from './community.routes.ts'
import { Community } from './community.service.ts'

export const community = defineFeature({
  create: (needs: Dependencies & { accounts: Accounts }) => ({ community: new Community(needs) }),
  calls: (all) => communityRoutes(all.community),
  listeners: (all) => ({
    'user.erased': {
      'groups.leave': (tx, { payload }) => all.community.groups.leaveAllGroups(tx, payload.userId),
      'discussions.erase': (tx, { payload }) => all.community.discussions.forgetAuthor(tx, payload.userId),
    },
  }),
})
