import { readOffers } from '@apogee/contracts/sales/offers.ts'
import { sendFile, withData, type Handlers } from '#server/policy/handler.ts'
import { clientInfoOf } from '#server/policy/client-info.ts'
import type { Gifts } from './gifts.service.ts'

export const giftsRoutes = (gifts: Gifts): Handlers => ({
  payForGift: async ({ user, body, query, origin, request }) => {
    const { gift, courseIds, bundleIds, code } = body
    const { address } = clientInfoOf(request)
    const offers = readOffers(query.offers)
    const { paymentUrl, purchaseId } = await gifts.buy(user, courseIds, gift, {
      origin,
      bundleIds,
      code,
      offers,
      address,
      visit: query.visit,
    })
    return { payment_url: paymentUrl, purchase_id: purchaseId }
  },
  readGift: (call) => withData(gifts.read(call.user, call.params.id, call.origin)),
  updateGift: (call) => withData(gifts.update(call.user, call.params.id, call.body, call.origin)),
  sendGift: (call) => withData(gifts.send(call.user, call.params.id, call.origin)),
  downloadGiftCard: async ({ user, params, query, origin, reply }) => {
    const { name, pdf } = await gifts.printCard(user, params.id, query.language, origin)
    return sendFile(reply, { name, type: 'application/pdf', content: pdf })
  },
  openGift: ({ caller, body, request }) =>
    withData(gifts.open(caller, body.code, clientInfoOf(request).address)),
  takeGift: ({ user, body, request }) => withData(gifts.take(user, body.code, clientInfoOf(request).address)),
  passGiftOn: ({ user, body, origin, request }) =>
    withData(gifts.passOn(user, body.code, body.gift, { origin, address: clientInfoOf(request).address })),
})
