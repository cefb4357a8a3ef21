import type { Translation } from '#web/platform/language/messages.ts'
import type { cartMessages } from './cart.en.ts'
import { figure } from '#web/platform/language/numbers.ts'

export const cart = {
  title: 'Troli',
  itemCount: (courses: number, bundles: number) =>
    [courses > 0 && `${figure(courses)} kursus`, bundles > 0 && `${figure(bundles)} himpunan`]
      .filter(Boolean)
      .join(', '),
  empty: 'Troli anda kosong',
  emptyHint: 'Tambah kursus, dan ia kekal di sini sehingga anda sedia membayar.',
  browseCourses: 'Lihat kursus',
  remove: 'Buang',
  removeItem: (title: string) => `Buang ${title}`,
  removed: (title: string) => `${title} telah dibuang daripada troli anda.`,
  clear: 'Kosongkan Troli',
  summary: 'Ringkasan',
  subtotal: 'Jumlah kecil',
  saleDiscount: 'Diskaun promosi',
  codeDiscount: (code: string) => `Kod ${code}`,
  taxInside: 'Termasuk SST',
  total: 'Jumlah',
  proceed: 'Teruskan ke Pembayaran',
  continueShopping: 'Terus Membeli-belah',
  owned: 'Anda sudah memiliki kursus ini. Buang untuk meneruskan.',
  own: 'Anda sendiri menjual kursus persendirian ini. Buang untuk meneruskan.',
  gone: 'Kursus ini tidak lagi dijual. Buang untuk meneruskan.',
  notOffered: 'Kursus ini tidak ditawarkan buat masa ini. Buang untuk meneruskan.',
  waiting: 'Kursus ini belum boleh dibeli: penjualnya sedang disemak. Buang untuk meneruskan.',
  alone: 'Buat masa ini kursus ini hanya boleh dibeli secara berasingan. Buang untuk meneruskan.',
  priceChanged: (before: string) => `Harganya ${before} semasa anda menambahnya.`,
  chooseStart: 'Pilih tarikh mula untuk setiap kursus dahulu.',
  clearFirst: 'Buang kursus yang ditandakan dahulu.',
  removeMarked: 'Buang kursus yang ditandakan',
  quoteFailed: 'Harga semasa tidak dapat dimuatkan. Ini harga terakhir yang diketahui.',
  free: 'Percuma',
} satisfies Translation<typeof cartMessages>
