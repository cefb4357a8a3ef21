/** The ledger as each seller sees it, and the receipts of buyers. */
import { languages } from '@apogee/domain/languages.ts'
import * as z from 'zod/mini'
import { byRole, signedIn } from '../access.ts'
import { receiptDetailsForm, reversalForm, transferForm } from './accounting.forms.ts'
import { monthText } from '../calendar-text.ts'
import { versionRead, versionSent } from '../edits.ts'
import { answerOf, cents, endpoint, idInBody, idInUrl, instant, listAnswer, pageQuery } from '../endpoint.ts'
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
  /** 'R-2026-000012' */
  number: z.string(),
})

/** One posting in one seller's book. All amounts in sen, from the seller's view: received is positive. */
export const ledgerRow = z.object({
  id: z.int(),
  at: instant,
  kind: z.enum(ledgerKinds),
  /** The order's public id, the invoice's number, the bank's reference. */
  reference: z.string(),
  note: z.string(),
  /** Titles of the courses sold or refunded; '' for other postings. */
  title: z.string(),
  /** What buyers paid, SST included; negative for refunds. */
  gross: cents,
  /** SST contained in it. */
  tax: cents,
  /** The platform's fee: negative is a cost. In the platform's own book it is income. */
  fee: cents,
  /** Money in the seller's own accounts (provider and bank). */
  received: cents,
  /** Held money that belongs to no settled order yet. */
  held: cents,
  /** Change of the balance. */
  change: cents,
  /** Balance after the posting. */
  balance: cents,
  receipt: z.nullable(receiptMention),
  /** A transfer that was reversed later. */
  isReversed: z.boolean(),
})
export type LedgerRow = z.infer<typeof ledgerRow>

export const ledgerSummary = z.object({
  seller: z.object({ id: z.int(), name: z.string(), isPlatform: z.boolean() }),
  /**
   * What the platform owes the seller; negative: what the seller owes. In the platform's own book: what it owes all
   * sellers together.
   */
  balance: cents,
  /** The part of the balance whose buyers may still request a refund. */
  reserved: cents,
  /** The amount that may be paid out now. */
  payable: cents,
  /** For superadmins only. */
  payouts: z.nullable(
    z.object({
      /** How many superadmins a payout takes. */
      approvals: z.enum(payoutApprovals),
      /** Real money is paid out, and the operator has chosen that one superadmin is enough. */
      isOneByChoice: z.boolean(),
      /** Prepared and approved payouts of this seller, which are not payable a second time. */
      open: cents,
    }),
  ),
  /** '2026-11' in Kuala Lumpur; null: since the first posting. */
  month: z.nullable(z.string()),
  opening: cents,
  closing: cents,
  sales: cents,
  /** Refunds to buyers, negative. */
  refunds: cents,
  tax: cents,
  fees: cents,
  /** Transfers between the platform and the seller: received by the seller is positive. */
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
  /** Language in which it was issued. */
  language: z.enum(languages),
  /** The order's public id or the invoice's number. */
  reference: z.string(),
  through: z.enum(['provider', 'bank']),
  seller: z.object({
    name: z.string(),
    registrationNumber: z.string(),
    sstNumber: z.string(),
    address: z.string(),
    email: z.string(),
  }),
  /** Null after the buyer's account was erased. */
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
      /** SST contained in the amount. */
      tax: cents,
      amount: cents,
    }),
  ),
  tax: cents,
  total: cents,
  /** Only of a refund note: the receipt it refers to. */
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
  /** False: nothing is saved yet; receipts show these defaults. */
  isSaved: z.boolean(),
  version: versionRead,
})
export type ReceiptDetails = z.infer<typeof receiptDetails>

const publicId = z.string().check(limit(200))

export const accountingEndpoints = {
  readLedger: endpoint({
    call: 'GET /ledger',
    // The service selects the seller's own ledger; a superadmin names any seller.
    access: byRole('orders.read'),
    summary: 'Balance and totals of the caller’s own book; a superadmin’s of any seller',
    query: z.object({ sellerId: z.optional(idInUrl), month: z.optional(monthText) }),
    answer: answerOf(ledgerSummary),
    refusals: ['ORDERS_OF_BUSINESS', 'SELLER_NOT_FOUND'],
  }),
  listLedger: endpoint({
    call: 'GET /ledger/entries',
    access: byRole('orders.read'),
    summary: 'The statement: every posting of a book with the balance after it, newest first',
    query: z.object({ ...pageQuery, sellerId: z.optional(idInUrl), month: z.optional(monthText) }),
    answer: listAnswer(ledgerRow),
    refusals: ['ORDERS_OF_BUSINESS', 'SELLER_NOT_FOUND'],
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
    access: { ...byRole('platform.run'), fresh: true },
    summary: 'Enter what was paid out to a seller, or what a seller paid, from bank to bank',
    body: z.object({
      ...transferForm.shape,
      sellerId: idInBody,
      /** The balance that the form showed; another balance refuses the transfer, because it has changed since. */
      expectedBalance: cents,
      /** The approved payout that this transfer makes; where payouts take two superadmins, every payout needs one. */
      payoutId: z.optional(idInBody),
      /** The transfer of an approved payout was made at the bank although payouts to the seller are held now. */
      isMade: z.optional(z.boolean()),
      /** Idempotency key, created once by the form. */
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
    refusals: ['RECEIPT_NOT_FOUND'],
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
    access: { ...byRole('chip.connect'), sellersOnly: true },
    summary: 'Change it for receipts to come',
    body: z.extend(receiptDetailsForm, { version: versionSent }),
    answer: answerOf(receiptDetails),
    refusals: ['EDIT_CONFLICT', 'LONE_SELLERS_ONLY'],
  }),
} as const
