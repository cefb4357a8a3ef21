import { pageRequest } from '#server/platform/pages.ts'
import { signedIn, type Call, type Handlers } from '#server/policy/handler.ts'
import { originOf, type OriginRule } from '#server/policy/origin.ts'
import { clientInfoOf } from '#server/policy/client-info.ts'
import type { Sales } from './sales.service.ts'

export function salesRoutes(sales: Sales, rule: OriginRule): Handlers {
  return {
    payForCourse: async (call) => {
      const { paymentUrl, purchaseId } = await sales.startPurchase(signedIn(call), [call.body.courseId], {
        origin: originOf(call.request, rule),
        // Buy Now asks for no details: the stored ones go onto the receipt.
        customer: (await sales.buyerDetails.readDetails(signedIn(call))) ?? {},
        ...agreedIn(call),
      })
      return { payment_url: paymentUrl, purchase_id: purchaseId }
    },
    payForCart: async (call) => {
      const { email: _, companyName = '', taxNumber = '', ...address } = call.body.customerInfo
      const customer = { ...address, companyName, taxNumber }
      await sales.buyerDetails.rememberDetails(signedIn(call), customer, call.body.keepDetails)
      const { paymentUrl, purchaseId } = await sales.startPurchase(signedIn(call), call.body.courseIds, {
        origin: originOf(call.request, rule),
        customer,
        ...agreedIn(call),
      })
      return { payment_url: paymentUrl, payment_id: purchaseId }
    },
    readBuyerDetails: async (call) => ({ data: await sales.buyerDetails.readDetails(signedIn(call)) }),
    forgetBuyerDetails: async (call) => {
      await sales.buyerDetails.forgetDetails(signedIn(call))
      return {}
    },
    checkPayment: async ({ params }) => ({ status: await sales.checkPayment(params.purchaseId) }),
    paymentHistory: async (call) =>
      sales.paymentHistory(signedIn(call), call.query.status, pageRequest(call.query)),
    readPayment: async (call) => {
      const payment = await sales.readPayment(signedIn(call), call.params.id)
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
      return {}
    },
  }
}

/** The code, the shown total, and the request's origin. */
function agreedIn({ body, request }: Pick<Call<'payForCourse' | 'payForCart'>, 'body' | 'request'>) {
  return { code: body.code, expectedTotal: body.expectedTotal, address: clientInfoOf(request).address }
}
