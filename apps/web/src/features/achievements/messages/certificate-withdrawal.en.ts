import { defineMessages } from '#web/platform/language/messages.ts'

/** The texts are for the people of the certificate's course. */
export const certificateWithdrawalMessages = defineMessages('certificateWithdrawal', {
  withdraw: 'Withdraw certificate',
  withdrawTitle: 'Withdraw this certificate?',
  withdrawText: (learner: string, course: string) =>
    `${learner} completed “${course}”. The certificate will no longer be valid, and its address and QR code will say so. The learner is told your reason. You can restore it later.`,
  reason: 'Reason',
  reasonHint: 'Only the learner and the people of the course see it.',
  withdrawing: 'Withdrawing…',
  withdrawn: 'The certificate was withdrawn',
  withdrawFailed: 'The certificate could not be withdrawn',
  withdrawnOn: (learner: string, course: string, date: string) =>
    `The certificate of ${learner} for “${course}” was withdrawn on ${date}.`,
  restore: 'Restore certificate',
  restoring: 'Restoring…',
  restored: 'The certificate is valid again',
  restoreFailed: 'The certificate could not be restored',
  unnamed: 'A learner without a name',
})
