import type { Translation } from '#web/platform/language/messages.ts'
import { listed } from '#web/platform/lists/listed.ts'
import type { cartGiftMessages } from './cart-gift.en.ts'

export const cartGift = {
  buyAsGift: 'Beli sebagai hadiah',
  withoutFree: (courses) =>
    `${listed(courses, 'dan')} tidak disertakan, kerana kursus percuma tidak perlu dihadiahkan.`,
} satisfies Translation<typeof cartGiftMessages>
