import { defineMessages } from '#web/platform/language/messages.ts'

export const intendedAccountMessages = defineMessages('intendedAccount', {
  toStart: (title: string) => `New here? Create an account to start “${title}”. It is free.`,
  toBuy: (title: string) => `New here? Create an account to buy “${title}”. The account itself is free.`,
})
