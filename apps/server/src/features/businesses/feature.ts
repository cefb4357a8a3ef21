import type { Dependencies } from '#server/dependencies.ts'
import { defineFeature } from '#server/feature.ts'
import type { Accounts } from '#server/features/accounts/accounts.service.ts'
import type { Media } from '#server/features/media/media.service.ts'
import { businessesRoutes } from './businesses.routes.ts'
import { Businesses } from './businesses.service.ts'
import { registerSellerDocumentRoute, sellerChecksRoutes } from './sellers/seller-checks.routes.ts'

export const businesses = defineFeature({
  create: (needs: Dependencies & { accounts: Accounts; media: Media }) => ({
    businesses: new Businesses(needs),
  }),
  calls: (all) => ({
    ...businessesRoutes(all.businesses),
    ...sellerChecksRoutes(all.businesses.verification),
  }),
  addresses: (app, all) => registerSellerDocumentRoute(app, all.businesses.verification.documents),
  resealSecrets: (all) => all.businesses.resealSecrets(),
  retention: (all) => [
    {
      period: 'seller-documents.kept',
      deleteBefore: all.businesses.verification.documents.deleteBefore,
    },
  ],
  listeners: (all) => ({
    'user.erased': {
      'brand.erase': (tx, { payload }) => all.businesses.brand.forget(tx, payload.userId),
      'payout-bank.erase': (tx, { payload }) =>
        all.businesses.payoutBanks.forgetPayoutBank(tx, payload.userId),
      'seller-checks.erase': (tx, { payload }) =>
        all.businesses.verification.checks.forget(tx, payload.userId),
    },
  }),
})
