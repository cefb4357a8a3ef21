import type { Dependencies } from '#server/dependencies.ts'
import { defineFeature } from '#server/feature.ts'
import type { Accounts } from '#server/features/accounts/accounts.service.ts'
import type { Businesses } from '#server/features/businesses/businesses.service.ts'
import type { SecurityLog } from '#server/features/security-log/security-log.service.ts'
import { accountingRoutes } from './accounting.routes.ts'
import { Accounting, mailReceiptTask } from './accounting.service.ts'
import { payoutsRoutes } from './payouts.routes.ts'

export const accounting = defineFeature({
  create: (
    needs: Dependencies & { securityLog: SecurityLog; accounts: Accounts; businesses: Businesses },
  ) => ({ accounting: new Accounting(needs) }),
  calls: (all) => ({ ...accountingRoutes(all.accounting), ...payoutsRoutes(all.accounting.payouts) }),
  jobs: (all) => ({
    [mailReceiptTask]: {
      run: (payload) => all.accounting.receipts.mailReceipt(payload as { receiptId: number }),
    },
    'payouts.end-outdated': {
      everyMinutes: 10,
      run: (_payload, { signal }) => all.accounting.payouts.endOutdated(signal),
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
