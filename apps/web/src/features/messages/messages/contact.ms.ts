import type { Translation } from '#web/platform/language/messages.ts'
import type { contactMessages } from './contact.en.ts'

export const contact = {
  formContact: 'Tulis kepada kami',
  formSupport: 'Beritahu apa yang berlaku',
  formTestimonial: 'Hantar kisah anda',
  formPartner: 'Cadangkan kerjasama',
  name: 'Nama anda',
  email: 'E-mel',
  emailHint: 'Hanya untuk jawapan kami.',
  textContact: 'Mesej anda',
  textSupport: 'Apa yang berlaku',
  textTestimonial: 'Kisah anda',
  textPartner: 'Cadangan anda',
  sendContact: 'Hantar mesej',
  sendSupport: 'Hantar kepada sokongan',
  sendTestimonial: 'Hantar kisah',
  sendPartner: 'Hantar cadangan',
  sending: 'Menghantar...',
  aboutOrder: (id: string) => `Nombor pesanan: ${id}`,
  sendFailed: 'Mesej anda tidak dapat dihantar. Sila cuba lagi.',
  website: 'Biarkan kosong',
  sent: 'Mesej anda telah sampai',
  sentHint: (email) =>
    `Pengendali laman ini akan membacanya. Jika perlu dijawab, kami menulis kepada ${email}.`,
  another: 'Tulis mesej lain',
  needsScript:
    'Penghantaran memerlukan JavaScript dalam pelayar ini. Teks di sebelah borang boleh dibaca tanpanya.',
  privacyNote: 'Kami menyimpan mesej anda paling lama dua tahun.',
  privacyLink: 'Dasar Privasi',
} satisfies Translation<typeof contactMessages>
