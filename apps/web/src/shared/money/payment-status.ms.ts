import type { Translation } from '#web/platform/language/messages.ts'
import type { paymentStatusMessages } from './payment-status.en.ts'

export const paymentStatus = {
  created: 'Dimulakan',
  pending: 'Menunggu',
  paid: 'Dibayar',
  failed: 'Gagal',
  cancelled: 'Dibatalkan',
  expired: 'Tamat tempoh',
  refunded: 'Dibayar balik',
  partly_refunded: 'Dibayar balik sebahagian',
  charged_back: 'Caj balik',
  needs_review: 'Dalam semakan',
  part: (amount: string, total: string) => `${amount} daripada ${total}`,
} satisfies Translation<typeof paymentStatusMessages>
