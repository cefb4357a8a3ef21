import type { Translation } from '#web/platform/messages.ts'
import type { paymentStatusMessages } from './payment-status.en.ts'

export const paymentStatus = {
  created: 'Dimulakan',
  pending: 'Menunggu',
  paid: 'Dibayar',
  failed: 'Gagal',
  cancelled: 'Dibatalkan',
  expired: 'Tamat tempoh',
  refunded: 'Dibayar balik',
  partlyRefunded: 'Dibayar balik sebahagian',
  needs_review: 'Dalam semakan',
} satisfies Translation<typeof paymentStatusMessages>
