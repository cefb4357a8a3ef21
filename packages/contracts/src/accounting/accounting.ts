/** Defines the ledger as each seller sees it, and the receipts of buyers. */
import { languages } from '@apogee/domain/languages.ts'
import * as z from 'zod/mini'
import { byRole, signedIn } from '../access.ts'
import { receiptDetailsForm, reversalForm, transferForm } from './accounting.forms.ts'
import { dayText, monthText } from '../calendar-text.ts'
import { paperLook } from '../businesses/paper-look.ts'
import { versionRead, versionSent } from '../edits.ts'
import { answerOf, cents, endpoint, idInBody, idInUrl, instant, listAnswer, pageQuery } from '../endpoint.ts'
import { ledgerFigures } from './ledger-figures.ts'
import { sstReturn } from './books.ts'
import { payoutApprovals } from './payouts.ts'
import { keyText, limit, searchText } from '../texts.ts'

export const receiptKinds = ['receipt', 'refund_note'] as const
export type ReceiptKind = (typeof receiptKinds)[number]

export const ledgerKinds = [
  'sale',
  'refund',
  'chargeback',
  'chargeback_won',
  'held',
  'held_returned',
  'held_applied',
  'payout',
  'payout_reversed',
  'payment_in',
  'payment_in_reversed',
] as const
export type LedgerKind = (typeof ledgerKinds)[number]

const receiptMention = z.object({
  id: z.string(),
  kind: z.enum(receiptKinds),
  /** The format is 'R-2026-000012'. */
  number: z.string(),
})

/** A row is one posting in one seller's book. All amounts are in sen from the seller's view: received money is positive. */
export const ledgerRow = z.object({
  id: z.int(),
  at: instant,
  kind: z.enum(ledgerKinds),
  /** Holds the public id of the order, the number of the invoice, or the bank's reference. */
  reference: z.string(),
  note: z.string(),
  /** The text holds the titles of the courses sold or refunded; it is '' for other postings. */
  title: z.string(),
  /** Holds the sum that buyers paid, SST included. It is negative for refunds. */
  gross: cents,
  /** The gross amount contains this SST. */
  tax: cents,
  /** A negative platform fee is a cost. In the platform's own book the fee is income. */
  fee: cents,
  /** Holds money in the seller's own accounts at the provider and the bank. */
  received: cents,
  /** Holds money that arrived and belongs to no settled order yet. */
  held: cents,
  /** The posting changes the balance by this amount. */
  change: cents,
  /** Holds the balance after the posting. Null means that only the postings of one figure are listed. */
  balance: z.nullable(cents),
  receipt: z.nullable(receiptMention),
  /** True means that the transfer was reversed later. */
  isReversed: z.boolean(),
})
export type LedgerRow = z.infer<typeof ledgerRow>

export const ledgerSummary = z.object({
  seller: z.object({ id: z.int(), name: z.string(), isPlatform: z.boolean() }),
  /**
   * The platform owes the seller this amount. A negative amount is owed by the seller. In the platform's own book, this is the debt
   * to all sellers together.
   */
  balance: cents,
  /** Buyers may still request a refund of this part of the balance. */
  reserved: cents,
  /** This part of the balance can be paid out immediately. */
  payable: cents,
  /** The field is null for callers who are not superadmins. */
  payouts: z.nullable(
    z.object({
      /** Says how many superadmins a payout requires. */
      approvals: z.enum(payoutApprovals),
      /** True means that payouts are of real money and that the operator has chosen to require only one superadmin. */
      isOneByChoice: z.boolean(),
      /** Holds the sum of this seller's prepared and approved payouts. It cannot be paid out a second time. */
      open: cents,
    }),
  ),
  /** The format is '2026-11' in Kuala Lumpur. Null means the whole time from the first posting. */
  month: z.nullable(z.string()),
  opening: cents,
  closing: cents,
  sales: cents,
  /** The sums of what buyers were given back and of what their banks took back are negative numbers. */
  refunds: cents,
  chargebacks: cents,
  tax: cents,
  fees: cents,
  /** Holds the sum of sales, refunds, chargebacks and fees. */
  net: cents,
  /** Holds the sum of transfers between platform and seller. A transfer to the seller is positive. */
  transfers: cents,
})
export type LedgerSummary = z.infer<typeof ledgerSummary>

