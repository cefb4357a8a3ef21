import type { MailText } from '../mail-text.ts'

interface VerificationFacts {
  hello: string
  link: string
}

export const businesses = {
  contactCode: (code: string, minutes: number): MailText => ({
    subject: 'Your code for the verification at Apogee',
    body: `Hello\n\nA seller at Apogee entered this email address as their own. If that is you, enter this code under “Verification” in the studio:\n\n${code}\n\nThe code works for ${minutes} minutes. If it is not you, ignore this email and give the code to nobody.`,
  }),

  checkNames: {
    registration: 'Registration',
    bank: 'Bank account',
    contact: 'Contact',
    documents: 'Documents',
  },

  /** `reason` is null when the address of the recipient is not verified. */
  checkReturned: ({
    hello,
    check,
    reason,
    link,
  }: VerificationFacts & { check: string; reason: string | null }): MailText => ({
    subject: 'Your verification at Apogee needs a change',
    body: [
      hello,
      `Apogee has looked at what you sent for your verification, and one step needs a change: ${check}.`,
      ...(reason === null ? [] : [`Reason: ${reason}`]),
      `Change it, and send it for checking again:\n${link}/studio/business#verification-heading`,
    ].join('\n\n'),
  }),

  verified: ({ hello, link }: VerificationFacts): MailText => ({
    subject: 'Your verification at Apogee is complete',
    body: [
      hello,
      'Apogee has verified your registration, bank account, contact and documents. Your payouts no longer wait for it.',
      'If you change your legal name, registration number, bank account or email address, that step is checked again, and payouts wait until then.',
      `Your statement:\n${link}/admin/ledger`,
    ].join('\n\n'),
  }),
}
