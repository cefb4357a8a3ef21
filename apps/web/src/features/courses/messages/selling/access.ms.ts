import type { Translation } from '#web/platform/language/messages.ts'
import { figure } from '#web/platform/language/numbers.ts'
import type { courseAccessMessages } from './access.en.ts'

export const courseAccess = {
  open: 'Tempoh akses…',
  title: 'Berapa lama pelajar mempunyai akses',
  lead: 'Ini terpakai kepada semua yang mendaftar atau membeli mulai sekarang. Halaman jualan, troli dan pembayaran menyatakannya. Akses tamat pada akhir hari terakhir waktu Malaysia.',
  choice: 'Tempoh akses',
  forEver: 'Selama-lamanya',
  days: 'Beberapa hari selepas pendaftaran',
  months: 'Beberapa bulan selepas pendaftaran',
  daysLabel: 'Hari',
  monthsLabel: 'Bulan',
  within: (most) => `Dari 1 hingga ${figure(most)}`,
  wrong: (most) => `Masukkan nombor bulat dari 1 hingga ${figure(most)}`,
  save: 'Simpan',
  saving: 'Menyimpan...',
  saved: 'Tempoh akses disimpan',
  saveFailed: 'Perubahan tidak dapat disimpan. Sila cuba lagi.',
  endEarlier: (count, length) =>
    `Akses ${figure(count)} pelajar tamat lebih awal. Mereka juga boleh mendapat tempoh kursus, dikira dari pendaftaran mereka: ${length}. Akses sesiapa pun tidak menjadi lebih pendek.`,
  lengthen: (count) => `Lanjutkan untuk ${figure(count)} pelajar`,
  lengthening: 'Melanjutkan...',
  lengthened: (count) => `Akses dilanjutkan untuk ${figure(count)} pelajar`,
} satisfies Translation<typeof courseAccessMessages>
