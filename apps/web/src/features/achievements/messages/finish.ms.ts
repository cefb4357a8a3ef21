import type { Translation } from '#web/platform/language/messages.ts'
import type { finishMessages } from './finish.en.ts'

export const finish = {
  title: 'Kursus selesai',
  finished: (title) => `Anda telah menyelesaikan “${title}”.`,
  gained: 'XP diperoleh',
  level: 'Tahap',
  newLevel: 'Tahap baharu',
  badges: 'Lencana dimenangi',
  certificate: 'Sijil anda',
  review: 'Beberapa patah kata tentang kursus ini membantu mereka yang sedang memilih.',
  next: 'Apa yang boleh dipelajari seterusnya',
} satisfies Translation<typeof finishMessages>
