import { defineMessages } from '#web/platform/language/messages.ts'

export const sellingMessages = defineMessages('selling', {
  notYet: 'Your paid courses cannot be bought yet.',
  ownAccountOnly: 'Your courses are sold through your own CHIP account only.',
  ownAccountHint: 'Before buyers can combine them with other sellers’ courses in one cart:',
  missing:
    'Free courses are already available. Before your paid courses can be sold through Apogee’s account:',
  confirm: 'Confirm your email address with the link we emailed you.',
  sendAgain: 'Send the email again',
  sending: 'Sending…',
  sent: 'A new email is on its way.',
  sendFailed: 'The email could not be sent. Please try again.',
  approval:
    'Apogee approves you as a seller. You do not need to do anything: we check new sellers and email you the result.',
  approvalQuestion: 'Ask about your approval',
  approvedSince: (day: string) => `You have been approved to sell through Apogee’s account since ${day}.`,
  suspended: 'Your seller account is suspended.',
  suspendedMeans:
    'Your courses are not offered, and payouts are held. Learners keep their courses. You can read everything and refund buyers, but you cannot publish courses, change prices or bank details, invite people or send announcements.',
  limited: 'Your sales are limited.',
  limitedMeans: (amount: string) =>
    `Up to ${amount} can be sold through Apogee within 24 hours, and payouts are held. Your courses stay on offer.`,
  because: (reason: string) => `Reason: ${reason}`,
  sinceDay: (day: string) => `Since ${day}.`,
  answer: 'Contact us about it',
  payoutsWait: 'Your payouts wait until Apogee has verified who you are.',
  toVerification: 'Go to Verification',
  failed: 'Your selling status could not be loaded',
})
