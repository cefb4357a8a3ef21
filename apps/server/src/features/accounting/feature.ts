import type { Dependencies } from '#server/dependencies.ts'
import { defineFeature } from '#server/feature.ts'
import type { Businesses } from '#server/features/businesses/businesses.service.ts'
import { accountingRoutes } from './accounting.routes.ts'
import { Accounting, mailReceiptTask } from './accounting.service.ts'

export const accounting = defineFeature({
  create: (needs: Dependencies & { businesses: Businesses }) => ({ accounting: new Accounting(needs) }),
  calls: (all) => accountingRoutes(all.accounting),
  jobs: (all) => ({
    [mailReceiptTask]: {
      run: (payload) => all.accounting.receipts.mailReceipt(payload as { receiptId: number }),
    },
  }),
})
