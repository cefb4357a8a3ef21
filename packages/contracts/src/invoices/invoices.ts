/** Seats are sold to a company by invoice. The seller has a view, and the company has one by a link. */
import { languages } from '@apogee/domain/languages.ts'
import * as z from 'zod/mini'
import { anyone, byRole } from '../access.ts'
import { accessLength } from '../courses/access-length.ts'
import { paperLook } from '../businesses/paper-look.ts'
import { versionRead, versionSent } from '../edits.ts'
import {
  answerOf,
  cents,
  doneAnswer,
  endpoint,
  idInBody,
  idInUrl,
  instant,
  listAnswer,
  pageQuery,
} from '../endpoint.ts'
import {
  invoiceBankForm,
  invoiceForm,
  invoicePaymentForm,
  invoiceVoidForm,
  seatForm,
} from './invoices.forms.ts'
import { invoiceLimits } from './invoice-limits.ts'
import { limit, searchText, token } from '../texts.ts'

/** `overdue` means issued with a due day that has passed in Kuala Lumpur. */
export const invoiceStatuses = ['draft', 'issued', 'overdue', 'paid', 'void'] as const
export type InvoiceStatus = (typeof invoiceStatuses)[number]

export const invoiceMoments = [
  'created',
  'changed',
  'issued',
  'sent',
  'link_renewed',
  'paid',
  'voided',
  'people_added',
  'seat_revoked',
  'seat_reassigned',
  'seat_claimed',
  /** A mail reminded the contact that the due day has passed. */
  'reminded',
] as const
export type InvoiceMoment = (typeof invoiceMoments)[number]

/** A seat is `named` until the invoice is paid, and `waiting` until the person verifies the address. */
export const seatStates = ['named', 'waiting', 'enrolled', 'revoked'] as const
export type SeatState = (typeof seatStates)[number]

/** Says why a row of a pasted list gets no seat. */
export const seatRowProblems = [
  'no_email',
  'bad_email',
  'bad_name',
  'twice',
  'has_seat',
  'no_free_seat',
  'too_many',
] as const
export type SeatRowProblem = (typeof seatRowProblems)[number]

const day = z.string()

const invoiceSummary = z.object({
  /** The value is the public id. */
  id: z.string(),
  /** Holds the printed number, such as `INV-2026-0001`. It is null for a draft. */
  number: z.nullable(z.string()),
  status: z.enum(invoiceStatuses),
  companyName: z.string(),
  /** The total is in sen, SST included. */
  total: cents,
  currency: z.literal('MYR'),
  dueOn: day,
  createdAt: instant,
  paidOn: z.nullable(day),
  seats: z.int(),
  /** Counts seats that are assigned to a person. */
  taken: z.int(),
  sellerName: z.string(),
  /** False means that the invoice is another seller's. Superadmins can read such an invoice but not change it. */
  isOwn: z.boolean(),
})
export type InvoiceSummary = z.infer<typeof invoiceSummary>

/** Holds the titles of the courses that the learner must complete first. It is absent when there are none. */
const firstTitles = z.optional(z.array(z.string()))

const invoiceLine = z.object({
  courseId: z.int(),
  title: z.string(),
  seats: z.int(),
  taken: z.int(),
  unitPrice: cents,
  listPrice: cents,
  total: cents,
  tax: cents,
  /** Holds the length of access that each seat gives. Absent means access without end. */
  access: z.optional(accessLength),
  first: firstTitles,
})
export type InvoiceLine = z.infer<typeof invoiceLine>

const paper = z.object({
  name: z.string(),
  registrationNumber: z.string(),
  taxNumber: z.string(),
  address: z.string(),
})
const bank = z.object({ bankName: z.string(), accountName: z.string(), accountNumber: z.string() })
export type InvoiceBank = z.infer<typeof bank>

const company = {
  companyName: z.string(),
  registrationNumber: z.string(),
  taxNumber: z.string(),
  address: z.string(),
  contactName: z.string(),
  purchaseOrder: z.string(),
}

const invoiceDetail = z.object({
  ...invoiceSummary.shape,
  ...company,
  contactEmail: z.string(),
  version: versionRead,
  language: z.enum(languages),
  /** The SST contained in the prices is in basis points and in sen. */
  taxBasisPoints: z.int(),
  tax: cents,
  issuedAt: z.nullable(instant),
  bankReference: z.nullable(z.string()),
  creditNoteNumber: z.nullable(z.string()),
  voidReason: z.nullable(z.string()),
  lines: z.array(invoiceLine),
  /**
   * Holds the details of the seller and its bank at the time of issue. A draft has the present details. Null `bank` means that the
   * seller has entered no bank details.
   */
  seller: paper,
  bank: z.nullable(bank),
  /** The company reads the invoice at this address. The field is null for a draft. */
  url: z.nullable(z.string()),
  history: z.array(
    z.object({ at: instant, what: z.enum(invoiceMoments), by: z.nullable(z.string()), note: z.string() }),
  ),
})
export type InvoiceDetail = z.infer<typeof invoiceDetail>

