import { pageRequest } from '#server/platform/pages.ts'
import { sendFile, withData, type Handlers } from '#server/policy/handler.ts'
import type { Accounting } from './accounting.service.ts'

export function accountingRoutes(accounting: Accounting): Handlers {
  return {
    readLedger: (call) => withData(accounting.statements.readLedger(call.user, call.query)),
    listLedger: async (call) =>
      accounting.statements.listLedger(call.user, call.query, pageRequest(call.query)),
    readSstReturn: (call) => withData(accounting.books.readSstReturn(call.user, call.query)),
    downloadSstReturn: async (call) => {
      const { name, pdf } = await accounting.books.downloadSstReturn(call.user, call.query)
      call.reply.header('cache-control', 'private, no-store')
      return sendFile(call.reply, { name, type: 'application/pdf', content: pdf })
    },
    listBalances: async ({ query }) => accounting.statements.listBalances(query.search, pageRequest(query)),
    recordTransfer: (call) => withData(accounting.statements.recordTransfer(call.user, call.body)),
    reverseTransfer: (call) =>
      withData(
        accounting.statements.reverseTransfer(call.user, { id: call.params.id, reason: call.body.reason }),
      ),
    listReceipts: (call) => withData(accounting.receipts.listReceipts(call.user, call.params.id)),
    readReceipt: (call) => withData(accounting.receipts.readReceipt(call.user, call.params.id)),
    downloadReceipt: async (call) => {
      const { name, pdf } = await accounting.receipts.downloadReceipt(call.user, call.params.id)
      call.reply.header('cache-control', 'private, no-store')
      return sendFile(call.reply, { name, type: 'application/pdf', content: pdf })
    },
    readReceiptDetails: (call) => withData(accounting.receipts.readReceiptDetails(call.user)),
    updateReceiptDetails: (call) => withData(accounting.receipts.updateReceiptDetails(call.user, call.body)),
  }
}
