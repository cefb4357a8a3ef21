/** A seller states an identity and the platform verifies it (docs/decisions/sellers.md). */
import * as z from 'zod/mini'
import { byRole } from '../access.ts'
import { answerOf, endpoint, idInUrl, instant, listAnswer, pageQuery } from '../endpoint.ts'
import {
  checkDecisionForm,
  contactCodeForm,
  sellerContactForm,
  sellerDocumentPurposes,
  sellerKinds,
  sellerRegistrationForm,
} from './seller-checks.forms.ts'
import { limit } from '../texts.ts'

export const checkKinds = ['registration', 'bank', 'contact', 'documents'] as const
export type CheckKind = (typeof checkKinds)[number]

/** missing: the seller has not submitted the check · returned: the seller has to change something */
export const checkStates = ['missing', 'submitted', 'verified', 'returned'] as const
export type CheckState = (typeof checkStates)[number]

const check = z.object({
  kind: z.enum(checkKinds),
  state: z.enum(checkStates),
  /** True means that the seller has entered all facts that this check requires. */
  isComplete: z.boolean(),
  /** Says why the check was returned. It is null otherwise. */
  reason: z.nullable(z.string()),
  submittedAt: z.nullable(instant),
  decidedAt: z.nullable(instant),
  /** The revision grows with each change and decision. */
  revision: z.int(),
})
export type SellerCheck = z.infer<typeof check>

const registration = z.object({
  kind: z.enum(sellerKinds),
  legalName: z.string(),
  /** The field is null for an identity card number: callers see only its last characters. */
  number: z.nullable(z.string()),
  numberEndsWith: z.string(),
  savedAt: instant,
})
export type SellerRegistration = z.infer<typeof registration>

const contact = z.object({
  email: z.string(),
  phone: z.string(),
  /** The seller entered the code that was sent to the address at this time. The field is null before. */
  provenAt: z.nullable(instant),
  /** The newest code is valid until this time. Null means that no code was sent. */
  codeUntil: z.nullable(instant),
})

const document = z.object({
  id: z.int(),
  purpose: z.enum(sellerDocumentPurposes),
  name: z.string(),
  contentType: z.string(),
  bytes: z.int(),
  addedAt: instant,
})
export type SellerDocument = z.infer<typeof document>

const shared = {
  /** True means that payouts wait for the checks. In a demo they never do. */
  isRequired: z.boolean(),
  /** `person` means somebody who sells alone. */
  sellerKind: z.enum(['business', 'person']),
  checks: z.array(check),
  registration: z.nullable(registration),
  contact: z.nullable(contact),
  documents: z.array(document),
}

const ownChecks = z.object({
  ...shared,
  bank: z.nullable(z.object({ bankName: z.string(), accountEndsWith: z.string() })),
  /** Prefills the form with values of the business's profile. '' means that the profile has no value. */
  suggested: z.object({ name: z.string(), email: z.string(), phone: z.string() }),
})
export type OwnSellerChecks = z.infer<typeof ownChecks>

const decision = z.object({
  id: z.int(),
  kind: z.enum(checkKinds),
  /** reopened: the seller changed verified facts */
  outcome: z.enum(['verified', 'returned', 'reopened']),
  note: z.string(),
  /** Null means that the seller's change reopened the check. */
  by: z.nullable(z.object({ id: z.int(), name: z.nullable(z.string()) })),
  at: instant,
  /** Holds the facts at the time of the decision. Numbers are reduced to their last characters. */
  facts: z.array(z.string()),
})

export const nameVerdicts = ['matches', 'similar', 'differs'] as const
export type NameVerdict = (typeof nameVerdicts)[number]

const checksOfSeller = z.object({
  ...shared,
  id: z.int(),
  /** Null means that the person has no name. */
  name: z.nullable(z.string()),
  bank: z.nullable(
    z.object({
      bankName: z.string(),
      accountEndsWith: z.string(),
      /** Null means that the value cannot be decrypted and the seller has to enter it again. */
      accountHolder: z.nullable(z.string()),
      savedAt: instant,
    }),
  ),
  /** Says how the account holder compares with the legal name. It is null until both are entered. */
  nameVerdict: z.nullable(z.enum(nameVerdicts)),
  /** The list holds the newest 50 decisions. */
  decisions: z.array(decision),
})
export type ChecksOfSeller = z.infer<typeof checksOfSeller>

