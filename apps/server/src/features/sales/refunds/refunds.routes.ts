import { pageRequest } from '#server/platform/pages.ts'
import { signedIn, type Handlers } from '#server/policy/handler.ts'
import type { Sales } from '../sales.service.ts'

export function refundsRoutes({ refunds, exceptions }: Pick<Sales, 'refunds' | 'exceptions'>): Handlers {
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
    listPaymentExceptions: async (call) =>
      exceptions.listItems(signedIn(call), call.query.state, pageRequest(call.query)),
    decidePaymentException: async (call) => ({
      data: await exceptions.decide(signedIn(call), call.params.id, call.body),
    }),
  }
}
