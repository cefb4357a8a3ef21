import type { Translation } from '#web/platform/language/messages.ts'
import type { moneyBackMessages } from './messages.en.ts'

export const moneyBack = {
  days: 'Pembeli boleh memohon bayaran balik',
  none: 'Tidak dijanjikan',
  within: (days) => `Dalam ${days} hari selepas membayar`,
  percent: 'Had bahagian kursus yang boleh ditonton',
  percentHint: 'Peratusan bulat dari 1 hingga 100. Di bawah had ini, pembeli boleh memohon.',
  says: (days, percent) =>
    `Halaman jualan anda menyatakan: “Jaminan wang dikembalikan ${days} hari, selagi kurang daripada ${percent}% kursus ditonton”.`,
  saysNothing:
    'Halaman jualan anda tidak menjanjikan apa-apa. Anda masih boleh membayar balik di Pesanan, dan hak di bawah undang-undang pengguna Malaysia kekal.',
} satisfies Translation<typeof moneyBackMessages>
