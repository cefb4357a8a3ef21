import type { Translation } from '../../platform/language/messages.ts'
import type { setupMessages } from './setup-messages.en.ts'

export const setupFirst = {
  title: 'Sediakan langkah kedua dahulu',
  text: 'Peranan anda memerlukan langkah kedua untuk log masuk. Sediakannya dalam tab baharu, kembali ke sini dan hantar sekali lagi. Apa yang anda taip masih ada.',
  setUp: 'Sediakan dalam tab baharu',
  sendAgain: 'Hantar sekali lagi',
} satisfies Translation<typeof setupMessages>
