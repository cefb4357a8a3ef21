import type { Translation } from '#web/platform/language/messages.ts'
import type { intendedAccountMessages } from './intended-account.en.ts'

export const intendedAccount = {
  toStart: (title) => `Baharu di sini? Cipta akaun untuk mula belajar “${title}”. Ia percuma.`,
  toBuy: (title) => `Baharu di sini? Cipta akaun untuk membeli “${title}”. Akaun itu sendiri percuma.`,
} satisfies Translation<typeof intendedAccountMessages>
