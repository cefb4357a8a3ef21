import type { Dependencies } from '#server/dependencies.ts'
import { defineFeature } from '#server/feature.ts'
import type { Accounts } from '#server/features/accounts/accounts.service.ts'
import type { Enrolments } from '#server/features/enrolments/enrolments.service.ts'
import type { Media } from '#server/features/media/media.service.ts'
import type { Sales } from '#server/features/sales/sales.service.ts'
import { giftsRoutes } from './gifts.routes.ts'
import { Gifts } from './gifts.service.ts'
import { tables } from './gifts.tables.ts'

interface Needs extends Dependencies {
  accounts: Accounts
  enrolments: Enrolments
  media: Media
  sales: Sales
}

export const gifts = defineFeature({
  tables,
  create: (needs: Needs) => ({ gifts: new Gifts(needs) }),
  calls: (all) => giftsRoutes(all.gifts),
  jobs: (all) => ({
    'gifts.mail': {
      everyMinutes: 15,
      class: 'mail',
      run: (_payload, { signal }) => all.gifts.mailDue(signal),
    },
  }),
  listeners: (all) => ({
    'order.settled': { 'gifts.mail': (tx, { payload }) => all.gifts.mailIfDue(tx, payload.orderId) },
    'user.erased': { 'gifts.mail-at-once': (tx, { payload }) => all.gifts.mailAtOnce(tx, payload.userId) },
  }),
  resealSecrets: (all) => [all.gifts.resealSecrets()],
})