export const sellerBalance = z.object({
  id: z.int(),
  name: z.string(),
  isPlatform: z.boolean(),
  balance: cents,
})
export type SellerBalance = z.infer<typeof sellerBalance>

export const receipt = z.object({
  ...receiptMention.shape,
  issuedAt: instant,
  language: z.enum(languages),
  /** Holds the public id of the order, or the number of the invoice. */
  reference: z.string(),
  through: z.enum(['provider', 'bank']),
  seller: z.object({
    name: z.string(),
    registrationNumber: z.string(),
    sstNumber: z.string(),
    address: z.string(),
    email: z.string(),
  }),
  /** Absent means that the receipt looks like one of the platform. */
  look: z.optional(paperLook),
  /** Null means that the buyer's account was erased. */
  buyer: z.nullable(
    z.object({
      name: z.string(),
      email: z.string(),
      address: z.string(),
      taxNumber: z.string(),
      company: z.string(),
      registrationNumber: z.string(),
    }),
  ),
  lines: z.array(
    z.object({
      title: z.string(),
      list: cents,
      discount: cents,
      taxBasisPoints: z.int(),
      /** The amount contains this SST. */
      tax: cents,
      amount: cents,
    }),
  ),
  tax: cents,
  total: cents,
  /** A refund note names the receipt whose purchase was refunded. The field is null for other receipts. */
  about: z.nullable(receiptMention),
})
export type Receipt = z.infer<typeof receipt>

export const receiptSummary = z.object({
  ...receiptMention.shape,
  issuedAt: instant,
  sellerName: z.string(),
  total: cents,
})
export type ReceiptSummary = z.infer<typeof receiptSummary>

const receiptDetails = z.object({
  legalName: z.string(),
  registrationNumber: z.string(),
  sstNumber: z.string(),
  address: z.string(),
  /** False means that the seller has saved no details yet. Receipts then show these default values. */
  isSaved: z.boolean(),
  version: versionRead,
})
export type ReceiptDetails = z.infer<typeof receiptDetails>

const publicId = z.string().check(limit(200))

/** A month, or days of which both are included, selects a part of the book. A month goes before days. */
const ledgerPeriod = {
  sellerId: z.optional(idInUrl),
  month: z.optional(monthText),
  from: z.optional(dayText()),
  to: z.optional(dayText()),
}

