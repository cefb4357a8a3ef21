import { defineMessages } from '#web/platform/language/messages.ts'

export const findCertificateMessages = defineMessages('findCertificate', {
  title: 'Check a certificate',
  lead: 'Enter the certificate ID, which is printed on the certificate, or paste its address. You see who completed what, and whether the certificate is still valid.',
  code: 'Certificate ID or address',
  find: 'Check certificate',
  codeNeeded: 'Please enter the certificate ID',
})
