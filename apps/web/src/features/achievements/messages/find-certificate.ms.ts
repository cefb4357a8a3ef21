import type { Translation } from '#web/platform/language/messages.ts'
import type { findCertificateMessages } from './find-certificate.en.ts'

export const findCertificate = {
  title: 'Semak sijil',
  lead: 'Masukkan ID sijil yang tercetak pada sijil, atau tampal alamatnya. Anda melihat siapa yang menamatkan apa, dan sama ada sijil itu masih sah.',
  code: 'ID atau alamat sijil',
  find: 'Semak sijil ini',
  codeNeeded: 'Sila masukkan ID sijil',
} satisfies Translation<typeof findCertificateMessages>
