import { defineMessages } from '#web/platform/language/messages.ts'

/** The texts are for the learner of the certificate. */
export const ownCertificateMessages = defineMessages('ownCertificate', {
  makePrivate: 'Make private',
  makePublic: 'Show to everybody with the link',
  nowPrivate: 'Only you can open this certificate now',
  nowPublic: 'Everybody with the link can open this certificate now',
  changeFailed: 'The certificate could not be changed',
  downloadPicture: 'Download picture',
  downloading: 'Downloading…',
  downloadFailed: 'The certificate could not be downloaded',
})
