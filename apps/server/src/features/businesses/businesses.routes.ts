import { pageRequest } from '#server/platform/pages.ts'
import { signedIn, type Handlers } from '#server/policy/handler.ts'
import { originOf, type OriginRule } from '#server/policy/origin.ts'
import { clientInfoOf } from '#server/policy/client-info.ts'
import { rememberBrowser } from '#server/features/accounts/cookies.ts'
import type { Businesses } from './businesses.service.ts'

export function businessesRoutes(businesses: Businesses, origins: OriginRule): Handlers {
  return {
    registerBusiness: async ({ body, request, reply }) => {
      const opened = await businesses.registerBusiness(body, clientInfoOf(request))
      return { data: rememberBrowser(reply, originOf(request, origins), opened) }
    },
    readChipAccount: async (call) => ({ data: await businesses.chipAccount(signedIn(call)) }),
    updateChipCredentials: async (call) => businesses.connectChip(signedIn(call), call.body),
    readPayoutBank: async (call) => ({ data: await businesses.payoutBanks.payoutBank(signedIn(call)) }),
    savePayoutBank: async (call) => ({
      data: await businesses.payoutBanks.savePayoutBank(signedIn(call), call.body),
    }),
    readSelling: async (call) => ({ data: await businesses.selling.selling(signedIn(call)) }),
    listWaitingSellers: async ({ query }) => businesses.selling.listWaitingSellers(pageRequest(query)),
    approveSeller: async (call) => ({
      data: await businesses.selling.approveSeller(signedIn(call), call.params.id),
    }),
    readSellerPayoutBank: async ({ params }) => ({
      data: await businesses.payoutBanks.fullPayoutBank(params.id),
    }),
  }
}
