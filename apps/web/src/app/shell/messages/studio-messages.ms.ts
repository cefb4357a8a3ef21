import type { Translation } from '#web/platform/language/messages.ts'
import { figure } from '#web/platform/language/numbers.ts'
import type { studioMessages } from './studio-messages.en.ts'

export const studio = {
  studio: 'Studio',
  navigation: 'Studio',
  quick: 'Navigasi pantas',
  open: 'Buka menu studio',
  widen: 'Tunjukkan nama',
  narrow: 'Tunjukkan ikon sahaja',
  home: 'Utama',
  inbox: 'Peti masuk',
  waiting: (count: number) => `${figure(count)} perkara menunggu`,
  courses: 'Pengajaran',
  salesLinks: 'Pautan kongsi',
  people: 'Orang',
  analytics: 'Laporan',
  business: 'Perniagaan',
  developers: 'Pembangun',
  security: 'Log keselamatan',
  platform: 'Platform',
  payouts: 'Bayaran keluar',
  more: 'Lagi',
  money: 'Wang',
  search: 'Cari dalam studio',
  find: 'Cari',
  keys: 'Ctrl+K',
  keysOfApple: '⌘K',
  outside: 'Di luar studio',
} satisfies Translation<typeof studioMessages>
