import { pageRequest } from '#server/platform/pages.ts'
import { sendFile, withData, type Handlers } from '#server/policy/handler.ts'
import type { Invoices } from './invoices.service.ts'

/** The names of the documents: in addresses, and as fields of an invoice's `files`. */
const papers = {
  invoice: 'invoice',
  'credit-note': 'creditNote',
  receipt: 'receipt',
  'refund-note': 'refundNote',
} as const

export function invoicesRoutes(invoices: Invoices): Handlers {
  return {
    listInvoices: async (call) => invoices.listInvoices(call.user, call.query, pageRequest(call.query)),
    createInvoice: (call) => withData(invoices.createInvoice(call.user, call.body, call.origin)),
    readInvoice: (call) => withData(invoices.readInvoice(call.user, call.params.id, call.origin)),
    updateInvoice: (call) =>
      withData(invoices.updateInvoice(call.user, call.params.id, call.body, call.origin)),
    deleteInvoice: (call) => invoices.deleteInvoice(call.user, call.params.id),
    issueInvoice: (call) =>
      withData(invoices.issueInvoice(call.user, call.params.id, call.body, call.origin)),
    sendInvoice: (call) => invoices.sendInvoice(call.user, call.params.id, call.origin),
    renewInvoiceLink: (call) => withData(invoices.renewLink(call.user, call.params.id, call.origin)),
    payInvoice: (call) => withData(invoices.payInvoice(call.user, call.params.id, call.body, call.origin)),
    voidInvoice: (call) => withData(invoices.voidInvoice(call.user, call.params.id, call.body, call.origin)),
    ...seatRoutes(invoices),
    readInvoiceDesk: (call) => withData(invoices.readBankDetails(call.user)),
    saveInvoiceBank: (call) => withData(invoices.saveBank(call.user, call.body)),
    readSharedInvoice: ({ params }) => withData(invoices.readShared(params.token)),
    downloadInvoice: async ({ params, reply }) => {
      const { name, pdf } = await invoices.printShared(params.token, papers[params.paper])
      return sendFile(reply, { name, type: 'application/pdf', content: pdf })
    },
  }
}

type SeatCall = 'listInvoiceSeats' | 'addInvoicePeople' | 'revokeSeat' | 'reassignSeat' | 'sendSeatAgain'

function seatRoutes(invoices: Invoices): Pick<Handlers, SeatCall> {
  return {
    listInvoiceSeats: async (call) =>
      invoices.seats.listSeats(call.user, call.params.id, pageRequest(call.query)),
    addInvoicePeople: (call) => withData(invoices.seats.addPeople(call.user, call.params.id, call.body)),
    revokeSeat: (call) => invoices.seats.revokeSeat(call.user, call.params.id, call.params.seatId),
    reassignSeat: (call) =>
      invoices.seats.reassignSeat(call.user, call.params.id, call.params.seatId, call.body),
    sendSeatAgain: (call) => invoices.seats.sendSeatAgain(call.user, call.params.id, call.params.seatId),
  }
}
