import * as z from 'zod/mini'
import { anyone, byRole } from '../access.ts'
import { currentUser } from '../accounts/accounts.ts'
import { businessRegistrationForm, registrationFormOnly } from '../accounts/accounts.forms.ts'
import { chipCredentialsForm } from './businesses.forms.ts'
import {
  answerOf,
  bareAnswer,
  cents,
  endpoint,
  idInUrl,
  instant,
  listAnswer,
  pageQuery,
} from '../endpoint.ts'
import { checkKinds } from './seller-checks.ts'
import { payoutBankForm } from './payout-bank.forms.ts'
import { sellingState } from './seller-states.ts'
import { limit } from '../texts.ts'

const storedAccount = z.object({
  brandId: z.string(),
  /** Holds the last four characters of the secret. It is '' for a short secret. */
  secretEndsWith: z.string().check(limit(4)),
  savedAt: z.string(),
  verifiedAt: z.nullable(z.string()),
})

/** `connected` receives payments; `unverified` holds credentials that were saved later and that CHIP has not accepted yet. */
const chipAccount = z.object({ connected: z.nullable(storedAccount), unverified: z.nullable(storedAccount) })
export type ChipAccount = z.infer<typeof chipAccount>

/** Describes the payout account as the seller sees it. */
const payoutBank = z.object({
  bankName: z.string(),
  accountEndsWith: z.string().check(limit(4)),
  savedAt: instant,
})
export type PayoutBank = z.infer<typeof payoutBank>

const fullPayoutBank = z.object({
  bankName: z.string(),
  accountNumber: z.string(),
  accountHolder: z.string(),
  savedAt: instant,
})
export type FullPayoutBank = z.infer<typeof fullPayoutBank>

/** Lists the conditions for selling, and which of them the caller meets. */
const selling = z.object({
  /** False means that the caller may sell without approval and without a verified address. */
  needsApproval: z.boolean(),
  state: sellingState,
  approvedAt: z.nullable(instant),
  /** True means that an e-mail address of the seller is verified. */
  isProven: z.boolean(),
  /**
   * True means that the seller has a payment account of its own. Purchases of only its courses go there and need neither approval
   * nor verification.
   */
  hasOwnAccount: z.boolean(),
  /**
   * Says why, since when and up to which amount in 24 hours a limited or suspended seller may sell. It is absent for other sellers.
   */
  restriction: z.optional(
    z.object({ reason: z.nullable(z.string()), since: z.nullable(instant), dailyLimit: z.nullable(cents) }),
  ),
  /**
   * Lists the facts about the seller that are not verified yet. Payouts wait for them. The list is empty where no verification is
   * needed.
   */
  missingChecks: z.array(z.enum(checkKinds)),
})
export type Selling = z.infer<typeof selling>

const waitingSeller = z.object({
  id: z.int(),
  /** Null means that the person has no name. */
  name: z.nullable(z.string()),
  kind: z.enum(['business', 'person']),
  appliedAt: instant,
  /** Lists the admins of a business, or the lone instructor. */
  people: z.array(z.object({ name: z.nullable(z.string()), email: z.string(), isProven: z.boolean() })),
  phone: z.nullable(z.string()),
  address: z.nullable(z.string()),
  /** Counts published courses that cost money. */
  courses: z.int(),
})
export type WaitingSeller = z.infer<typeof waitingSeller>

export const businessesEndpoints = {
  registerBusiness: endpoint({
    call: 'POST /auth/admin/register',
    bound: 'counted',
    access: anyone,
    summary: 'Found a business and sign in as its admin',
    body: businessRegistrationForm,
    /** The server decides the role and the business. */
    ignored: [...registrationFormOnly, 'id', 'role', 'businessId'],
    answer: answerOf(z.object({ token: z.string(), user: currentUser })),
    status: 201,
    refusals: ['EMAIL_EXISTS', 'PASSWORD_COMMON', 'PASSWORD_SHORT_FOR_STAFF', 'TOO_MANY_ATTEMPTS'],
  }),
  readChipAccount: endpoint({
    call: 'GET /chip',
    access: { ...byRole('chip.connect'), sellersOnly: true },
    summary: 'Which CHIP account of the caller’s own is connected, without its secret',
    answer: answerOf(chipAccount),
    refusals: ['LONE_SELLERS_ONLY'],
  }),
  updateChipCredentials: endpoint({
    call: 'PUT /chip',
    lastWins: 'write-only: each pair is a new version of the account, and none is overwritten',
    bound: 'counted',
    access: { ...byRole('chip.connect'), sellersOnly: true, fresh: true },
    summary: 'Connect the caller’s own CHIP account; write-only',
    body: chipCredentialsForm,
    answer: bareAnswer({ status: z.enum(['verified', 'unverified']), secretEndsWith: z.string() }),
    refusals: ['SELLER_SUSPENDED', 'CHIP_CREDENTIALS_REJECTED', 'LONE_SELLERS_ONLY', 'TOO_MANY_ATTEMPTS'],
  }),
  readPayoutBank: endpoint({
    call: 'GET /payout-bank',
    access: { ...byRole('chip.connect'), sellersOnly: true },
    summary: 'The bank account the caller is paid out to, masked; null: none entered',
    answer: answerOf(z.nullable(payoutBank)),
    refusals: ['LONE_SELLERS_ONLY', 'SELLER_NOT_FOUND'],
  }),
  savePayoutBank: endpoint({
    call: 'PUT /payout-bank',
    lastWins: 'write-only: the whole account is typed each time, and all admins are told of each change',
    bound: 'counted',
    access: { ...byRole('chip.connect'), sellersOnly: true, fresh: true },
    summary: 'Enter the bank account the caller is paid out to',
    body: payoutBankForm,
    answer: answerOf(payoutBank),
    refusals: ['SELLER_SUSPENDED', 'LONE_SELLERS_ONLY', 'SELLER_NOT_FOUND', 'TOO_MANY_ATTEMPTS'],
  }),
  readSelling: endpoint({
    call: 'GET /selling',
    access: { ...byRole('chip.connect'), sellersOnly: true },
    summary: 'Whether the caller’s courses can be sold through the platform’s account, and what is missing',
    answer: answerOf(selling),
    refusals: ['LONE_SELLERS_ONLY', 'SELLER_NOT_FOUND'],
  }),
  listWaitingSellers: endpoint({
    call: 'GET /platform/sellers/waiting',
    access: byRole('platform.run'),
    summary: 'Sellers who wait to be approved, newest first',
    query: z.object(pageQuery),
    answer: listAnswer(waitingSeller),
  }),
  approveSeller: endpoint({
    call: 'POST /platform/sellers/:id/approval',
    bound: 'platform',
    access: { ...byRole('platform.run'), fresh: true },
    summary: 'Let a seller sell through the platform’s account; a second time changes nothing',
    params: z.object({ id: idInUrl }),
    answer: answerOf(z.object({ state: sellingState })),
    refusals: ['SELLER_NOT_FOUND', 'SELLER_STATE_NOT_ALLOWED'],
  }),
  readSellerPayoutBank: endpoint({
    call: 'GET /platform/sellers/:id/payout-bank',
    // The call requires a fresh proof, because its answer contains the whole account number.
    access: { ...byRole('platform.run'), fresh: true },
    summary: 'A seller’s bank account in full, to pay out to; null: none entered',
    params: z.object({ id: idInUrl }),
    answer: answerOf(z.nullable(fullPayoutBank)),
    refusals: ['SELLER_NOT_FOUND', 'PAYOUT_BANK_UNREADABLE'],
  }),
} as const
