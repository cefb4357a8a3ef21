import type { Translation } from '#web/platform/language/messages.ts'
import { figure } from '#web/platform/language/numbers.ts'
import type { visitorMessages } from './visitor.en.ts'

export const visitors = {
  title: 'Belajar bersama yang lain',
  text: 'Tanya di mana anda buntu, dan jawab di mana anda tahu. Kumpulan dan perbincangan terbuka kepada semua yang mempunyai akaun.',
  link: 'Ke komuniti',
  members: (count: number) => `${figure(count)} ahli`,
  discussions: (count: number) => `${figure(count)} perbincangan`,
} satisfies Translation<typeof visitorMessages>
