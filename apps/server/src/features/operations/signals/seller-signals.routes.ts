import { pageRequest } from '#server/platform/pages.ts'
import { withData, type Handlers } from '#server/policy/handler.ts'
import type { SellerSignals } from './seller-signals.service.ts'

export const sellerSignalsRoutes = (signals: SellerSignals): Handlers => ({
  listSellerSignals: ({ query }) => signals.list(query.sellerId ?? null, pageRequest(query)),
  closeSellerSignal: (call) => withData(signals.close(call.user, call.params.id, call.body.note)),
})
