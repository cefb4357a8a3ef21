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
  previewText: (seller) => `Kursus di Apogee, tawaran ${seller}. Buka pautan untuk mengesahkan sijil.`,
} satisfies Translation<typeof certificateMessages>
