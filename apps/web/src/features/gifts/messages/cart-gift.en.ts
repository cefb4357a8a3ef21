import { defineMessages } from '#web/platform/language/messages.ts'
import { listed } from '#web/platform/lists/listed.ts'

export const cartGiftMessages = defineMessages('cartGift', {
  buyAsGift: 'Buy as a gift',
  withoutFree: (courses: readonly string[]) =>
    `The gift leaves out ${listed(courses, 'and')}, because free courses need no gift.`,
})
