import { readShownAccess } from '@apogee/contracts/courses/shown-access.ts'
import { pageRequest } from '#server/platform/pages.ts'
import { withData, type Call, type Handlers } from '#server/policy/handler.ts'
import { clientInfoOf } from '#server/policy/client-info.ts'
import type { Sales } from './sales.service.ts'

export function salesRoutes(sales: Sales): Handlers {
  return {
    payForCourse: async (call) => {
      const { paymentUrl, purchaseId } = await sales.startPurchase(call.user, [call.body.courseId], {
        origin: call.origin,
        // Buy Now asks for no details: the stored ones go onto the receipt.
        customer: (await sales.buyerDetails.readDetails(call.user)) ?? {},
        cohorts: new Map(
          call.body.cohortId === undefined ? [] : [[call.body.courseId, call.body.cohortId] as const],
        ),
        ...agreedIn(call),
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
        cohorts: new Map((call.body.cohorts ?? []).map(({ courseId, cohortId }) => [courseId, cohortId])),
        ...agreedIn(call),
      })
      return { payment_url: paymentUrl, payment_id: purchaseId }
    },
    readBuyerDetails: (call) => withData(sales.buyerDetails.readDetails(call.user)),
    forgetBuyerDetails: (call) => sales.buyerDetails.forgetDetails(call.user),
    checkPayment: async ({ params }) => ({ status: await sales.checkPayment(params.purchaseId) }),
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

/** The code, the shown total and access lengths, the first visit, and the request's origin. */
function agreedIn({
  body,
  query,
  request,
}: Pick<Call<'payForCourse' | 'payForCart'>, 'body' | 'query' | 'request'>) {
  const { code, expectedTotal } = body
  const { shownAccess } = query
  const expectedAccess = shownAccess === undefined ? undefined : readShownAccess(shownAccess)
  const { address } = clientInfoOf(request)
  return { code, expectedTotal, expectedAccess, address, visit: query.visit }
}
