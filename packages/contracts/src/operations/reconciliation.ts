/** Whether provider, orders, enrolments, ledger and receipts agree; and the open payment exceptions. */
import * as z from 'zod/mini'
import { byRole } from '../access.ts'
import { answerOf, cents, endpoint, idInUrl, instant, listAnswer, pageQuery } from '../endpoint.ts'

/** The stages of a comparison, in order. */
export const reconciliationStages = ['provider', 'orders', 'enrolments', 'books'] as const
export type ReconciliationStage = (typeof reconciliationStages)[number]

export const differenceKinds = [
  /** The provider does not know the purchase. */
  'provider_unknown',
  /** Paid at the provider and not here, or the reverse. */
  'provider_state',
  'provider_amount',
  'provider_refund',
  /** The order is paid and no payment of its total settles it. */
  'order_unpaid',
  /** A payment settled the order and the order is not paid. */
  'payment_unused',
  /** Held money without a payment exception. */
  'money_forgotten',
  'access_missing',
  'access_unpaid',
  'ledger_sale',
  'ledger_refund',
  /** The ledger has a sale of an order that is not paid. */
  'ledger_stray',
  'ledger_held',
  'ledger_balance',
  'receipt_amount',
  'receipt_gap',
  /** An issued invoice's total differs from the sum of its lines. */
  'invoice_total',
  'invoice_sale',
  /** Voided after payment without a refund in the ledger, or the reverse. */
  'invoice_refund',
  /** The ledger has a sale of an invoice that is not paid. */
  'invoice_stray',
  /** A gap in the numbers of invoices or credit notes. */
  'invoice_gap',
  'seat_missing',
  'seat_unpaid',
] as const
export type DifferenceKind = (typeof differenceKinds)[number]

export const reconciliationRun = z.object({
  id: z.int(),
  /** Null: started by the schedule. */
  startedBy: z.nullable(z.string()),
  startedAt: instant,
  /** Null while it is running. */
  finishedAt: z.nullable(instant),
  stage: z.nullable(z.enum(reconciliationStages)),
  /** Items compared so far, by stage. */
  compared: z.object({ provider: z.int(), orders: z.int(), enrolments: z.int(), books: z.int() }),
  /** Purchases that the provider could not report. */
  unread: z.int(),
  differences: z.int(),
})
export type ReconciliationRun = z.infer<typeof reconciliationRun>

export const reconciliationDifference = z.object({
  id: z.int(),
  kind: z.enum(differenceKinds),
  /** The row that differs, for work in the database: 'payment 12'. */
  subject: z.string(),
  /** The order's public id, if it concerns one. */
  orderId: z.nullable(z.string()),
  seller: z.nullable(z.string()),
  /** Expected and found amounts in sen; null when it does not concern an amount. */
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
        /** Open payment exceptions and refund requests. */
        review: z.int(),
        /** Differences of the newest comparison; null for callers who may not see it. */
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
