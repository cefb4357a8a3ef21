import type { Translation } from '#web/platform/messages.ts'
import type { unfinishedMessages } from './unfinished-messages.en.ts'

export const unfinishedMalay = {
  notOpenYet: 'Bahagian Apogee ini belum dibuka.',
  goToMarketplace: 'Ke pasaran',
  community: 'Komuniti',
  discussion: 'Perbincangan',
  group: 'Kumpulan belajar',
  invitation: 'Jemputan',
} satisfies Translation<typeof unfinishedMessages>
