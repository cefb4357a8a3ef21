import type { Translation } from '#web/platform/messages.ts'
import type { connectionMessages } from './connection-messages.en.ts'

export const connectionMalay = {
  lost: 'Tiada sambungan. Apa yang terbuka kekal terbuka; yang lain menyusul apabila sambungan pulih.',
  back: 'Sambungan sudah pulih.',
} satisfies Translation<typeof connectionMessages>
