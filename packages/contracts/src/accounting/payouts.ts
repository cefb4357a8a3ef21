/** Payouts that one superadmin prepares and another one approves: docs/decisions/payouts.md. */
import * as z from 'zod/mini'
import { byRole } from '../access.ts'
import { answerOf, cents, endpoint, idInBody, idInUrl, instant, listMeta, pageQuery } from '../endpoint.ts'
import { payoutObstacles } from '../businesses/seller-states.ts'
import { reversalForm } from './accounting.forms.ts'
import { keyText } from '../texts.ts'

/** `one`: a superadmin records a payout alone. */
export const payoutApprovals = ['one', 'two'] as const
export type PayoutApprovals = (typeof payoutApprovals)[number]

/** prepared: waits for another superadmin · approved: the transfer at the bank can be made · paid: it is in the ledger */
export const payoutStates = ['prepared', 'approved', 'paid', 'declined', 'withdrawn'] as const
export type PayoutState = (typeof payoutStates)[number]

export const payoutGroups = ['prepared', 'approved', 'ended'] as const
export type PayoutGroup = (typeof payoutGroups)[number]

/**
 * Why a payout ended without a transfer. person: by a superadmin, with a reason · bank_changed: the seller's bank account ·
 * not_covered: the payable balance fell below the amount · expired: nobody approved it within a week · people_changed: one of
 * the two is no superadmin any more
 */
export const payoutCauses = ['person', 'bank_changed', 'not_covered', 'expired', 'people_changed'] as const
export type PayoutCause = (typeof payoutCauses)[number]

/** What the second superadmin should look at. */
export const payoutNotes = ['bank_changed', 'first_payout', 'far_above'] as const
export type PayoutNote = (typeof payoutNotes)[number]

/** Null names: without a name, or erased. */
const named = z.object({ id: z.int(), name: z.nullable(z.string()) })

export const payout = z.object({
  id: z.int(),
  state: z.enum(payoutStates),
  seller: z.object({ id: z.int(), name: z.string() }),
  amount: cents,
  /** The account at the moment it was prepared. The full number is in `readSellerPayoutBank`. */
  bank: z.object({ bankName: z.string(), accountEndsWith: z.string(), savedAt: instant }),
  notes: z.array(z.enum(payoutNotes)),
  /** The largest earlier payout to this seller; 0: there was none. */
  largestFormer: cents,
  preparedBy: named,
  preparedAt: instant,
  /** When it is withdrawn unless somebody approves it; null after the approval and after the end. */
  expiresAt: z.nullable(instant),
  approvedBy: z.nullable(named),
  approvedAt: z.nullable(instant),
  /** Null: not ended, or ended by a rule. */
  endedBy: z.nullable(named),
  endedAt: z.nullable(instant),
  cause: z.nullable(z.enum(payoutCauses)),
  /** What a superadmin wrote; null for other causes. */
  reason: z.nullable(z.string()),
  /** Why the seller may not be paid out now; empty for one that has ended. */
  heldBecause: z.array(z.enum(payoutObstacles)),
  /** The bank's reference of a paid one. */
  reference: z.nullable(z.string()),
})
export type Payout = z.infer<typeof payout>

const ofTwo = { ...byRole('platform.run'), fresh: true } as const
const params = z.object({ id: idInUrl })
const outdated = [
  'PAYOUT_BANK_CHANGED',
  'PAYOUT_NOT_COVERED',
  'PAYOUT_EXPIRED',
  'PAYOUT_PEOPLE_CHANGED',
] as const

export const payoutsEndpoints = {
  listPayouts: endpoint({
    call: 'GET /ledger/payouts',
    access: byRole('platform.run'),
    summary: 'Payouts that wait for an approval, that can be transferred, or that have ended; newest first',
    query: z.object({ ...pageQuery, group: z.optional(z.enum(payoutGroups)) }),
    answer: z.object({
      success: z.literal(true),
      data: z.array(payout),
      meta: z.object({
        ...listMeta,
        /** All that have not ended; each count stops at 1,001. */
        open: z.object({ prepared: z.int(), approved: z.int() }),
      }),
    }),
  }),
  preparePayout: endpoint({
    call: 'POST /ledger/payouts',
    access: ofTwo,
    summary: 'Prepare a payout to a seller, for another superadmin to approve',
    body: z.object({
      sellerId: idInBody,
      /** Sen. */
      amount: z.int('Please enter an amount').check(z.positive('Please enter an amount')),
      /** The balance that the form showed; another balance refuses the payout. */
      expectedBalance: cents,
      /** Idempotency key, created once by the form. */
      key: keyText,
    }),
    answer: answerOf(payout),
    status: 201,
    refusals: [
      'SELLER_NOT_FOUND',
      'BALANCE_CHANGED',
      'TRANSFER_TOO_LARGE',
      'PAYOUT_RESERVED',
      'PAYOUT_IN_OTHERS',
      'PAYOUT_NO_BANK',
      'PAYOUT_PREPARED',
      'PAYOUT_HELD',
    ],
  }),
  approvePayout: endpoint({
    call: 'POST /ledger/payouts/:id/approve',
    access: ofTwo,
    summary: 'Approve a payout that another superadmin prepared',
    params,
    answer: answerOf(payout),
    refusals: [
      ...(['PAYOUT_NOT_FOUND', 'PAYOUT_OF_TWO', 'PAYOUT_NEW_SUPERADMIN', 'PAYOUT_CHANGED'] as const),
      ...(['PAYOUT_HELD'] as const),
      ...outdated,
    ],
  }),
  declinePayout: endpoint({
    call: 'POST /ledger/payouts/:id/decline',
    access: ofTwo,
    summary: 'Decline a payout that another superadmin prepared, with a reason',
    params,
    body: reversalForm,
    answer: answerOf(payout),
    refusals: ['PAYOUT_NOT_FOUND', 'PAYOUT_OF_TWO', 'PAYOUT_CHANGED'],
  }),
  withdrawPayout: endpoint({
    call: 'POST /ledger/payouts/:id/withdraw',
    access: byRole('platform.run'),
    summary: 'Withdraw a payout that is not paid, with a reason',
    params,
    body: reversalForm,
    answer: answerOf(payout),
    refusals: ['PAYOUT_NOT_FOUND', 'PAYOUT_CHANGED'],
  }),
} as const
