import { pageRequest } from '#server/platform/pages.ts'
import { signedIn, type Handlers } from '#server/policy/handler.ts'
import type { Accounting } from './accounting.service.ts'

export function accountingRoutes(accounting: Accounting): Handlers {
  return {
    readLedger: async (call) => ({
      data: await accounting.statements.readLedger(signedIn(call), call.query),
    }),
    listLedger: async (call) =>
      accounting.statements.listLedger(signedIn(call), call.query, pageRequest(call.query)),
    listBalances: async ({ query }) => accounting.statements.listBalances(query.search, pageRequest(query)),
    recordTransfer: async (call) => ({
      data: await accounting.statements.recordTransfer(signedIn(call), call.body),
    }),
    reverseTransfer: async (call) => ({
      data: await accounting.statements.reverseTransfer(signedIn(call), {
        id: call.params.id,
        reason: call.body.reason,
      }),
    }),
    listReceipts: async (call) => ({
      data: await accounting.receipts.listReceipts(signedIn(call), call.params.id),
    }),
    readReceipt: async (call) => ({
      data: await accounting.receipts.readReceipt(signedIn(call), call.params.id),
    }),
    downloadReceipt: async (call) => {
      const { name, pdf } = await accounting.receipts.downloadReceipt(signedIn(call), call.params.id)
      return call.reply
        .headers({
          'content-type': 'application/pdf',
          'content-disposition': `attachment; filename="${name}"`,
          'cache-control': 'private, no-store',
        })
        .send(pdf)
    },
    readReceiptDetails: async (call) => ({
      data: await accounting.receipts.readReceiptDetails(signedIn(call)),
    }),
    updateReceiptDetails: async (call) => ({
      data: await accounting.receipts.updateReceiptDetails(signedIn(call), call.body),
    }),
  }
}
