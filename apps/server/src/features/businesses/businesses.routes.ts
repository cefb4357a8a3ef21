import { pageRequest } from '#server/platform/pages.ts'
import { withData, type Handlers } from '#server/policy/handler.ts'
import { clientInfoOf } from '#server/policy/client-info.ts'
import { rememberBrowser } from '#server/features/accounts/sign-in/cookies.ts'
import type { Businesses } from './businesses.service.ts'

export function businessesRoutes(businesses: Businesses): Handlers {
  return {
    registerBusiness: async ({ body, request, reply, origin }) => {
      const opened = await businesses.registerBusiness(body, clientInfoOf(request))
      return { data: rememberBrowser(reply, origin, opened) }
    },
    readChipAccount: (call) => withData(businesses.chipAccount(call.user)),
    updateChipCredentials: async (call) => businesses.connectChip(call.user, call.body),
    readPayoutBank: (call) => withData(businesses.payoutBanks.payoutBank(call.user)),
    savePayoutBank: (call) => withData(businesses.payoutBanks.savePayoutBank(call.user, call.body)),
    readBusinessProfile: (call) => withData(businesses.profiles.readProfile(call.user, call.params.id)),
    updateBusinessProfile: (call) =>
      withData(businesses.profiles.updateProfile(call.user, call.params.id, call.body)),
    readOwnBrand: (call) => withData(businesses.brand.readOwn(call.user)),
    updateOwnBrand: (call) => withData(businesses.brand.update(call.user, call.body)),
    clearBrand: async (call) => businesses.brand.clear(call.user, call.params.id, call.body),
    readSelling: (call) => withData(businesses.selling.selling(call.user)),
    listWaitingSellers: async ({ query }) => businesses.selling.listWaitingSellers(pageRequest(query)),
    approveSeller: (call) => withData(businesses.states.approveSeller(call.user, call.params.id)),
    changeSellerState: (call) =>
      withData(businesses.states.changeState(call.user, call.params.id, call.body)),
    listSellerNotes: async ({ params, query }) => businesses.states.listNotes(params.id, pageRequest(query)),
    writeSellerNote: (call) => withData(businesses.states.writeNote(call.user, call.params.id, call.body)),
    readSellerPayoutBank: ({ params }) => withData(businesses.payoutBanks.fullPayoutBank(params.id)),
  }
}
