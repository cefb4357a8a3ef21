import { pageRequest } from '#server/platform/pages.ts'
import { withData, type Handlers } from '#server/policy/handler.ts'
import type { Sales } from '../sales.service.ts'

export function refundsRoutes({ refunds, exceptions }: Pick<Sales, 'refunds' | 'exceptions'>): Handlers {
  return {
    refundOrder: (call) => withData(refunds.refundOrder(call.user, call.params.id, call.body)),
    readOrderRefunds: (call) => withData(refunds.orderRefunds(call.user, call.params.id)),
    readRefundOptions: (call) => withData(refunds.readOptions(call.user, call.params.id)),
    requestRefund: (call) => withData(refunds.requestRefund(call.user, call.params.id, call.body)),
    withdrawRefundRequest: (call) => refunds.withdrawRequest(call.user, call.params.id),
    listRefundRequests: async (call) =>
      refunds.listRequests(call.user, call.query.state, pageRequest(call.query)),
    answerRefundRequest: (call) => withData(refunds.answerRequest(call.user, call.params.id, call.body)),
    listPaymentExceptions: async (call) =>
      exceptions.listItems(call.user, call.query, pageRequest(call.query)),
    decidePaymentException: (call) => withData(exceptions.decide(call.user, call.params.id, call.body)),
  }
}
