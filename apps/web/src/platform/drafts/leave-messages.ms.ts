import type { leaveMessages } from './leave-messages.en.ts'
import type { Translation } from '../language/messages.ts'

export const leave = {
  title: 'Tinggalkan halaman ini?',
  upload: 'Fail masih dimuat naik. Jika anda pergi sekarang, fail itu mungkin hilang.',
  text: 'Apa yang anda taip belum disimpan. Jika anda pergi sekarang, teks itu hilang.',
  codes:
    'Kod pemulihan ini ditunjukkan sekali sahaja. Jika anda pergi sekarang, anda tidak dapat melihatnya lagi.',
  stay: 'Kekal',
  leave: 'Tinggalkan',
} satisfies Translation<typeof leaveMessages>