const invoiceSeat = z.object({
  id: z.int(),
  courseId: z.int(),
  title: z.string(),
  /** The field is '' after the account was deleted. */
  email: z.string(),
  name: z.string(),
  state: z.enum(seatStates),
  at: instant,
  /** True means that the person has not accepted yet and was last mailed more than a day ago. */
  canSendAgain: z.boolean(),
})
export type InvoiceSeat = z.infer<typeof invoiceSeat>

/** `problem` null means that the person of this row gets a seat. */
const seatRow = z.object({
  row: z.int(),
  email: z.string(),
  name: z.string(),
  problem: z.nullable(z.enum(seatRowProblems)),
  /** The state is that of an added person's seat. Null in a preview. */
  state: z.nullable(z.enum(['named', 'waiting', 'enrolled'])),
})
export type SeatRow = z.infer<typeof seatRow>

/** Describes the invoice as the company reads it by its link, without names of people. */
const sharedInvoice = z.object({
  number: z.string(),
  status: z.enum(['issued', 'overdue', 'paid', 'void']),
  ...company,
  total: cents,
  tax: cents,
  taxBasisPoints: z.int(),
  currency: z.literal('MYR'),
  issuedAt: instant,
  dueOn: day,
  paidOn: z.nullable(day),
  creditNoteNumber: z.nullable(z.string()),
  lines: z.array(
    z.object({
      title: z.string(),
      seats: z.int(),
      taken: z.int(),
      unitPrice: cents,
      total: cents,
      access: z.optional(accessLength),
      first: firstTitles,
    }),
  ),
  seller: paper,
  /** Absent means that the invoice looks like one of the platform. */
  look: z.optional(paperLook),
  bank,
  /** The values are addresses of the PDF files, below this origin. */
  files: z.object({
    invoice: z.string(),
    creditNote: z.nullable(z.string()),
    receipt: z.nullable(z.string()),
    refundNote: z.nullable(z.string()),
  }),
})
export type SharedInvoice = z.infer<typeof sharedInvoice>

const byId = z.object({ id: z.string().check(limit(200)) })
const seatById = z.object({ id: z.string().check(limit(200)), seatId: idInUrl })
const byToken = z.object({ token: token(200) })

const everyOne = ['INVOICE_NOT_FOUND', 'ORDERS_OF_BUSINESS', 'INVOICE_OF_ANOTHER'] as const

