import { pageRequest } from '#server/platform/pages.ts'
import { withData, type Handlers } from '#server/policy/handler.ts'
import type { FactorRemovals } from './factor-removals.ts'

export const factorRemovalsRoutes = (removals: FactorRemovals): Handlers => ({
  listFactorRemovals: (call) => removals.list(pageRequest(call.query)),
  askFactorRemoval: (call) => withData(removals.ask(call.user, call.body)),
  confirmFactorRemoval: (call) => withData(removals.confirm(call.user, call.params.id)),
  withdrawFactorRemoval: (call) => withData(removals.withdraw(call.user, call.params.id)),
  stopOwnFactorRemoval: (call) => removals.stopOwn(call.user),
  stopFactorRemovalByLink: (call) => removals.stopByLink(call.body.token),
})
