import type { Handlers } from '../../policy/handler.ts'
import { refuse } from '../../policy/refusal.ts'

const none = async () => refuse('INVOICE_NOT_FOUND')

export function invoicesRoutes(): Handlers {
  return {
    listInvoices: none,
    createInvoice: none,
    readInvoice: none,
    updateInvoice: none,
    deleteInvoice: none,
    issueInvoice: none,
    sendInvoice: none,
    renewInvoiceLink: none,
    payInvoice: none,
    voidInvoice: none,
    listInvoiceSeats: none,
    addInvoicePeople: none,
    revokeSeat: none,
    reassignSeat: none,
    readInvoiceBank: none,
    saveInvoiceBank: none,
    readSharedInvoice: none,
    downloadInvoice: none,
  }
}
