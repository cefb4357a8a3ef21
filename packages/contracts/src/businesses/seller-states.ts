/** Superadmins decide which sellers may sell: docs/decisions/sellers.md. */
import * as z from 'zod/mini'
import { byRole } from '../access.ts'
import { answerOf, cents, endpoint, idInBody, idInUrl, instant, listAnswer, pageQuery } from '../endpoint.ts'
import { paperLook } from './paper-look.ts'
import { hasLimitIfLimited, sellerNoteForm, sellerStateFields } from './seller-states.forms.ts'
import { keyText, limit } from '../texts.ts'
import { sellingStates } from './selling-states.ts'

export const sellingState = z.enum(sellingStates)

export const payoutObstacles = ['suspended', 'limited', 'notApproved', 'notVerified'] as const
export type PayoutObstacle = (typeof payoutObstacles)[number]

/** Holds the author's name. Null means that the account was erased or has no name. */
const author = z.nullable(z.string())

const sellerStateChange = z.object({
  id: z.int(),
  /** The states are plain texts here, because a newer release may have written a state that this release does not know. */
  from: z.string(),
  to: z.string(),
  dailyLimit: z.nullable(cents),
  reason: z.nullable(z.string()),
  note: z.nullable(z.string()),
  by: author,
  at: instant,
})
export type SellerStateChange = z.infer<typeof sellerStateChange>

const sellerNote = z.object({ id: z.int(), text: z.string(), by: author, at: instant })
export type SellerNote = z.infer<typeof sellerNote>

const sellerOverview = z.object({
  id: z.int(),
  /** Holds the seller's name. Null means that the person has no name or that the account was erased. */
  name: z.nullable(z.string()),
  kind: z.enum(['business', 'person']),
  businessId: z.nullable(z.int()),
  createdAt: instant,
  state: sellingState,
  /** The newest change of state, or the approval, happened at this time. Null means that none was recorded. */
  since: z.nullable(instant),
  dailyLimit: z.nullable(cents),
  reason: z.nullable(z.string()),
  /** Holds the id of the newest change of state, which the next change must send back. Null means that there was no change. */
  changeId: z.nullable(z.int()),
  /** False means that new sellers are approved at once. */
  needsApproval: z.boolean(),
  phone: z.nullable(z.string()),
  address: z.nullable(z.string()),
  contactEmail: z.nullable(z.string()),
  /** The list contains the admins of the business, or the lone instructor. */
  people: z
    .array(
      z.object({
        id: z.int(),
        name: z.nullable(z.string()),
        email: z.string(),
        isProven: z.boolean(),
        hasSecondFactor: z.boolean(),
      }),
    )
    .check(limit(100)),
  /** Holds what the seller's mails, pages and new papers show. Null means that the seller has no brand. */
  brand: z.nullable(z.object({ ...paperLook.shape, senderName: z.string(), footer: z.string() })),
  /** True means that papers that were issued show a colour or a logo that the present brand does not have. */
  papersShowEarlierBrand: z.boolean(),
  courses: z.object({
    /** Counts published courses that cost money. */
    paid: z.int(),
    /** Counts published free courses. */
    free: z.int(),
    drafts: z.int(),
    archived: z.int(),
  }),
  /** Counts active enrolments in the seller’s courses. */
  enrolments: z.int(),
  /**
   * Holds the bookings of the last `days` days including today. With a null `days` it holds all bookings. Amounts are positive sen.
   */
  money: z.array(
    z.object({
      days: z.nullable(z.union([z.literal(30), z.literal(90)])),
      /** The amount sums paid orders and invoices, SST included. */
      sales: cents,
      refunds: cents,
      chargebacks: cents,
      fees: cents,
      /** The amount is sales less refunds, chargebacks and fees. */
      net: cents,
    }),
  ),
  balance: cents,
  reserved: cents,
  /** Holds the sum of the payouts that are prepared or approved. */
  inPayouts: cents,
  payable: cents,
  payoutBank: z.nullable(z.object({ bankName: z.string(), accountEndsWith: z.string(), savedAt: instant })),
  hasOwnAccount: z.boolean(),
  payoutObstacles: z.array(z.enum(payoutObstacles)),
  /** Contains the newest 100 changes, newest first. */
  history: z.array(sellerStateChange).check(limit(100)),
})
export type SellerOverview = z.infer<typeof sellerOverview>

const ofSeller = z.object({ id: idInUrl })

export const sellerStatesEndpoints = {
  readSellerOverview: endpoint({
    call: 'GET /platform/sellers/:id',
    access: byRole('platform.run'),
    summary: 'A seller with its state, people, courses and money, and the history of its states',
    params: ofSeller,
    answer: answerOf(sellerOverview),
    refusals: ['SELLER_NOT_FOUND'],
  }),
  changeSellerState: endpoint({
    call: 'POST /platform/sellers/:id/state',
    bound: 'platform',
    access: { ...byRole('platform.run'), fresh: true },
    summary: 'Approve, limit, suspend or restore a seller; the same change again changes nothing',
    params: ofSeller,
    body: z
      .object({
        ...sellerStateFields,
        /** Holds the state and the `changeId` that the caller has read. The change is refused when either differs by now. */
        expectedState: sellingState,
        expectedChangeId: z.nullable(idInBody),
      })
      .check(hasLimitIfLimited),
    answer: answerOf(z.object({ state: sellingState, changeId: z.nullable(z.int()) })),
    refusals: ['SELLER_NOT_FOUND', 'SELLER_STATE_CHANGED', 'SELLER_STATE_NOT_ALLOWED'],
  }),
  listSellerNotes: endpoint({
    call: 'GET /platform/sellers/:id/notes',
    access: byRole('platform.run'),
    summary: 'What superadmins noted about a seller, newest first; the seller never reads it',
    params: ofSeller,
    query: z.object(pageQuery),
    answer: listAnswer(sellerNote),
    refusals: ['SELLER_NOT_FOUND'],
  }),
  writeSellerNote: endpoint({
    call: 'POST /platform/sellers/:id/notes',
    bound: 'platform',
    access: byRole('platform.run'),
    summary: 'Note something about a seller; notes are never changed or deleted',
    params: ofSeller,
    body: z.extend(sellerNoteForm, {
      /** The client chooses the key. Sending the same key again adds no second note. */
      key: keyText,
    }),
    answer: answerOf(sellerNote),
    status: 201,
    refusals: ['SELLER_NOT_FOUND'],
  }),
} as const
