import type { Translation } from '#web/platform/language/messages.ts'
import type { saleMailMessages } from './sale-mail.en.ts'

export const saleMails = {
  title: 'E-mel tentang jualan',
  lead: 'Pilih kekerapan Apogee menghantar e-mel tentang jualan. Anda tetap dimaklumkan dalam Apogee tentang setiap jualan.',
  howOften: 'Hantar e-mel',
  each: 'Bagi setiap jualan',
  daily: 'Sekali sehari',
  never: 'Jangan hantar',
  save: 'Simpan',
  saving: 'Menyimpan...',
  saved: 'Pilihan anda telah disimpan.',
  saveFailed: 'Pilihan anda tidak dapat disimpan. Sila cuba lagi.',
  loadFailed: 'Pilihan anda tidak dapat dimuatkan',
} satisfies Translation<typeof saleMailMessages>
