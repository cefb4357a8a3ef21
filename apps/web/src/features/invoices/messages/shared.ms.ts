import type { Translation } from '#web/platform/language/messages.ts'
import { figure } from '#web/platform/language/numbers.ts'
import type { sharedInvoiceMessages } from './shared.en.ts'

export const sharedInvoice = {
  title: (number) => `Invois ${number}`,
  from: (seller) => `Daripada ${seller}`,
  issued: 'Perlu dibayar',
  overdue: 'Lewat bayar',
  paid: 'Dibayar',
  void: 'Dibatalkan',
  toPay: (date) => `Sila bayar selewat-lewatnya pada ${date}.`,
  wasDue: (date) =>
    `Ini perlu dibayar pada ${date}. Jika anda sudah membayar, penjual mungkin mengambil masa beberapa hari untuk melihatnya.`,
  wasPaid: (date) => `Dibayar pada ${date}. Terima kasih.`,
  wasVoid: (number) =>
    `Invois ini dibatalkan oleh nota kredit ${number}. Anda tidak berhutang apa-apa untuknya.`,
  wasVoidPaid: (number, amount) =>
    `Invois ini dibatalkan oleh nota kredit ${number}. Penjual membayar balik ${amount} melalui pindahan bank.`,
  bank: 'Bayar melalui pindahan bank',
  bankName: 'Nama bank',
  accountName: 'Pemegang akaun',
  accountNumber: 'Nombor akaun',
  reference: 'Rujukan',
  checkBank: 'Semak butiran ini dengan penjual sebelum membayar.',
  to: 'Kepada',
  seller: 'Penjual',
  registration: (number) => `No. pendaftaran ${number}`,
  tin: (number) => `TIN ${number}`,
  sst: (number) => `No. SST ${number}`,
  order: (number) => `Pesanan belian ${number}`,
  courses: 'Kursus',
  seats: (count) => `${figure(count)} tempat`,
  seatsTaken: (taken, seats) => `${figure(taken)} daripada ${figure(seats)} tempat diisi`,
  each: (price) => `${price} setiap satu`,
  taxWithin: (percent) => `Termasuk SST (${percent})`,
  total: 'Jumlah',
  invoicePdf: 'Invois (PDF)',
  receiptPdf: 'Resit (PDF)',
  creditNotePdf: 'Nota kredit (PDF)',
  refundNotePdf: 'Nota bayaran balik (PDF)',
  notFound: 'Tiada invois ditemui untuk pautan ini',
  notFoundHint: 'Ia mungkin telah diganti. Minta pautan semasa daripada penjual.',
  loadFailed: 'Invois tidak dapat dimuatkan',
  aboutLink:
    'Sesiapa yang mempunyai pautan ini boleh melihat halaman ini. Nama orang yang mengisi tempat tidak ditunjukkan.',
} satisfies Translation<typeof sharedInvoiceMessages>
