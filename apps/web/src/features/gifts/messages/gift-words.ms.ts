import type { Translation } from '#web/platform/language/messages.ts'
import type { giftWordsMessages } from './gift-words.en.ts'

export const giftWords = {
  gift: 'Hadiah',
  seeGift: 'Lihat hadiah anda',
} satisfies Translation<typeof giftWordsMessages>
