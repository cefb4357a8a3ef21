import type { Translation } from '#web/platform/language/messages.ts'
import type { refusedMessages } from './refused-messages.en.ts'

export const refused = {
  title: 'Tidak disimpan',
  completed: 'Pelajaran yang ditanda selesai atau belum selesai',
  answer: 'Jawapan dalam kuiz',
  submission: 'Kerja yang diserahkan',
  exercise: 'Kod dalam latihan',
  reply: 'Balasan dalam perbincangan',
  discussion: 'Perbincangan baharu',
  copyText: 'Salin teks',
  copied: 'Disalin.',
  copyFailed: 'Tidak dapat disalin. Pilih teks itu dan salin sendiri.',
  discard: 'Buang',
} satisfies Translation<typeof refusedMessages>
