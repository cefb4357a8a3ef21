import type { Translation } from '../../platform/language/messages.ts'
import { figure } from '../../platform/language/numbers.ts'
import type { moneyMessages } from './money-messages.en.ts'

export const money = {
  breadcrumb: 'Laluan navigasi',
  admin: 'Pentadbir',
  teach: 'Mengajar',
  orders: 'Pesanan',
  review: 'Untuk diputuskan',
  ledger: 'Lejar',
  invoices: 'Invois',
  coupons: 'Kupon',
  reconciliation: 'Penyesuaian',

  look: 'Lihat',
  alarm_ledger_not_zero: (_count: number) => 'Lejar tidak berjumlah sifar.',
  alarm_unbooked_sales: (count: number) => `${figure(count)} pesanan dibayar tiada dalam lejar.`,
  alarm_late_callbacks: (count: number) =>
    `${figure(count)} makluman penyedia pembayaran tidak dapat diproses tepat pada masanya.`,
  alarm_stuck_settlements: (count: number) => `${figure(count)} bayaran belum diperiksa tepat pada masanya.`,
  alarm_stuck_refunds: (count: number) => `${figure(count)} bayaran balik tersekat.`,
  alarm_old_review: (count: number) =>
    `${figure(count)} isu bayaran menunggu keputusan, ada yang lebih dua hari.`,
  alarm_differences: (count: number) => `Penyesuaian terbaharu menemui ${figure(count)} perbezaan.`,
  alarm_reconciliation_late: (_count: number) => 'Tiada penyesuaian berjalan selama dua hari.',
} satisfies Translation<typeof moneyMessages>
