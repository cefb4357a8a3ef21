import { pageRequest } from '#server/platform/pages.ts'
import { signedIn, type Handlers } from '#server/policy/handler.ts'
import { originOf, type OriginRule } from '#server/policy/origin.ts'
import type { Invoices } from './invoices.service.ts'

/** Names of the documents in addresses and in an invoice's `files`. */
const papers = {
  invoice: 'invoice',
  'credit-note': 'creditNote',
  receipt: 'receipt',
  'refund-note': 'refundNote',
} as const

export function invoicesRoutes(invoices: Invoices, origins: OriginRule): Handlers {
  return {
    listInvoices: async (call) => invoices.listInvoices(signedIn(call), call.query, pageRequest(call.query)),
    createInvoice: async (call) => ({
      data: await invoices.createInvoice(signedIn(call), call.body, originOf(call.request, origins)),
    }),
    readInvoice: async (call) => ({
      data: await invoices.readInvoice(signedIn(call), call.params.id, originOf(call.request, origins)),
    }),
    updateInvoice: async (call) => ({
      data: await invoices.updateInvoice(
        signedIn(call),
        call.params.id,
        call.body,
        originOf(call.request, origins),
      ),
    }),
    deleteInvoice: async (call) => {
      await invoices.deleteInvoice(signedIn(call), call.params.id)
      return {}
    },
    issueInvoice: async (call) => ({
      data: await invoices.issueInvoice(
        signedIn(call),
        call.params.id,
        call.body,
        originOf(call.request, origins),
      ),
    }),
    sendInvoice: async (call) => {
      await invoices.sendInvoice(signedIn(call), call.params.id, originOf(call.request, origins))
      return {}
    },
    renewInvoiceLink: async (call) => ({
      data: await invoices.renewLink(signedIn(call), call.params.id, originOf(call.request, origins)),
    }),
    payInvoice: async (call) => ({
      data: await invoices.payInvoice(
        signedIn(call),
        call.params.id,
        call.body,
        originOf(call.request, origins),
      ),
    }),
    voidInvoice: async (call) => ({
      data: await invoices.voidInvoice(
        signedIn(call),
        call.params.id,
        call.body,
        originOf(call.request, origins),
      ),
    }),
    ...seatRoutes(invoices),
    readInvoiceDesk: async (call) => ({ data: await invoices.readBankDetails(signedIn(call)) }),
    saveInvoiceBank: async (call) => ({ data: await invoices.saveBank(signedIn(call), call.body) }),
    readSharedInvoice: async ({ params }) => ({ data: await invoices.readShared(params.token) }),
    downloadInvoice: async ({ params, reply }) => {
      const { name, pdf } = await invoices.printShared(params.token, papers[params.paper])
      return reply
        .headers({
          'content-type': 'application/pdf',
          'content-disposition': `attachment; filename="${name}"`,
        })
        .send(pdf)
    },
  }
}

type SeatCall = 'listInvoiceSeats' | 'addInvoicePeople' | 'revokeSeat' | 'reassignSeat' | 'sendSeatAgain'

/** People on an invoice and the seats they hold. */
function seatRoutes(invoices: Invoices): Pick<Handlers, SeatCall> {
  return {
    listInvoiceSeats: async (call) =>
      invoices.seats.listSeats(signedIn(call), call.params.id, pageRequest(call.query)),
    addInvoicePeople: async (call) => ({
      data: await invoices.seats.addPeople(signedIn(call), call.params.id, call.body),
    }),
    revokeSeat: async (call) => {
      await invoices.seats.revokeSeat(signedIn(call), call.params.id, call.params.seatId)
      return {}
    },
    reassignSeat: async (call) => {
      await invoices.seats.reassignSeat(signedIn(call), call.params.id, call.params.seatId, call.body)
      return {}
    },
    sendSeatAgain: async (call) => {
      await invoices.seats.sendSeatAgain(signedIn(call), call.params.id, call.params.seatId)
      return {}
    },
  }
}
