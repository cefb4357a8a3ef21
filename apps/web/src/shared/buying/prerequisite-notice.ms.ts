import type { Translation } from '../../platform/language/messages.ts'
import { listed } from '../../platform/lists/listed.ts'
import { figure } from '../../platform/language/numbers.ts'
import type { prerequisiteNoticeMessages } from './prerequisite-notice.en.ts'

export const completeFirst = {
  completeFirst: (courses) => `Selesaikan ${listed(courses, 'dan')} dahulu.`,
  completeSome: (courses) => `Selesaikan ${figure(courses)} kursus dahulu`,
  buyNow: () => 'Anda boleh beli sekarang dan mula selepas selesai.',
  enrollNow: () => 'Anda boleh daftar sekarang dan mula selepas selesai.',
  accessBegins: 'Tempoh akses bermula sekarang, bukan semasa pelajaran dibuka.',
  accessBeginsThen: 'Tempoh akses bermula pada tarikh mula, walaupun pelajaran dibuka kemudian.',
  openThen: () => 'Pelajaran dibuka selepas selesai.',
} satisfies Translation<typeof prerequisiteNoticeMessages>
