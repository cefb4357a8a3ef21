import { defineMessages } from '#web/platform/language/messages.ts'

export const giftWordsMessages = defineMessages('giftWords', {
  gift: 'Gift',
  seeGift: 'See your gift',
})
