import type { Dependencies } from '#server/dependencies.ts'
import { defineFeature } from '#server/feature.ts'
import type { Accounts } from '#server/features/accounts/accounts.service.ts'
import type { Media } from '#server/features/media/media.service.ts'
import { businessesRoutes } from './businesses.routes.ts'
import { Businesses } from './businesses.service.ts'

export const businesses = defineFeature({
  create: (needs: Dependencies & { accounts: Accounts; media: Media }) => ({
    businesses: new Businesses(needs),
  }),
  calls: (all) => businessesRoutes(all.businesses),
  resealSecrets: (all) => all.businesses.resealSecrets(),
  listeners: (all) => ({
    'user.erased': {
      'payout-bank.erase': (tx, { payload }) =>
        all.businesses.payoutBanks.forgetPayoutBank(tx, payload.userId),
    },
  }),
})
