import { readOffers } from '@apogee/contracts/sales/offers.ts'
import { pageRequest } from '#server/platform/pages.ts'
import { withData, type Call, type Handlers } from '#server/policy/handler.ts'
import { clientInfoOf } from '#server/policy/client-info.ts'
import type { Sales } from './sales.service.ts'

export function salesRoutes(sales: Sales): Handlers {
  return {
    payForCourse: async (call) => {
      const { courseId, cohortId } = call.body
      const { paymentUrl, purchaseId } = await sales.startPurchase(call.user, [courseId], {
        origin: call.origin,
        // Buy Now has no form for the buyer's details, so the receipt has the stored ones.
        customer: (await sales.buyerDetails.readDetails(call.user)) ?? {},
        ...choicesIn(call, cohortId === undefined ? [] : [{ courseId, cohortId }]),
      })
      return { payment_url: paymentUrl, purchase_id: purchaseId }
    },
    payForCart: async (call) => {
      const { email: _, companyName = '', taxNumber = '', ...address } = call.body.customerInfo
      const customer = { ...address, companyName, taxNumber }
      await sales.buyerDetails.rememberDetails(call.user, customer, call.body.keepDetails)
      const { paymentUrl, purchaseId } = await sales.startPurchase(call.user, call.body.courseIds, {
        origin: call.origin,
        bundleIds: call.body.bundleIds,
        customer,
        ...choicesIn(call, call.body.cohorts ?? []),
      })
      return { payment_url: paymentUrl, payment_id: purchaseId }
    },
    payForBundle: async (call) => {
      const { paymentUrl, purchaseId } = await sales.startPurchase(call.user, [], {
        origin: call.origin,
        bundleIds: [call.params.id],
        customer: (await sales.buyerDetails.readDetails(call.user)) ?? {},
        ...choicesIn(call, call.body.cohorts ?? []),
      })
      return { payment_url: paymentUrl, purchase_id: purchaseId }
    },
    readBuyerDetails: (call) => withData(sales.buyerDetails.readDetails(call.user)),
    forgetBuyerDetails: (call) => sales.buyerDetails.forgetDetails(call.user),
    checkPayment: ({ params }) => sales.checkPayment(params.purchaseId),
    paymentHistory: async (call) =>
      sales.paymentHistory(call.user, call.query.status, pageRequest(call.query)),
    readPayment: async (call) => {
      const payment = await sales.readPayment(call.user, call.params.id)
      return { data: payment, status: payment.status }
    },
    paymentCallback: async ({ params, request }) => {
      const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
      const signature = request.headers['x-signature']
      await sales.callbacks.receiveCallback(
        params.account,
        body,
        typeof signature === 'string' ? signature : undefined,
      )
    },
  }
}

/** Returns the code, the chosen starts, the offers that the buyer was shown, the record of visits, and the network address. */
function choicesIn(
  {
    body,
    query,
    request,
  }: Pick<Call<'payForCourse' | 'payForCart' | 'payForBundle'>, 'body' | 'query' | 'request'>,
  chosen: readonly { courseId: number; cohortId: number }[],
) {
  const cohorts = new Map(chosen.map(({ courseId, cohortId }) => [courseId, cohortId]))
  const { address } = clientInfoOf(request)
  return { code: body.code, cohorts, offers: readOffers(query.offers), address, visit: query.visit }
}
