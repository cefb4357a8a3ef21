import { signedIn, type Handlers } from '../../policy/handler.ts'
import { visitorOf } from '../../policy/visitor.ts'
import type { Businesses } from './businesses.service.ts'

export function businessesRoutes(businesses: Businesses): Handlers {
  return {
    registerBusiness: async ({ body, request }) => ({
      data: await businesses.registerBusiness(body, visitorOf(request)),
    }),
    readChipAccount: async (call) => ({ data: await businesses.chipAccount(signedIn(call)) }),
    updateChipCredentials: async (call) => businesses.connectChip(signedIn(call), call.body),
  }
}
