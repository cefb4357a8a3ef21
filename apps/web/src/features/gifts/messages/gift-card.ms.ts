import type { Translation } from '#web/platform/language/messages.ts'
import { figure } from '#web/platform/language/numbers.ts'
import type { giftCardMessages } from './gift-card.en.ts'

export const giftCard = {
  heading: 'Hadiah untuk anda',
  headingFor: (name) => `Hadiah untuk ${name}`,
  from: (name) => `Daripada ${name}`,
  fromSomebody: 'Daripada seseorang yang telah meninggalkan Apogee',
  more: (count) => `dan ${figure(count)} kursus lagi`,
} satisfies Translation<typeof giftCardMessages>
