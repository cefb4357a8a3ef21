import { pageRequest } from '#server/platform/pages.ts'
import { signedIn, type Handlers } from '#server/policy/handler.ts'
import type { Checkout } from '../sales.service.ts'

export function refundsRoutes({ refunds, review }: Pick<Checkout, 'refunds' | 'review'>): Handlers {
  return {
    refundOrder: async (call) => ({
      data: await refunds.refundOrder(signedIn(call), call.params.id, call.body),
    }),
    readOrderRefunds: async (call) => ({ data: await refunds.orderRefunds(signedIn(call), call.params.id) }),
    readRefundOptions: async (call) => ({ data: await refunds.readOptions(signedIn(call), call.params.id) }),
    requestRefund: async (call) => ({
      data: await refunds.requestRefund(signedIn(call), call.params.id, call.body),
    }),
    withdrawRefundRequest: async (call) => {
      await refunds.withdrawRequest(signedIn(call), call.params.id)
      return {}
    },
    listRefundRequests: async (call) =>
      refunds.listRequests(signedIn(call), call.query.state, pageRequest(call.query)),
    answerRefundRequest: async (call) => ({
      data: await refunds.answerRequest(signedIn(call), call.params.id, call.body),
    }),
    listReviewItems: async (call) =>
      review.listItems(signedIn(call), call.query.state, pageRequest(call.query)),
    decideReviewItem: async (call) => ({
      data: await review.decide(signedIn(call), call.params.id, call.body),
    }),
  }
}
