import type { Translation } from '#web/platform/language/messages.ts'
import type { rehearsalMessages } from './rehearsal.en.ts'

export const rehearsal = {
  title: (part, course) => `${part} – Latihan: ${course}`,
  loading: 'Latihan jualan',
  loadFailed: 'Latihan tidak dapat dimuatkan',
  notFound: 'Kursus tidak ditemui',
  notFoundHint: 'Kursus mungkin telah dipadamkan, atau anda tidak mengurusnya.',
  backHome: 'Kembali ke Utama',
  free: 'Kursus ini percuma',
  freeHint: 'Tetapkan harganya, kemudian buat latihan jualannya.',
  toPricing: 'Ke harga',
  notice:
    'Latihan: anda melihat apa yang dilihat pembeli. Tiada apa-apa dijual atau dihantar, dan tiada angka berubah.',
  end: 'Tamatkan latihan',
  steps: 'Bahagian jualan',
  done: 'selesai',
  current: 'bahagian sekarang',
  next: 'akan datang',
  page: 'Halaman jualan',
  checkout: 'Maklumat pembeli',
  payment: 'Pembayaran',
  paid: 'Pengesahan',
  mail: 'Resit',
  order: 'Pesanan anda',
  buy: 'Teruskan ke maklumat pembeli',
  pageHint: 'Pautan jualan anda membuka halaman ini. Pembeli menekan “Beli Sekarang”.',
  checkoutHint:
    'Pembeli memasukkan alamat sekali sahaja. Dalam latihan anda boleh membiarkannya kosong; tiada apa-apa disimpan.',
  paymentHint: (seller) =>
    `Pembeli meninggalkan Apogee ke halaman selamat CHIP, yang memaparkan nama ${seller} atau Apogee. Mereka memilih FPX, kad atau e-dompet. Panel ini menggantikan halaman itu dalam latihan.`,
  pay: (amount) => `Bayar ${amount}`,
  decline: 'Tolak',
  tryAgain: 'Cuba lagi',
  paidHint: 'Pembeli tiba di sini, dan kursus terus terbuka untuk mereka.',
  readMail: 'Baca e-mel pembeli',
  mailHint: 'Pembeli menerima e-mel ini dalam masa seminit, dengan resit PDF di sebalik pautannya.',
  seeOrder: 'Lihat pesanan anda',
  orderHint:
    'Pesanan muncul dalam Jualan, amaun ditolak yuran dalam Wang, dan pembeli dalam senarai pelajar anda.',
  orderPaid: 'Dibayar',
  buyer: 'Pembeli',
  sampleBuyer: 'Pembeli rekaan',
  amount: 'Amaun',
  refundHint: 'Di sini anda memulangkan wang pembeli, sepenuhnya atau sebahagian.',
  connect: 'Pilih cara anda dibayar',
  again: 'Ulang latihan',
} satisfies Translation<typeof rehearsalMessages>