const sellerToCheck = z.object({
  id: z.int(),
  name: z.nullable(z.string()),
  sellerKind: z.enum(['business', 'person']),
  kinds: z.array(z.enum(checkKinds)),
  /** The check that was submitted first among `kinds` waits since this time. */
  since: instant,
})
export type SellerToCheck = z.infer<typeof sellerToCheck>

const opened = z.object({
  /** Downloads the file. The path is valid for one minute. */
  url: z.string(),
})

// The rule admits admins of a business and people who sell alone.
const ofSeller = { ...byRole('chip.connect'), sellersOnly: true } as const
const ofSellerFresh = { ...ofSeller, fresh: true } as const
const params = z.object({ id: idInUrl })
const forSellers = ['LONE_SELLERS_ONLY', 'SELLER_NOT_FOUND'] as const

export const sellerChecksEndpoints = {
  readSellerChecks: endpoint({
    call: 'GET /seller-checks',
    access: ofSeller,
    summary: 'What the caller’s seller has entered to be verified, and how far each check is',
    answer: answerOf(ownChecks),
    refusals: [...forSellers],
  }),
  saveSellerRegistration: endpoint({
    call: 'PUT /seller-checks/registration',
    lastWins: 'as savePayoutBank; a check that was verified is made again',
    bound: 'counted',
    openToSuspended: 'The seller proves who it is, which may end the suspension.',
    access: ofSellerFresh,
    summary: 'Say who the seller is by law; reopens a check that was verified',
    body: sellerRegistrationForm,
    answer: answerOf(ownChecks),
    refusals: [...forSellers, 'TOO_MANY_ATTEMPTS'],
  }),
  saveSellerContact: endpoint({
    call: 'PUT /seller-checks/contact',
    lastWins: 'as saveSellerRegistration',
    bound: 'counted',
    openToSuspended: 'The seller proves who it is, which may end the suspension.',
    access: ofSellerFresh,
    summary: 'Enter the seller’s own e-mail address and phone number; another address has to be proven again',
    body: sellerContactForm,
    answer: answerOf(ownChecks),
    refusals: [...forSellers, 'TOO_MANY_ATTEMPTS'],
  }),
  sendContactCode: endpoint({
    call: 'POST /seller-checks/contact/code',
    bound: 'counted',
    openToSuspended: 'The seller proves who it is, which may end the suspension.',
    access: ofSeller,
    summary: 'Send a code to the seller’s e-mail address; ends an earlier one',
    answer: answerOf(ownChecks),
    refusals: [...forSellers, 'SELLER_CONTACT_MISSING', 'SELLER_CONTACT_PROVEN', 'TOO_MANY_ATTEMPTS'],
  }),
  confirmContactCode: endpoint({
    call: 'POST /seller-checks/contact/confirm',
    bound: 'counted',
    openToSuspended: 'The seller proves who it is, which may end the suspension.',
    access: ofSeller,
    summary: 'Prove the seller’s e-mail address by the code that was sent to it',
    body: contactCodeForm,
    answer: answerOf(ownChecks),
    refusals: [
      ...forSellers,
      'SELLER_CONTACT_MISSING',
      'CONTACT_CODE_WRONG',
      'CONTACT_CODE_EXPIRED',
      'TOO_MANY_ATTEMPTS',
    ],
  }),
  addSellerDocument: endpoint({
    call: 'POST /seller-checks/documents',
    bound: { refusedBy: 'SELLER_DOCUMENTS_FULL' },
    openToSuspended: 'The seller proves who it is, which may end the suspension.',
    access: ofSeller,
    summary: 'Add an uploaded file to the seller’s documents',
    body: z.object({
      /** Holds the URL of an upload of purpose `seller-document`. */
      url: z.string().check(limit(500)),
      purpose: z.enum(sellerDocumentPurposes),
    }),
    answer: answerOf(ownChecks),
    status: 201,
    refusals: [...forSellers, 'FILE_NOT_AN_UPLOAD', 'SELLER_DOCUMENTS_FULL', 'SELLER_DOCUMENTS_CLOSED'],
  }),
  removeSellerDocument: endpoint({
    call: 'DELETE /seller-checks/documents/:id',
    bound: 'ends',
    openToSuspended: 'The seller proves who it is, which may end the suspension.',
    access: ofSeller,
    summary: 'Remove a document that is neither being checked nor verified',
    params,
    answer: answerOf(ownChecks),
    refusals: [...forSellers, 'NOT_FOUND', 'SELLER_DOCUMENTS_CLOSED'],
  }),
  openOwnSellerDocument: endpoint({
    call: 'POST /seller-checks/documents/:id/open',
    bound: { perDay: 300, of: 'person' },
    openToSuspended: 'The seller proves who it is, which may end the suspension.',
    access: ofSeller,
    summary: 'An address that saves one of the seller’s own documents, for a minute',
    params,
    answer: answerOf(opened),
    refusals: [...forSellers, 'NOT_FOUND'],
  }),
  sendSellerChecks: endpoint({
    call: 'POST /seller-checks/send',
    bound: { perDay: 20, of: 'person' },
    openToSuspended: 'The seller proves who it is, which may end the suspension.',
    access: ofSeller,
    summary: 'Send everything for checking that is not being checked or verified yet',
    answer: answerOf(ownChecks),
    refusals: [...forSellers, 'SELLER_CHECKS_INCOMPLETE'],
  }),
  listSellersToCheck: endpoint({
    call: 'GET /platform/sellers/checks',
    access: byRole('platform.run'),
    summary: 'Sellers who have sent something for checking, newest seller first',
    query: z.object(pageQuery),
    answer: listAnswer(sellerToCheck),
  }),
  readChecksOfSeller: endpoint({
    call: 'GET /platform/sellers/:id/checks',
    access: byRole('platform.run'),
    summary: 'What a seller has entered, how the names compare, and every decision',
    params,
    answer: answerOf(checksOfSeller),
    refusals: ['SELLER_NOT_FOUND'],
  }),
  readSellerNumber: endpoint({
    call: 'GET /platform/sellers/:id/registration-number',
    // The answer contains a full identity card number.
    access: { ...byRole('platform.run'), fresh: true },
    summary: 'A seller’s registration or identity card number in full; null: none entered',
    params,
    answer: answerOf(z.nullable(z.object({ number: z.string() }))),
    refusals: ['SELLER_NOT_FOUND', 'SELLER_NUMBER_UNREADABLE'],
  }),
  decideSellerCheck: endpoint({
    call: 'POST /platform/sellers/:id/checks/:kind',
    bound: 'platform',
    access: { ...byRole('platform.run'), fresh: true },
    summary: 'Verify a check, or return it to the seller with a reason',
    params: z.object({ id: idInUrl, kind: z.enum(checkKinds) }),
    body: z.safeExtend(checkDecisionForm, {
      /** The service refuses the decision when the checks have changed since this revision. */
      revision: z.int().check(z.minimum(0)),
    }),
    answer: answerOf(checksOfSeller),
    refusals: [
      'SELLER_NOT_FOUND',
      'SELLER_CHECK_CHANGED',
      'SELLER_CHECK_NOT_SENT',
      'SELLER_CHECK_NEEDS_NOTE',
    ],
  }),
  openSellerDocument: endpoint({
    call: 'POST /platform/sellers/:id/documents/:document/open',
    bound: 'platform',
    // The answer contains identity documents.
    access: { ...byRole('platform.run'), fresh: true },
    summary: 'An address that saves a document of a seller, for a minute; recorded in the security log',
    params: z.object({ id: idInUrl, document: idInUrl }),
    answer: answerOf(opened),
    refusals: ['NOT_FOUND'],
  }),
} as const
