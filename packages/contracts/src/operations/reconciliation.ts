/** Compares provider, orders, enrolments, ledger and receipts, and lists the open payment exceptions. */
import * as z from 'zod/mini'
import { byRole } from '../access.ts'
import { answerOf, cents, endpoint, idInUrl, instant, listAnswer, pageQuery } from '../endpoint.ts'

/** The stages run in this order. */
export const reconciliationStages = ['provider', 'orders', 'enrolments', 'books'] as const
export type ReconciliationStage = (typeof reconciliationStages)[number]

export const differenceKinds = [
  /** The provider does not know the purchase. */
  'provider_unknown',
  /** The purchase is paid at the provider but not here, or here but not at the provider. */
  'provider_state',
  'provider_amount',
  'provider_refund',
  /** The order is paid and no payment of its total settles it. */
  'order_unpaid',
  /** A payment settled the order, but the order is not paid. */
  'payment_unused',
  /** Held money has no payment exception. */
  'money_forgotten',
  'access_missing',
  /** An enrolment and the grants that should explain it do not agree. */
  'access_unexplained',
  'access_unpaid',
  'ledger_sale',
  'ledger_refund',
  /** The ledger has a sale of an order that is not paid. */
  'ledger_stray',
  'ledger_held',
  'ledger_balance',
  'receipt_amount',
  'receipt_gap',
  /** The total of an issued invoice differs from the sum of its lines. */
  'invoice_total',
  'invoice_sale',
  /** A paid invoice was voided and the ledger has no refund, or the ledger has a refund of an invoice that was not voided. */
  'invoice_refund',
  /** The ledger has a sale of an invoice that is not paid. */
  'invoice_stray',
  /** The numbers of invoices or credit notes have a gap. */
  'invoice_gap',
  'seat_missing',
  'seat_unpaid',
] as const
export type DifferenceKind = (typeof differenceKinds)[number]

export const reconciliationRun = z.object({
  id: z.int(),
  /** Null means that the schedule started the run. */
  startedBy: z.nullable(z.string()),
  startedAt: instant,
  finishedAt: z.nullable(instant),
  stage: z.nullable(z.enum(reconciliationStages)),
  compared: z.object({ provider: z.int(), orders: z.int(), enrolments: z.int(), books: z.int() }),
  /** Counts the purchases that could not be read at the provider. */
  unread: z.int(),
  differences: z.int(),
})
export type ReconciliationRun = z.infer<typeof reconciliationRun>

export const reconciliationDifference = z.object({
  id: z.int(),
  kind: z.enum(differenceKinds),
  /** Names the row of the database that differs, such as `payment 12`. */
  subject: z.string(),
  /** Holds the public id of the order. Null means that the difference concerns no order. */
  orderId: z.nullable(z.string()),
  seller: z.nullable(z.string()),
  /** The amounts are in sen. Null means that the difference does not concern an amount. */
  expected: z.nullable(cents),
  found: z.nullable(cents),
  foundAt: instant,
})
export type ReconciliationDifference = z.infer<typeof reconciliationDifference>

export const reconciliationEndpoints = {
  listReconciliations: endpoint({
    call: 'GET /reconciliations',
    access: byRole('platform.run'),
    summary: 'Comparisons of provider, orders, places, ledger and receipts, newest first',
    query: z.object(pageQuery),
    answer: listAnswer(reconciliationRun),
  }),
  startReconciliation: endpoint({
    call: 'POST /reconciliations',
    bound: 'platform',
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
