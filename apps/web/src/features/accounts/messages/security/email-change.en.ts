import { defineMessages } from '#web/platform/language/messages.ts'

export const emailChangeMessages = defineMessages('emailChange', {
  lead: 'You sign in with this address, and our emails go there.',
  failed: 'Your email address could not be loaded',
  verified: 'Confirmed',
  unverified: 'Not confirmed',
  change: 'Change email address',

  changeText: (email: string) =>
    `We send a link to the new address and one to ${email}. The address changes when both are confirmed.`,
  changeTextUnverified: 'We send a link to the new address. The address changes when you confirm it.',
  newEmail: 'New email address',
  send: 'Send links',
  sending: 'Sending...',
  sendFailed: 'The links could not be sent. Please try again.',
  sent: (email: string) => `Links are on their way. Look for one at ${email}, too.`,

  waiting: (email: string) => `Changing to ${email}`,
  waitingUntil: (day: string) => `Open the links in our emails, and confirm. They work until ${day}.`,
  newAddress: (email: string) => `New address, ${email}`,
  presentAddress: (email: string) => `Present address, ${email}`,
  isConfirmed: 'Confirmed',
  isOpen: 'Not confirmed yet',
  lostMailbox: (email: string, time: string) =>
    `If you can no longer read emails at ${email}, you can finish without it after ${time}. You need two-factor authentication or a passkey that you had before you asked.`,
  finish: (email: string) => `Finish without ${email}`,
  finishing: 'Changing...',
  finished: 'Your email address has been changed',
  finishFailed: 'The email address could not be changed. Please try again.',
  withdraw: 'Withdraw',
  withdrawing: 'Withdrawing...',
  withdrawn: 'Your email address stays as it is',
  withdrawFailed: 'The request could not be withdrawn. Please try again.',
})
