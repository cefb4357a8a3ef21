import { defineMessages } from '#web/platform/language/messages.ts'

/** Contains the texts of a certificate's page beside the certificate. */
export const certificateMessages = defineMessages('certificate', {
  valid: 'This certificate is valid',
  validHint: (name: string, course: string, seller: string) =>
    `Apogee confirms that ${name} has completed the course “${course}”, offered by ${seller}.`,
  instructor: 'Instructor',
  length: 'Length',
  ofVideo: (length: string) => `${length} of video`,
  signedBy: 'Signed by',
  signatureOf: (name: string) => `Signature of ${name}`,
  downloadPdf: 'Download PDF',
  share: 'Share',
  shareFailed: 'The link could not be shared. Copy it instead.',
  addToLinkedIn: 'Add to LinkedIn profile',
  newTab: '(opens in a new tab)',
  replaced: 'This certificate was replaced',
  replacedHint: 'The name on it was changed. The newer certificate has another address; please ask for it.',
  openNewer: 'Open the newer certificate',
  otherName: (name: string) =>
    `Your name is ${name} today. The people of the course can reissue the certificate with it.`,
  previewText: (seller: string) =>
    `A course on Apogee, offered by ${seller}. Open the link to verify the certificate.`,
})
