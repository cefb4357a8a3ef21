import type { Translation } from '#web/platform/language/messages.ts'
import type { purchaseMessages } from './purchase.en.ts'

export const purchase = {
  accessEnded: (day) => `Akses anda tamat pada ${day}. Nota, kemajuan dan sijil anda kekal.`,
  accessEnds: (day) => `Akses anda tamat pada ${day}.`,
  renewalAdds: 'Beli kursus ini sekali lagi untuk menambah masa.',
  continueLearning: 'Teruskan Pembelajaran',
  enrolling: 'Mendaftar...',
  acceptInvite: 'Terima jemputan',
  enrolled: 'Berjaya mendaftar dalam kursus! Anda boleh mula belajar sekarang.',
  intendedEnrolled: 'Anda sudah berdaftar dalam kursus ini.',
  intendedOwn: 'Anda mengurus kursus ini, jadi anda tidak perlu mendaftar.',
  intendedClosed: 'Kursus ini tidak ditawarkan buat masa ini. Tiada wang diambil.',
  intendedPrice:
    'Harga telah berubah sejak anda menekan butang. Sila semak dan tekan sekali lagi. Tiada wang diambil.',
  intendedStart: 'Anda telah log masuk. Sila semak tarikh mula kursus, kemudian tekan butang sekali lagi.',
  enrollFailed: 'Ralat berlaku semasa mendaftar dalam kursus',
  enrollUnexplained: 'Gagal mendaftar dalam kursus',
  checkingCode: 'Menyemak kod...',
  buyAsGift: 'Beli sebagai hadiah',
  buying: 'Membuka pembayaran...',
  buyFailed: 'Ralat berlaku semasa memproses pembayaran anda',
  paymentFailed: 'Pembayaran gagal diproses. Sila cuba lagi.',
  noPaymentUrl: 'Halaman pembayaran tidak dapat dibuka. Tiada wang diambil.',
  inCart: 'Dalam Troli',
  goToCart: 'Ke Troli',
  addedToCart: (title: string) => `${title} telah ditambah ke troli anda!`,
  invitedTitle: 'Anda dijemput ke sebuah kursus persendirian',
  invitedHint: 'Terima jemputan ini untuk membuka kursus.',
  invitedSignIn: 'Terima jemputan ini, kemudian log masuk atau daftar untuk membuka kursus.',
} satisfies Translation<typeof purchaseMessages>
