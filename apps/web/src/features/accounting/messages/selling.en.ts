import { defineMessages } from '#web/platform/messages.ts'

export const sellingMessages = defineMessages('selling', {
  notYet: 'Your paid courses cannot be bought yet.',
  ownAccountOnly: 'Your courses are sold through your own CHIP account only.',
  ownAccountHint: 'They can be bought together with other sellers’ courses once this is done:',
  missing: 'Free courses are open meanwhile. Before your paid courses are sold through Apogee’s account:',
  confirm: 'Confirm your email address with the link in the email that we sent you.',
  sendAgain: 'Send the email again',
  sending: 'Sending…',
  sent: 'A new email is on its way.',
  sendFailed: 'The email could not be sent. Please try again.',
  approval: 'Apogee approves you as a seller. Nothing to do: we check new sellers and email you the result.',
  approvalQuestion: 'Ask about it',
  approvedSince: (day: string) => `You are approved to sell through Apogee’s account since ${day}.`,
  failed: 'Whether your courses can be sold could not be loaded',
})
