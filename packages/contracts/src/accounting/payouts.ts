/** One superadmin prepares a payout and another approves it (docs/decisions/payouts.md). */
import * as z from 'zod/mini'
import { byRole } from '../access.ts'
import { answerOf, cents, endpoint, idInBody, idInUrl, instant, listMeta, pageQuery } from '../endpoint.ts'
import { payoutObstacles } from '../businesses/seller-states.ts'
import { reversalForm } from './accounting.forms.ts'
import { keyText } from '../texts.ts'

/** `one` means that a superadmin records a payout alone. */
export const payoutApprovals = ['one', 'two'] as const
export type PayoutApprovals = (typeof payoutApprovals)[number]

/** prepared: another superadmin must approve it · approved: the bank transfer can be made · paid: the payout is in the ledger */
export const payoutStates = ['prepared', 'approved', 'paid', 'declined', 'withdrawn'] as const
export type PayoutState = (typeof payoutStates)[number]

export const payoutGroups = ['prepared', 'approved', 'ended'] as const
export type PayoutGroup = (typeof payoutGroups)[number]

/**
 * The cause says why a payout ended without a transfer. person: a superadmin ended it with a reason · bank_changed: the seller's
 * bank account changed · not_covered: the payable balance fell below the amount · expired: it was not approved within a week ·
 * people_changed: one of the two lost the superadmin role
 */
export const payoutCauses = ['person', 'bank_changed', 'not_covered', 'expired', 'people_changed'] as const
export type PayoutCause = (typeof payoutCauses)[number]

/** Names points that the superadmin who approves a payout should check. */
export const payoutNotes = ['bank_changed', 'first_payout', 'far_above'] as const
export type PayoutNote = (typeof payoutNotes)[number]

/** The name is null when the person has none or their account was erased. */
const named = z.object({ id: z.int(), name: z.nullable(z.string()) })

export const payout = z.object({
  id: z.int(),
  state: z.enum(payoutStates),
  seller: z.object({ id: z.int(), name: z.string() }),
  amount: cents,
  /** Holds the seller's bank account at the time of preparation. `readSellerPayoutBank` returns the full account number. */
  bank: z.object({ bankName: z.string(), accountEndsWith: z.string(), savedAt: instant }),
  notes: z.array(z.enum(payoutNotes)),
  /** Holds the largest earlier payout to this seller. 0 means that there was none. */
  largestFormer: cents,
  preparedBy: named,
  preparedAt: instant,
  /** The payout is withdrawn at this time unless it is approved. The field is null once it is approved or has ended. */
  expiresAt: z.nullable(instant),
  approvedBy: z.nullable(named),
  approvedAt: z.nullable(instant),
  /** Null means that the payout has not ended or that a rule ended it. */
  endedBy: z.nullable(named),
  endedAt: z.nullable(instant),
  cause: z.nullable(z.enum(payoutCauses)),
  /** A superadmin wrote the reason; it is null for other causes. */
  reason: z.nullable(z.string()),
  /** Lists why the seller cannot be paid at present. The list is empty for a payout that has ended. */
  heldBecause: z.array(z.enum(payoutObstacles)),
  /** Holds the bank's reference of the transfer. It is null until the payout is paid. */
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
        /** The counts include all payouts that have not ended; each count stops at 1,001. */
        open: z.object({ prepared: z.int(), approved: z.int() }),
      }),
    }),
  }),
  preparePayout: endpoint({
    call: 'POST /ledger/payouts',
    bound: 'platform',
    access: ofTwo,
    summary: 'Prepare a payout to a seller, for another superadmin to approve',
    body: z.object({
      sellerId: idInBody,
      /** The amount is in sen. */
      amount: z.int('Please enter an amount').check(z.positive('Please enter an amount')),
      /** The form showed this balance. The payout is refused when the balance has changed. */
      expectedBalance: cents,
      /** The form creates this key once, so that a repeated request prepares only one payout. */
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
    bound: 'platform',
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
    bound: 'platform',
    access: ofTwo,
    summary: 'Decline a payout that another superadmin prepared, with a reason',
    params,
    body: reversalForm,
    answer: answerOf(payout),
    refusals: ['PAYOUT_NOT_FOUND', 'PAYOUT_OF_TWO', 'PAYOUT_CHANGED'],
  }),
  withdrawPayout: endpoint({
    call: 'POST /ledger/payouts/:id/withdraw',
    bound: 'platform',
    access: byRole('platform.run'),
    summary: 'Withdraw a payout that is not paid, with a reason',
    params,
    body: reversalForm,
    answer: answerOf(payout),
    refusals: ['PAYOUT_NOT_FOUND', 'PAYOUT_CHANGED'],
  }),
} as const
