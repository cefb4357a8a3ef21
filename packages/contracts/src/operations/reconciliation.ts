/** Whether provider, orders, places, ledger and receipts agree; and what waits for somebody where money is concerned. */
import * as z from 'zod/mini'
import { byRole } from '../access.ts'
import { answerOf, cents, endpoint, idInUrl, instant, listAnswer, pageQuery } from '../endpoint.ts'

/** What a comparison walks through, in this order. */
export const reconciliationStages = ['provider', 'orders', 'enrolments', 'books'] as const
export type ReconciliationStage = (typeof reconciliationStages)[number]

export const differenceKinds = [
  /** The provider knows no such purchase. */
  'provider_unknown',
  /** Paid there and not here, or the other way round. */
  'provider_state',
  'provider_amount',
  'provider_refund',
  /** The order counts as paid and no payment of its total settles it. */
  'order_unpaid',
  /** A payment settled the order and the order is not paid. */
  'payment_unused',
  /** Money came that is nobody’s, and nobody was asked about it. */
  'money_forgotten',
  'access_missing',
  'access_unpaid',
  'ledger_sale',
  'ledger_refund',
  /** A sale in the ledger whose order is not paid. */
  'ledger_stray',
  'ledger_held',
  'ledger_balance',
  'receipt_amount',
  'receipt_gap',
  /** An issued invoice comes to another sum than its lines. */
  'invoice_total',
  'invoice_sale',
  /** Taken back after payment and not given back in the ledger, or the other way round. */
  'invoice_refund',
  /** In the ledger, and nobody paid the invoice. */
  'invoice_stray',
  /** Numbers of invoices or credit notes. */
  'invoice_gap',
  'seat_missing',
  'seat_unpaid',
] as const
export type DifferenceKind = (typeof differenceKinds)[number]

export const reconciliationRun = z.object({
  id: z.int(),
  /** Null: started by the clock. */
  startedBy: z.nullable(z.string()),
  startedAt: instant,
  /** Null while it is under way. */
  finishedAt: z.nullable(instant),
  stage: z.nullable(z.enum(reconciliationStages)),
  /** How many of each were compared so far. */
  compared: z.object({ provider: z.int(), orders: z.int(), enrolments: z.int(), books: z.int() }),
  /** Purchases that the provider could not tell of. */
  unread: z.int(),
  differences: z.int(),
})
export type ReconciliationRun = z.infer<typeof reconciliationRun>

export const reconciliationDifference = z.object({
  id: z.int(),
  kind: z.enum(differenceKinds),
  /** What differs, for those who look into the database: 'payment 12'. */
  subject: z.string(),
  /** The order's public id, where it is about one. */
  orderId: z.nullable(z.string()),
  seller: z.nullable(z.string()),
  /** Sen as they should be, and as they were found; null where it is not about an amount. */
  expected: z.nullable(cents),
  found: z.nullable(cents),
  foundAt: instant,
})
export type ReconciliationDifference = z.infer<typeof reconciliationDifference>

export const reconciliationEndpoints = {
  moneyWaiting: endpoint({
    call: 'GET /money/waiting',
    access: byRole('orders.read'),
    summary: 'How much waits for the caller on the money screens',
    answer: answerOf(
      z.object({
        /** Money and refund requests that wait for a decision. */
        review: z.int(),
        /** What the newest comparison found; null for whoever does not see it. */
        differences: z.nullable(z.int()),
      }),
    ),
    refusals: ['ORDERS_OF_BUSINESS'],
  }),
  listReconciliations: endpoint({
    call: 'GET /reconciliations',
    access: byRole('platform.run'),
    summary: 'Comparisons of provider, orders, places, ledger and receipts, newest first',
    query: z.object(pageQuery),
    answer: listAnswer(reconciliationRun),
  }),
  startReconciliation: endpoint({
    call: 'POST /reconciliations',
    access: byRole('platform.run'),
    summary: 'Compare now; one that is under way is answered instead of a second',
    answer: answerOf(z.object({ id: z.int() })),
    status: 201,
  }),
  listDifferences: endpoint({
    call: 'GET /reconciliations/:id/differences',
    access: byRole('platform.run'),
    summary: 'What a comparison found to differ',
    params: z.object({ id: idInUrl }),
    query: z.object(pageQuery),
    answer: listAnswer(reconciliationDifference),
    refusals: ['RECONCILIATION_NOT_FOUND'],
  }),
} as const
