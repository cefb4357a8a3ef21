/**
 * Decides who speaks in each kind of mail: the seller, under the seller's name and brand, or the platform. A kind is the first word of
 * the mail's occasion. mail-speakers.unit.test.ts finds kinds that are not listed here.
 */
export const speakers = {
  receipt: 'seller',
  invoice: 'seller',
  'invoice-reminder': 'seller',
  seat: 'seller',
  'course-invitation': 'seller',
  'course-given': 'seller',
  'access-removed': 'seller',
  'access-ending': 'seller',
  'course-opened': 'seller',
  'cohort-starting': 'seller',
  announcement: 'seller',
  'learner-message': 'seller',
  // The mail may be about the courses of several sellers.
  gift: 'platform',
  'refund-declined': 'platform',
  'learning-reminder': 'platform',
  // Learners write these texts, or the mail tells of their answers.
  mention: 'platform',
  'teacher-answer': 'platform',
  // The seller's own people receive these mails.
  questions: 'platform',
  'refund-request': 'platform',
  sale: 'platform',
  sales: 'platform',
  chargeback: 'platform',
  'seller-contact': 'platform',
  // These mails are about the account of a person.
  security: 'platform',
  message: 'platform',
  'second-factor-due': 'platform',
  'wrong-codes': 'platform',
  'factor-removal': 'platform',
  'sign-in-linked': 'platform',
  'new-browser': 'platform',
  'reset-password': 'platform',
  'password-changed': 'platform',
  'email-change': 'platform',
  'email-restored': 'platform',
  'verify-email': 'platform',
  'data-exported': 'platform',
  leaving: 'platform',
  staying: 'platform',
  invitation: 'platform',
  'left-team': 'platform',
} as const satisfies Record<string, 'seller' | 'platform'>

const kinds = new Map<string, 'seller' | 'platform'>(Object.entries(speakers))

export type Speaker = { courseId: number } | { sellerId: number }

/** Returns the seller who speaks in a mail, or null for the platform. A mail of a seller must name the seller. */
export function speakerOf({
  occasion,
  seller,
  speaker,
}: {
  occasion: string
  seller: Speaker | null
  speaker?: Speaker
}): Speaker | null {
  const kind = occasion.split(':')[0] ?? ''
  if (kinds.get(kind) !== 'seller') return null
  return speaker ?? seller ?? failWithout(kind)
}

function failWithout(kind: string): never {
  throw new Error(`a mail of the kind ${kind} speaks for a seller and names none`)
}
