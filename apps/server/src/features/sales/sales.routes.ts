import { askedStarts } from '@apogee/contracts/enrolments/starts.ts'
import { readShownFirst } from '@apogee/contracts/prerequisites/shown-first.ts'
import { readShownAccess } from '@apogee/contracts/courses/shown-access.ts'
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
        ...agreedIn(call, cohortId === undefined ? [] : [{ courseId, cohortId }]),
      })
      return { payment_url: paymentUrl, purchase_id: purchaseId }
    },
    payForCart: async (call) => {
      const { email: _, companyName = '', taxNumber = '', ...address } = call.body.customerInfo
      const customer = { ...address, companyName, taxNumber }
      await sales.buyerDetails.rememberDetails(call.user, customer, call.body.keepDetails)
      const { paymentUrl, purchaseId } = await sales.startPurchase(call.user, call.body.courseIds, {
        origin: call.origin,
        customer,
        ...agreedIn(call, call.body.cohorts ?? []),
      })
      return { payment_url: paymentUrl, payment_id: purchaseId }
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

/**
 * Returns what the buyer agreed to (code, total, access lengths, prerequisites and starts), the record of visits, and the network
 * address.
 */
function agreedIn(
  { body, query, request }: Pick<Call<'payForCourse' | 'payForCart'>, 'body' | 'query' | 'request'>,
  chosen: Parameters<typeof askedStarts>[0],
) {
  const { code, expectedTotal } = body
  const { shownAccess, shownFirst, atOnce } = query
  const expectedAccess = shownAccess === undefined ? undefined : readShownAccess(shownAccess)
  const expectedFirst = shownFirst === undefined ? undefined : readShownFirst(shownFirst)
  const { address } = clientInfoOf(request)
  const cohorts = askedStarts(chosen, atOnce)
  return { code, expectedTotal, expectedAccess, expectedFirst, cohorts, address, visit: query.visit }
}
