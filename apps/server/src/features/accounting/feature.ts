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
    'ledger.add-to-sums': {
      everyMinutes: 1,
      run: async (_payload, { signal }) => all.accounting.sums.add(signal),
    },
    'ledger.compare-sums': {
      everyMinutes: 1440,
      run: async (_payload, { signal }) => void (await all.accounting.sums.compare(signal)),
    },
  }),
})
