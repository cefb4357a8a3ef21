/** Reports unusual patterns of sellers to superadmins (docs/decisions/sellers.md). */
import * as z from 'zod/mini'
import { byRole } from '../access.ts'
import { answerOf, endpoint, idInUrl, instant, listAnswer, pageQuery } from '../endpoint.ts'
import { filledText } from '../texts.ts'

/**
 * - `refunds`: many buyers request a refund.
 * - `chargebacks`: banks took money back.
 * - `fast_start`: a new seller sells much in a day.
 * - `refused_payments`: many payments are refused within an hour.
 * - `own_purchases`: the seller's own people buy.
 * - `bank_changed`: a bank account was entered shortly before a large payout.
 */
export const sellerSignalKinds = [
  'refunds',
  'chargebacks',
  'fast_start',
  'refused_payments',
  'own_purchases',
  'bank_changed',
] as const
export type SellerSignalKind = (typeof sellerSignalKinds)[number]

export const sellerSignal = z.object({
  id: z.int(),
  seller: z.object({ id: z.int(), name: z.nullable(z.string()) }),
  /** Holds one of `sellerSignalKinds`, or a kind that a newer release has written. */
  kind: z.string(),
  /** Maps the name of each measurement to its newest value. Amounts are in sen. */
  facts: z.record(z.string(), z.number()),
  openedAt: instant,
  lastSeenAt: instant,
  closedAt: z.nullable(instant),
  /** Null means that the signal is open, or that the account of the person who closed it was erased. */
  closedBy: z.nullable(z.string()),
  note: z.nullable(z.string()),
})
export type SellerSignal = z.infer<typeof sellerSignal>

export const closeSignalForm = z.object({
  note: filledText('A note is required', 500),
})

export const sellerSignalsEndpoints = {
  listSellerSignals: endpoint({
    call: 'GET /platform/seller-signals',
    access: byRole('platform.run'),
    summary: 'Unusual patterns of sellers: the open ones, or all of one seller, newest first',
    query: z.object({ ...pageQuery, sellerId: z.optional(idInUrl) }),
    answer: listAnswer(sellerSignal),
  }),
  closeSellerSignal: endpoint({
    call: 'POST /platform/seller-signals/:id/close',
    bound: 'platform',
    access: byRole('platform.run'),
    summary: 'Close a signal with a note; it opens again only with what happens later',
    params: z.object({ id: idInUrl }),
    body: closeSignalForm,
    answer: answerOf(sellerSignal),
    refusals: ['NOT_FOUND', 'SIGNAL_CLOSED'],
  }),
} as const
