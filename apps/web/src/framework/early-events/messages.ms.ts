import type { Translation } from '#web/platform/language/messages.ts'
import type { earlyEventsMessages } from './messages.en.ts'

export const earlyEvents = {
  waiting: 'Halaman ini masih dimuatkan. Pilihan anda akan dilaksanakan sebentar lagi.',
  lost: 'Halaman ini berubah semasa dimuatkan, jadi “{name}” tidak dilaksanakan.',
  untyped: 'Halaman ini berubah semasa dimuatkan. Isi “{name}” sekali lagi.',
  failed:
    'Halaman ini tidak dapat dimuatkan sepenuhnya. Semak sambungan anda, kemudian muatkan semula halaman ini.',
} satisfies Translation<typeof earlyEventsMessages>
