import type { Translation } from '#web/platform/language/messages.ts'
import { figure } from '#web/platform/language/numbers.ts'
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
  onlyYou: 'Hanya anda boleh melihat sijil ini. Bagi orang lain, alamatnya tidak dikenali.',
  whatItTook: 'Apa yang telah dilalui',
  taken: (modules, lessons, quizzes) =>
    `${figure(modules)} modul: ${[
      lessons > 0 ? `${figure(lessons)} pelajaran` : '',
      quizzes > 0 ? `${figure(quizzes)} kuiz` : '',
    ]
      .filter(Boolean)
      .join(' dan ')}.`,
  watched: (percent) => `Sekurang-kurangnya ${percent}% setiap video telah ditonton.`,
  passed: (percent) => `Setiap kuiz lulus dengan ${percent}% atau lebih.`,
  howToCheck: 'Cara menyemak sijil ini',
  issuedBy: (seller, date) => `${seller} mengeluarkannya pada ${date}, melalui Apogee.`,
  checkAddress: (host, id) =>
    `Sijil ini tulen jika laman dalam bar alamat pelayar anda ialah ${host} dengan tepat dan alamatnya berakhir dengan ID sijil, ${id}. Sijil yang telah ditarik balik atau diganti akan dinyatakan di sini.`,
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
