/**
 * Records which versions of the terms and the privacy policy a person accepted or was shown (docs/decisions/personal-data.md).
 */
import * as z from 'zod/mini'
import { signedIn } from '../access.ts'
import { doneAnswer, endpoint, instant, listAnswer } from '../endpoint.ts'
import { isDocumentVersion, legalDocumentNames } from './legal-documents.ts'
import { limit } from '../texts.ts'

const document = z.enum(legalDocumentNames)

/** Describes a version of a document that applies now and that the person has not answered yet. */
export const documentVersion = z.object({ document, version: z.string().check(limit(40)) })

/**
 * `notice-shown` and `notice-closed` are about the notice of a new version. The cross closes the notice, and so does opening the
 * text.
 */
const noticeWays = ['notice-shown', 'notice-closed'] as const
/**
 * `provider` means the first sign-in with Google or GitHub. `setup` means the first superadmin, who was created with the
 * installation.
 */
export const consentWays = ['registration', 'provider', 'setup', ...noticeWays] as const
export type ConsentWay = (typeof consentWays)[number]

export const consent = z.object({ document, version: z.string(), way: z.enum(consentWays), at: instant })
export type Consent = z.infer<typeof consent>

export const consentsEndpoints = {
  listConsents: endpoint({
    call: 'GET /auth/consents',
    access: signedIn,
    summary: 'Which versions of the terms and the privacy policy I accepted or was shown, newest first',
    answer: listAnswer(consent),
  }),
  recordConsents: endpoint({
    call: 'POST /auth/consents',
    bound: { perDay: 100, of: 'person' },
    access: signedIn,
    summary: 'Record that the notice about new versions was shown, or closed',
    body: z.object({
      documents: z
        .array(documentVersion.check(z.refine(isDocumentVersion, { error: 'There is no such version' })))
        .check(z.minLength(1), limit(legalDocumentNames.length)),
      way: z.enum(noticeWays),
    }),
    answer: doneAnswer,
  }),
} as const