export const accountingEndpoints = {
  readLedger: endpoint({
    call: 'GET /ledger',
    // The service selects the seller's own ledger; a superadmin names any seller.
    access: byRole('orders.read'),
    summary: 'Balance and totals of the caller’s own book; a superadmin’s of any seller',
    query: z.object(ledgerPeriod),
    answer: answerOf(ledgerSummary),
    refusals: ['ORDERS_OF_BUSINESS', 'ORDER_DAYS_REVERSED', 'SELLER_NOT_FOUND'],
  }),
  listLedger: endpoint({
    call: 'GET /ledger/entries',
    access: byRole('orders.read'),
    summary: 'The statement: every posting of a book with the balance after it, newest first',
    query: z.object({ ...pageQuery, ...ledgerPeriod, show: z.optional(z.enum(ledgerFigures)) }),
    answer: listAnswer(ledgerRow),
    refusals: ['ORDERS_OF_BUSINESS', 'ORDER_DAYS_REVERSED', 'SELLER_NOT_FOUND'],
  }),
  readSstReturn: endpoint({
    call: 'GET /ledger/sst',
    access: byRole('orders.read'),
    summary: 'SST of a book in a period by rate: sales, refunds and chargebacks',
    query: z.object(ledgerPeriod),
    answer: answerOf(sstReturn),
    refusals: ['ORDERS_OF_BUSINESS', 'ORDER_DAYS_REVERSED', 'SELLER_NOT_FOUND'],
  }),
  downloadSstReturn: endpoint({
    call: 'GET /ledger/sst/pdf',
    access: byRole('orders.read'),
    summary: 'The same as a PDF',
    query: z.object({ ...ledgerPeriod, language: z.optional(z.enum(languages)) }),
    gives: 'pdf',
    answer: z.object({ success: z.literal(true) }),
    refusals: ['ORDERS_OF_BUSINESS', 'ORDER_DAYS_REVERSED', 'SELLER_NOT_FOUND'],
  }),
  listBalances: endpoint({
    call: 'GET /ledger/sellers',
    access: byRole('platform.run'),
    summary: 'Every seller’s balance, newest seller first',
    query: z.object({ ...pageQuery, search: z.optional(searchText) }),
    answer: listAnswer(sellerBalance),
  }),
  recordTransfer: endpoint({
    call: 'POST /ledger/transfers',
    bound: 'platform',
    access: { ...byRole('platform.run'), fresh: true },
    summary: 'Enter what was paid out to a seller, or what a seller paid, from bank to bank',
    body: z.object({
      ...transferForm.shape,
      sellerId: idInBody,
      /** The form showed this balance. The transfer is refused when the balance has changed. */
      expectedBalance: cents,
      /**
       * Names the approved payout that this transfer pays. Where payouts require two superadmins, every transfer to a seller needs
       * one.
       */
      payoutId: z.optional(idInBody),
      /** True means that the bank transfer of an approved payout was made although payouts to the seller are held. */
      isMade: z.optional(z.boolean()),
      /** The form creates this key once, so that a repeated request records the transfer only once. */
      key: keyText,
    }),
    answer: answerOf(z.object({ balance: cents })),
    status: 201,
    refusals: [
      'PAYOUT_HELD',
      'SELLER_NOT_FOUND',
      'BALANCE_CHANGED',
      'TRANSFER_ENTERED',
      'TRANSFER_TOO_LARGE',
      'PAYOUT_RESERVED',
      'PAYOUT_IN_OTHERS',
      'PAYOUT_NOT_APPROVED',
      'PAYOUT_NOT_FOUND',
      'PAYOUT_CHANGED',
      'PAYOUT_BANK_CHANGED',
      'PAYOUT_NOT_COVERED',
      'PAYOUT_PEOPLE_CHANGED',
      'TRANSFER_IN_FUTURE',
    ],
  }),
  reverseTransfer: endpoint({
    call: 'POST /ledger/transfers/:id/reversal',
    bound: 'platform',
    access: { ...byRole('platform.run'), fresh: true },
    summary: 'Take back a transfer that was entered wrongly, by a further posting',
    params: z.object({ id: idInUrl }),
    body: reversalForm,
    answer: answerOf(z.object({ balance: cents })),
    refusals: ['TRANSFER_NOT_FOUND'],
  }),
  listReceipts: endpoint({
    call: 'GET /payments/:id/receipts',
    // The service answers 404 for another person's receipt.
    access: signedIn,
    summary: 'Receipts and refund notes of the caller’s own purchase, at most 100',
    params: z.object({ id: publicId }),
    answer: answerOf(z.array(receiptSummary)),
    refusals: ['PAYMENT_NOT_FOUND'],
  }),
  readReceipt: endpoint({
    call: 'GET /receipts/:id',
    // The service answers 404 for another person's receipt.
    access: signedIn,
    summary: 'A receipt or refund note, for its buyer, its seller and superadmins',
    params: z.object({ id: publicId }),
    answer: answerOf(receipt),
    refusals: ['RECEIPT_NOT_FOUND'],
  }),
  downloadReceipt: endpoint({
    call: 'GET /receipts/:id/pdf',
    // The service answers 404 for another person's receipt.
    access: signedIn,
    summary: 'The same as a PDF, in the language it was issued in',
    params: z.object({ id: publicId }),
    gives: 'pdf',
    answer: z.object({ success: z.literal(true) }),
    refusals: ['RECEIPT_NOT_FOUND', 'UNAVAILABLE'],
  }),
  readReceiptDetails: endpoint({
    call: 'GET /receipt-details',
    access: { ...byRole('chip.connect'), sellersOnly: true },
    summary: 'What stands for the caller’s business, or for them, on receipts',
    answer: answerOf(receiptDetails),
    refusals: ['LONE_SELLERS_ONLY'],
  }),
  updateReceiptDetails: endpoint({
    call: 'PUT /receipt-details',
    bound: { perDay: 100, of: 'person' },
    access: { ...byRole('chip.connect'), sellersOnly: true },
    summary: 'Change it for receipts to come',
    body: z.extend(receiptDetailsForm, { version: versionSent }),
    answer: answerOf(receiptDetails),
    refusals: ['EDIT_CONFLICT', 'LONE_SELLERS_ONLY'],
  }),
} as const
