import type { Translation } from '#web/platform/messages.ts'
import type { moneyMessages } from './money-messages.en.ts'

export const moneyMalay = {
  navigation: 'Wang',
  orders: 'Pesanan',
  review: 'Semakan',
  ledger: 'Lejar',
  invoices: 'Invois',
  coupons: 'Kupon',
  reconciliation: 'Penyesuaian',
} satisfies Translation<typeof moneyMessages>
