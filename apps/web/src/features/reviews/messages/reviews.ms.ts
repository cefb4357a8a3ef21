import type { Translation } from '#web/platform/language/messages.ts'
import { figure } from '#web/platform/language/numbers.ts'
import type { reviewsMessages } from './reviews.en.ts'

export const reviews = {
  reviews: 'Ulasan',
  outOfFive: (stars: number | string) => `${stars} daripada 5 bintang`,
  count: (count: number) => `${figure(count)} ulasan`,
  ofStars: (stars: number, count: number) => `${stars} bintang: ${figure(count)} ulasan`,
  learner: 'Seorang pelajar',
  seller: 'Penjual',
  yours: 'Ulasan anda',
  changed: 'Disunting',
  replyOf: (seller: string) => `Balasan daripada ${seller}`,
  showAll: (count: number) => `Tunjukkan semua ${figure(count)} ulasan`,
  empty: 'Belum ada ulasan',
  emptyHint: 'Pelajar kursus ini boleh menulis ulasan pertama.',
  failed: 'Ulasan tidak dapat dimuatkan',
  write: 'Tulis ulasan',
  change: 'Sunting ulasan anda',
} satisfies Translation<typeof reviewsMessages>
