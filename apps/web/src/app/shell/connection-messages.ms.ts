import type { Translation } from '#web/platform/messages.ts'
import type { connectionMessages } from './connection-messages.en.ts'

export const connection = {
  lost: 'Tiada sambungan. Halaman ini kekal terbuka; yang lain dimuatkan apabila sambungan pulih.',
  back: 'Sambungan sudah pulih.',
} satisfies Translation<typeof connectionMessages>
