import type { Translation } from '#web/platform/language/messages.ts'
import type { rosterStartMessages } from './start.en.ts'

export const rosterStart = {
  saving: 'Menyimpan...',
  letStart: 'Benarkan mula awal',
  withdrawStart: 'Tarik balik kebenaran',
  mayStartEarly: 'Pelajar boleh mula awal',
  waitsAgain: 'Pelajar perlu menunggu semula, kecuali kursus telah dimulakan',
  startFailed: 'Perubahan tidak dapat disimpan. Sila cuba lagi.',
  startsEarly: 'Pelajar ini boleh mula sebelum menyelesaikan kursus yang perlu didahulukan.',
  waitingNotice: 'Pelajaran ditutup sehingga pelajar ini menyelesaikan kursus yang perlu didahulukan.',
} satisfies Translation<typeof rosterStartMessages>
