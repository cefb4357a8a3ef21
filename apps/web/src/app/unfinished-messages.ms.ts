import type { Translation } from '#web/platform/messages.ts'
import type { unfinishedMessages } from './unfinished-messages.en.ts'

export const unfinishedMalay = {
  notOpenYet: 'Bahagian Apogee ini belum dibuka.',
  goToMarketplace: 'Ke pasaran',
  assessment: 'Penilaian',
  attempt: 'Percubaan',
  certificate: 'Sijil',
  community: 'Komuniti',
  discussion: 'Perbincangan',
  group: 'Kumpulan belajar',
  invitation: 'Jemputan',
  ledger: 'Lejar',
  notifications: 'Pemberitahuan',
  order: 'Pesanan',
  orders: 'Pesanan',
} satisfies Translation<typeof unfinishedMessages>
