import type { Dependencies } from '#server/dependencies.ts'
import { defineFeature } from '#server/feature.ts'
import type { Accounting } from '#server/features/accounting/accounting.service.ts'
import type { Accounts } from '#server/features/accounts/accounts.service.ts'
import type { Businesses } from '#server/features/businesses/businesses.service.ts'
import type { Enrolments } from '#server/features/enrolments/enrolments.service.ts'
import type { Sales } from '#server/features/sales/sales.service.ts'
import { invoicesRoutes } from './invoices.routes.ts'
import { inviteTask } from './invoices.seats.ts'
import { Invoices } from './invoices.service.ts'

interface Needs extends Dependencies {
  accounts: Accounts
  businesses: Businesses
  enrolments: Enrolments
  accounting: Accounting
  sales: Sales
}

export const invoices = defineFeature({
  create: (needs: Needs) => ({ invoices: new Invoices(needs) }),
  calls: (all) => invoicesRoutes(all.invoices),
  jobs: (all) => ({
    [inviteTask]: { everyMinutes: 60, run: (_payload, { signal }) => all.invoices.seats.sweep(signal) },
    'invoices.remind': { everyMinutes: 60, run: (_payload, { signal }) => all.invoices.remind(signal) },
  }),
  listeners: (all) => ({
    'account.email-verified': {
      'seats.claim': async (tx, { payload }) => {
        await all.invoices.seats.claimSeats(tx, payload.userId)
      },
    },
  }),
})
