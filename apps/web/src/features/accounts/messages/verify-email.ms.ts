import type { Translation } from '#web/platform/language/messages.ts'
import type { verifyEmailMessages } from './verify-email.en.ts'

export const verifyEmail = {
  title: 'Sahkan e-mel anda',
  done: 'Alamat e-mel anda telah disahkan',
  doneHint: 'Terima kasih. Tiada apa-apa lagi yang perlu dibuat di sini.',
  failed: 'Alamat e-mel anda tidak dapat disahkan',
  spent: 'Pautan ini telah tamat tempoh atau telah digunakan',
  expiredHint: 'Setiap pautan sah sekali sahaja, selama 3 hari.',
} satisfies Translation<typeof verifyEmailMessages>
