import type { Translation } from '#web/platform/language/messages.ts'
import { figure } from '#web/platform/language/numbers.ts'
import type { moneyWordsMessages } from './money-words.en.ts'

export const moneyWords = {
  sales: 'Jualan',
  refunds: 'Bayaran balik',
  chargebacks: 'Caj balik',
  fees: 'Yuran',
  net: 'Bersih',
  paidToYou: 'Dibayar kepada anda',
  paidToSeller: 'Dibayar kepada penjual',
  paidToSellers: 'Dibayar kepada semua penjual',
  stillToBePaid: 'Akan dibayar',
  refundsAndChargebacks: 'Bayaran balik dan caj balik',

  salesOf: 'Pesanan dan invois yang dibayar, termasuk SST',
  salesCounted: (orders: number, invoices: number) =>
    invoices === 0 ? `${figure(orders)} pesanan` : `${figure(orders)} pesanan, ${figure(invoices)} invois`,
  refundsOf: 'Dikembalikan kepada pembeli',
  chargebacksOf: 'Diambil balik oleh bank pembeli',
  feesOf: 'Diambil oleh Apogee',
  netOf: 'Jualan ditolak bayaran balik, caj balik dan yuran',
  paidOf: 'Pindahan daripada Apogee',
  amountOf: (name: string, amount: string) => `${name} ${amount}`,
  showRows: (name: string, amount: string) => `${name} ${amount}: tunjukkan kandungannya`,
} satisfies Translation<typeof moneyWordsMessages>
