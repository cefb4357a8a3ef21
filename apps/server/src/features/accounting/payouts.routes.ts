import { pageRequest } from '#server/platform/pages.ts'
import { withData, type Handlers } from '#server/policy/handler.ts'
import type { Payouts } from './payouts.ts'

export const payoutsRoutes = (payouts: Payouts): Handlers => ({
  listPayouts: ({ query }) => payouts.list(query.group ?? null, pageRequest(query)),
  preparePayout: (call) => withData(payouts.prepare(call.user, call.body)),
  approvePayout: (call) => withData(payouts.approve(call.user, call.params.id)),
  declinePayout: (call) => withData(payouts.decline(call.user, call.params.id, call.body.reason)),
  withdrawPayout: (call) => withData(payouts.withdraw(call.user, call.params.id, call.body.reason)),
})
