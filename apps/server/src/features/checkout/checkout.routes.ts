import { pageRequest } from '../../platform/pages.ts'
import { signedIn, type Handlers } from '../../policy/handler.ts'
import { originOf, type OriginRule } from '../../policy/origin.ts'
import type { Checkout } from './checkout.service.ts'

export function checkoutRoutes(checkout: Checkout, rule: OriginRule): Handlers {
  return {
    payForCourse: async (call) => {
      const { paymentUrl, purchaseId } = await checkout.startPurchase(signedIn(call), [call.body.courseId], {
        origin: originOf(call.request, rule),
        customer: {},
      })
      return { payment_url: paymentUrl, purchase_id: purchaseId }
    },
    payForCart: async (call) => {
      const { email: _, ...customer } = call.body.customerInfo
      const { paymentUrl, purchaseId } = await checkout.startPurchase(signedIn(call), call.body.courseIds, {
        origin: originOf(call.request, rule),
        customer,
      })
      return { payment_url: paymentUrl, payment_id: purchaseId }
    },
    checkPayment: async ({ params }) => ({ status: await checkout.checkPayment(params.purchaseId) }),
    paymentHistory: async (call) => checkout.paymentHistory(signedIn(call), pageRequest(call.query)),
    readPayment: async (call) => {
      const payment = await checkout.readPayment(signedIn(call), call.params.id)
      return { data: payment, status: payment.status }
    },
    paymentCallback: async ({ params, request }) => {
      const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0)
      const signature = request.headers['x-signature']
      await checkout.receiveCallback(
        params.account,
        body,
        typeof signature === 'string' ? signature : undefined,
      )
      return {}
    },
  }
}
