import type { Translation } from '#web/platform/language/messages.ts'
import type { handInAnswerMessages } from './hand-in-answer.en.ts'

export const handInAnswer = {
  add: (most) => (most === 1 ? 'Tambah fail' : `Tambah fail, sehingga ${most}`),
  prompt: 'Lepaskan fail di sini atau',
  browse: 'pilih',
  kinds: (megabytes) =>
    `PDF, gambar, teks, dokumen Office, zip, MP3 atau MP4, paling besar ${megabytes} MB setiap satu`,
  full: (most) => (most === 1 ? 'Fail telah ditambah.' : `Kesemua ${most} fail telah ditambah.`),
  remove: (name) => `Buang ${name}`,
  removeFailed: 'Fail itu tidak dapat dibuang. Sila cuba lagi.',
  uploading: (name) => `Memuat naik ${name}`,
  uploadFailed: 'Fail itu tidak dapat dimuat naik. Cuba lagi atau buang, kemudian hantar.',
  retry: 'Cuba lagi',
} satisfies Translation<typeof handInAnswerMessages>