export const invoicesEndpoints = {
  listInvoices: endpoint({
    call: 'GET /invoices',
    // The service selects the seller's own invoices.
    access: byRole('orders.read'),
    summary: 'The caller’s invoices, newest first',
    query: z.object({
      ...pageQuery,
      status: z.optional(z.enum(invoiceStatuses)),
      /** The search matches part of the company's name, the contact's e-mail or the number. */
      search: z.optional(searchText),
    }),
    answer: listAnswer(invoiceSummary),
    refusals: ['ORDERS_OF_BUSINESS'],
  }),
  createInvoice: endpoint({
    call: 'POST /invoices',
    bound: { perDay: 500, of: 'person' },
    access: byRole('orders.read'),
    summary: 'A draft of an invoice: no number yet, nobody enrolled, nothing mailed',
    body: invoiceForm,
    answer: answerOf(invoiceDetail),
    status: 201,
    refusals: ['ORDERS_OF_BUSINESS', 'INVOICE_COURSE_UNKNOWN', 'INVOICE_TOO_LARGE', 'INVOICE_LIMIT_REACHED'],
  }),
  readInvoice: endpoint({
    call: 'GET /invoices/:id',
    access: byRole('orders.read'),
    summary: 'One invoice with its lines and what happened to it',
    params: byId,
    answer: answerOf(invoiceDetail),
    refusals: ['INVOICE_NOT_FOUND', 'ORDERS_OF_BUSINESS'],
  }),
  updateInvoice: endpoint({
    call: 'PUT /invoices/:id',
    bound: 'changes',
    access: byRole('orders.read'),
    summary: 'Change a draft; people named for lines that stay keep their seats',
    params: byId,
    body: z.extend(invoiceForm, { version: versionSent }),
    answer: answerOf(invoiceDetail),
    refusals: [
      ...everyOne,
      'INVOICE_STATE',
      'INVOICE_COURSE_UNKNOWN',
      'INVOICE_TOO_LARGE',
      'SEATS_TAKEN',
      'EDIT_CONFLICT',
    ],
  }),
  deleteInvoice: endpoint({
    call: 'DELETE /invoices/:id',
    bound: 'ends',
    openToSuspended: 'It throws an own draft away.',
    access: byRole('orders.read'),
    summary: 'Throw a draft away',
    params: byId,
    answer: doneAnswer,
    refusals: [...everyOne, 'INVOICE_STATE'],
  }),
  issueInvoice: endpoint({
    call: 'POST /invoices/:id/issue',
    bound: { refusedBy: 'INVOICE_LIMIT_REACHED' },
    access: byRole('orders.read'),
    summary: 'Give the draft its number and, unless told otherwise, mail the link to the contact',
    params: byId,
    body: z.object({
      mail: z.boolean(),
      /** The form showed this total in sen; the service refuses another total. */
      expectedTotal: cents,
    }),
    answer: answerOf(invoiceDetail),
    refusals: [
      'SELLER_SUSPENDED',
      ...everyOne,
      'INVOICE_STATE',
      'INVOICE_DUE_IN_PAST',
      'INVOICE_TOTAL_CHANGED',
      'INVOICE_COSTS_NOTHING',
      'INVOICE_NEEDS_BANK',
      'INVOICE_COURSE_UNKNOWN',
      'EMAIL_NOT_VERIFIED',
      'INVOICE_LIMIT_REACHED',
    ],
  }),
  sendInvoice: endpoint({
    call: 'POST /invoices/:id/send',
    bound: { refusedBy: 'INVOICE_LIMIT_REACHED' },
    access: byRole('orders.read'),
    summary: 'Mail the link to the contact again',
    params: byId,
    body: z.object({}),
    answer: doneAnswer,
    refusals: [...everyOne, 'INVOICE_STATE', 'EMAIL_NOT_VERIFIED', 'INVOICE_LIMIT_REACHED'],
  }),
  renewInvoiceLink: endpoint({
    call: 'POST /invoices/:id/link',
    bound: { perDay: 200, of: 'person' },
    openToSuspended: 'It takes a right away and tells nobody.',
    access: byRole('orders.read'),
    summary: 'Another link for the company; the old one is dead',
    params: byId,
    body: z.object({}),
    answer: answerOf(invoiceDetail),
    refusals: [...everyOne, 'INVOICE_STATE'],
  }),
  payInvoice: endpoint({
    call: 'POST /invoices/:id/payment',
    bound: 'parent',
    openToSuspended: 'What was begun goes on: an issued invoice stays payable, and its seats are filled.',
    access: byRole('orders.read'),
    summary: 'The money arrived: books it, writes the receipt and enrols the people named',
    params: byId,
    body: z.object({
      ...invoicePaymentForm.shape,
      /** The received amount in sen must equal the invoice's total. */
      amount: cents,
    }),
    answer: answerOf(invoiceDetail),
    refusals: [
      ...everyOne,
      'INVOICE_STATE',
      'INVOICE_TOTAL_CHANGED',
      'INVOICE_PAID_IN_FUTURE',
      'EMAIL_NOT_VERIFIED',
    ],
  }),
  voidInvoice: endpoint({
    call: 'POST /invoices/:id/void',
    bound: 'parent',
    openToSuspended: 'It takes a demand for money back.',
    access: byRole('orders.read'),
    summary: 'Take the invoice back with a credit note; a paid one is booked as refunded and its seats end',
    params: byId,
    body: invoiceVoidForm,
    answer: answerOf(invoiceDetail),
    refusals: [...everyOne, 'INVOICE_STATE'],
  }),
  listInvoiceSeats: endpoint({
    call: 'GET /invoices/:id/seats',
    access: byRole('orders.read'),
    summary: 'Who holds seats, newest first; those given up as well',
    params: byId,
    query: z.object(pageQuery),
    answer: listAnswer(invoiceSeat),
    refusals: ['INVOICE_NOT_FOUND', 'ORDERS_OF_BUSINESS'],
  }),
  addInvoicePeople: endpoint({
    call: 'POST /invoices/:id/people',
    bound: 'parent',
    openToSuspended: 'What was begun goes on: an issued invoice stays payable, and its seats are filled.',
    access: byRole('orders.read'),
    summary:
      'Name people for seats from pasted lines or CSV; a preview changes nothing. Rows with a problem are left out',
    params: byId,
    body: z.object({
      courseIds: z.array(idInBody).check(z.minLength(1), limit(invoiceLimits.lines)),
      text: z.string().check(limit(invoiceLimits.peopleText)),
      preview: z.boolean(),
    }),
    answer: answerOf(
      z.object({
        rows: z.array(seatRow),
        /** Counts people who get seats, in a preview and after saving. */
        added: z.int(),
        /** Lists the free seats of each requested course, as they were before this call. */
        free: z.array(z.object({ courseId: z.int(), seats: z.int() })),
      }),
    ),
    refusals: [...everyOne, 'INVOICE_STATE', 'INVOICE_COURSE_UNKNOWN', 'EMAIL_NOT_VERIFIED'],
  }),
  revokeSeat: endpoint({
    call: 'DELETE /invoices/:id/seats/:seatId',
    bound: { perDay: 2_000, of: 'person' },
    openToSuspended: 'What was begun goes on: an issued invoice stays payable, and its seats are filled.',
    access: byRole('orders.read'),
    summary:
      'Take a seat back: it is free for somebody else, and the course closes for who had it by this seat',
    params: seatById,
    answer: doneAnswer,
    refusals: [...everyOne, 'INVOICE_STATE', 'SEAT_NOT_FOUND'],
  }),
  reassignSeat: endpoint({
    call: 'PUT /invoices/:id/seats/:seatId',
    lastWins: 'moves one seat from the person it names; another state of it is refused',
    bound: { perDay: 2_000, of: 'person' },
    openToSuspended: 'What was begun goes on: an issued invoice stays payable, and its seats are filled.',
    access: byRole('orders.read'),
    summary: 'Give somebody’s seat to somebody else',
    params: seatById,
    body: seatForm,
    answer: doneAnswer,
    refusals: [...everyOne, 'INVOICE_STATE', 'SEAT_NOT_FOUND', 'SEAT_HELD', 'EMAIL_NOT_VERIFIED'],
  }),
  sendSeatAgain: endpoint({
    call: 'POST /invoices/:id/seats/:seatId/send',
    bound: 'counted',
    access: byRole('orders.read'),
    summary: 'Mail somebody again whose paid seat waits for a confirmed address, once a day at most',
    params: seatById,
    body: z.object({}),
    answer: doneAnswer,
    refusals: [
      ...everyOne,
      'INVOICE_STATE',
      'SEAT_NOT_FOUND',
      'EMAIL_NOT_VERIFIED',
      'INVITATION_JUST_SENT',
      'TOO_MANY_ATTEMPTS',
    ],
  }),
  readInvoiceDesk: endpoint({
    call: 'GET /invoice-desk',
    access: byRole('orders.read'),
    summary:
      'What the caller’s invoices are made from: bank details, tax rate, the courses they sell, newest first',
    answer: answerOf(
      z.object({
        bank: z.nullable(bank),
        /** Holds the edit version of the bank details. */
        version: versionRead,
        taxBasisPoints: z.int(),
        courses: z
          .array(
            z.object({
              id: z.int(),
              title: z.string(),
              price: cents,
              isPrivate: z.boolean(),
              first: firstTitles,
            }),
          )
          .check(limit(1000)),
      }),
    ),
    refusals: ['ORDERS_OF_BUSINESS'],
  }),
  saveInvoiceBank: endpoint({
    call: 'PUT /invoice-bank',
    bound: 'counted',
    access: { ...byRole('orders.read'), fresh: true },
    summary: 'Change where invoices ask to be paid; issued ones stay as they are',
    body: z.extend(invoiceBankForm, { version: versionSent }),
    answer: answerOf(bank),
    refusals: ['SELLER_SUSPENDED', 'ORDERS_OF_BUSINESS', 'EDIT_CONFLICT', 'TOO_MANY_ATTEMPTS'],
  }),
  readSharedInvoice: endpoint({
    call: 'GET /invoice-links/:token',
    // The signature in the link authorises the call.
    access: anyone,
    summary: 'An invoice for whoever holds its link',
    params: byToken,
    answer: answerOf(sharedInvoice),
    refusals: ['INVOICE_NOT_FOUND'],
  }),
  downloadInvoice: endpoint({
    call: 'GET /invoice-links/:token/:paper',
    // The signature in the link authorises the call.
    access: anyone,
    summary: 'A paper of the invoice as PDF, for whoever holds its link',
    params: z.object({
      ...byToken.shape,
      paper: z.enum(['invoice', 'credit-note', 'receipt', 'refund-note']),
    }),
    gives: 'pdf',
    answer: z.object({ success: z.literal(true) }),
    refusals: ['INVOICE_NOT_FOUND', 'UNAVAILABLE'],
  }),
} as const
