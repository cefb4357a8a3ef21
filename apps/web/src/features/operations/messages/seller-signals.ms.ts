import type { Translation } from '#web/platform/language/messages.ts'
import { figure, type Count } from '#web/platform/language/numbers.ts'
import type { sellerSignalsMessages } from './seller-signals.en.ts'

export const sellerSignals = {
  tab: 'Isyarat',
  tabCount: (count: Count) => `Isyarat (${figure(count)})`,
  title: 'Isyarat',
  lead: 'Angka penjual yang luar biasa, diukur setiap jam. Tiada apa-apa berlaku dengan sendirinya: semak penjual itu, kemudian tutup isyarat dengan catatan. Penjual tidak pernah melihat isyarat.',
  failed: 'Isyarat tidak dapat dimuatkan',
  none: 'Tiada angka luar biasa',
  noneHint:
    'Isyarat muncul di sini apabila bayaran balik, pembayaran atau bayaran keluar seorang penjual kelihatan luar biasa.',
  noneOfSeller: 'Tiada isyarat',
  noneOfSellerHint: 'Tiada apa-apa yang luar biasa diukur bagi penjual ini.',
  count: (count: Count) => `${figure(count)} isyarat`,
  shownOf: (shown: number, total: Count) => `${shown} daripada ${figure(total)} isyarat`,
  more: 'Muatkan lagi',
  unnamed: (id: number) => `Penjual ${id}`,
  kind_refunds: 'Banyak bayaran balik',
  kind_chargebacks: 'Caj balik',
  kind_fast_start: 'Penjual baharu menjual dengan cepat',
  kind_refused_payments: 'Banyak pembayaran ditolak',
  kind_own_purchases: 'Orang sendiri membeli',
  kind_bank_changed: 'Akaun bank baharu sebelum bayaran keluar besar',
  facts_refunds: (asked: number, paid: number) =>
    `${figure(asked)} daripada ${figure(paid)} jualan dalam 30 hari diminta dibayar balik`,
  facts_chargebacks: (count: number) => `${figure(count)} caj balik dalam 30 hari`,
  facts_fast_start: (orders: number, amount: string) =>
    `${figure(orders)} pesanan berjumlah ${amount} dalam 24 jam; jualan pertama kurang daripada 30 hari lalu`,
  facts_refused_payments: (all: number, most: number) =>
    `${figure(all)} pembayaran ditolak dalam sejam, ${figure(most)} oleh seorang pembeli`,
  facts_own_purchases: (count: number) =>
    `${figure(count)} pembelian dalam 30 hari oleh orang dalam pasukan penjual sendiri`,
  facts_bank_changed: (days: number, amount: string) =>
    `Butiran bank dimasukkan ${days === 0 ? 'hari ini' : `${figure(days)} hari lalu`}; ${amount} terhutang kepada penjual`,
  opened: (time: string) => `Sejak ${time}`,
  seen: (time: string) => `kali terakhir dilihat ${time}`,
  closed: (name: string, time: string) => `Ditutup oleh ${name} pada ${time}`,
  somebody: 'bekas pentadbir utama',
  open: 'Terbuka',
  done: 'Ditutup',
  ledger: 'Lejar',
  ledgerOf: (name: string) => `Lejar ${name}`,
  close: 'Tutup',
  closeNamed: (kind: string, name: string) => `Tutup isyarat “${kind}” bagi ${name}`,
  closeTitle: (kind: string, name: string) => `Tutup “${kind}” bagi ${name}?`,
  closeText:
    'Isyarat dibuka semula hanya jika cukup banyak berlaku selepas ini. Catatan disimpan selama dua tahun.',
  note: 'Apakah yang anda dapati?',
  closing: 'Menutup…',
  closeAction: 'Tutup isyarat',
  closedNotice: 'Isyarat telah ditutup',
  closeFailed: 'Isyarat tidak dapat ditutup',
} satisfies Translation<typeof sellerSignalsMessages>
