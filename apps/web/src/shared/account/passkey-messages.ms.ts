import type { Translation } from '../../platform/language/messages.ts'
import type { passkeyMessages } from './passkey-messages.en.ts'

export const passkey = {
  use: 'Guna kunci laluan',
  waiting: 'Menunggu kunci laluan anda...',
  declined: 'Tiada kunci laluan digunakan. Cuba lagi, atau teruskan dengan cara lain.',
  unavailable:
    'Kunci laluan tidak berfungsi dalam pelayar ini atau di alamat ini. Sila gunakan e-mel dan kata laluan anda.',
  failed: 'Kunci laluan tidak dapat digunakan. Sila cuba lagi.',
} satisfies Translation<typeof passkeyMessages>
