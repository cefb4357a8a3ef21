import { defineMessages } from '#web/platform/language/messages.ts'

/** The texts are for the people of the certificate's course. */
export const certificateStandingMessages = defineMessages('certificateStanding', {
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
  reissue: 'Reissue certificate',
  reissueTitle: 'Reissue this certificate?',
  reissueText: (former: string, name: string) =>
    `The certificate is in the name of ${former}. The learner is called ${name} today. The new certificate has that name and a new address; the old address and its QR code will say that it was replaced. The learner is told. This cannot be undone.`,
  reissuing: 'Reissuing…',
  reissued: 'The certificate was reissued',
  reissueFailed: 'The certificate could not be reissued',
  reissuedOn: (date: string) => `Reissued with another name on ${date}.`,
  unnamed: 'A learner without a name',
})
