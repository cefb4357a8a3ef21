import { withData, type Handlers } from '#server/policy/handler.ts'
import type { Bundles } from './bundles.service.ts'

export const bundlesRoutes = (bundles: Bundles): Handlers => ({
  listBundles: (call) => bundles.list(call.user, call.query),
  createBundle: (call) => withData(bundles.create(call.user, call.body)),
  updateBundle: (call) => withData(bundles.update(call.user, call.params.id, call.body)),
  offeredBundles: (call) => bundles.listOffered(call.caller, call.query),
  readOfferedBundle: (call) => withData(bundles.readOffered(call.caller, call.params.id)),
})
