import type { mailsMessages } from './mails-messages.en.ts'
import type { Translation } from '../../platform/language/messages.ts'

export const mails = {
  stop: 'Hentikan E-mel',
  saving: 'Menyimpan...',
  stoppedHint:
    'Anda tidak akan menerimanya lagi. Anda boleh menghidupkannya semula di sini, dengan pautan yang sama.',
  resume: 'Hidupkan Semula',
  failed: 'Ini tidak dapat diubah. Sila cuba lagi.',
  on: 'Hidup',
  off: 'Mati',
  loadFailed: 'Pilihan anda tidak dapat dimuatkan',
  unknown: 'Pautan ini tidak sah. Gunakan pautan dalam e-mel yang lebih baharu.',
} satisfies Translation<typeof mailsMessages>
