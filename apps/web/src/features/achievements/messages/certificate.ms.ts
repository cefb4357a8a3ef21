import type { Translation } from '#web/platform/language/messages.ts'
import type { certificateMessages } from './certificate.en.ts'

export const certificate = {
  valid: 'Sijil ini sah',
  validHint: (name, course, seller) =>
    `Apogee mengesahkan bahawa ${name} telah menamatkan kursus “${course}”, tawaran ${seller}.`,
  instructor: 'Pengajar',
  length: 'Tempoh',
  ofVideo: (length) => `Video ${length}`,
  signedBy: 'Ditandatangani oleh',
  signatureOf: (name) => `Tandatangan ${name}`,
  downloadPdf: 'Muat turun PDF',
  share: 'Kongsi',
  shareFailed: 'Pautan tidak dapat dikongsi. Salin pautan itu.',
  addToLinkedIn: 'Tambah pada profil LinkedIn',
  newTab: '(dibuka dalam tab baharu)',
  replaced: 'Sijil ini telah diganti',
  replacedHint:
    'Nama padanya telah ditukar. Sijil yang lebih baharu mempunyai alamat lain; sila minta alamat itu.',
  openNewer: 'Buka sijil yang lebih baharu',
  otherName: (name) =>
    `Nama anda kini ialah ${name}. Pihak kursus boleh mengeluarkan semula sijil dengan nama itu.`,
  previewText: (seller) => `Kursus di Apogee, tawaran ${seller}. Buka pautan untuk mengesahkan sijil.`,
} satisfies Translation<typeof certificateMessages>
