import type { MailText } from '../mail-text.ts'

interface ChangeFacts {
  hello: string
  email: string
  link: string
  days: number
}

export const emailChanges = {
  newAddress: (link: string, days: number): MailText => ({
    subject: 'Confirm your new email address',
    body: `Hello\n\nSomeone wants to use this email address for their Apogee account. If it was you, confirm the address:\n${link}\n\nThe link works for ${days} days. If it was not you, ignore this email: nothing changes.`,
  }),

  taken: (hello: string): MailText => ({
    subject: 'Someone wanted to use your email address',
    body: `${hello}\n\nSomeone asked to use this email address for another Apogee account. It already belongs to yours, so nothing changes, and we did not tell them.\n\nIf it was you, and you want to use this address for the other account, delete this one first.`,
  }),

  oldAddress: ({ hello, email, link, days }: ChangeFacts): MailText => ({
    subject: 'Confirm or stop the change of your email address',
    body: `${hello}\n\nSomeone who is signed in to your Apogee account wants to change its email address to ${email}. Confirm the change, or stop it:\n${link}\n\nIf it was not you, stop it and set a new password. Without an answer, the account's holder can finish the change after ${days} days with a second factor of sign-in.`,
  }),

  changed: ({ hello, email, link, days }: ChangeFacts): MailText => ({
    subject: 'The email address of your Apogee account has changed',
    body: `${hello}\n\nYour Apogee account now has the address ${email}. Emails about it no longer come here.\n\nIf it was not you, undo the change within ${days} days. This signs out every device and lets you choose a new password. Undo the change:\n${link}`,
  }),

  restored: (hello: string): MailText => ({
    subject: 'The change of your email address was undone',
    body: `${hello}\n\nThe Apogee account with this address has its former address again: someone undid the change from the former mailbox. Every device was signed out, and the account needs a new password.`,
  }),
}
