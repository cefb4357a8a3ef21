import type { Translation } from '#web/platform/language/messages.ts'
import { figure } from '#web/platform/language/numbers.ts'
import type { watchFiguresMessages } from './watch-figures.en.ts'

export const watchFigures = {
  title: 'Di mana penonton meninggalkan video',
  video: 'Video',
  viewers: (count) => `${figure(count)} pelajar menonton sebahagian daripada video ini.`,
  nobody: 'Tiada sesiapa yang mendaftar dalam tempoh ini menonton video ini.',
  noLength: 'Panjang video ini belum diketahui.',
  told: (time, count) => `${time}: ${figure(count)} penonton`,
  leaves: 'Kebanyakan penonton berhenti pada',
  lost: (count) => `${count} kurang daripada sebelumnya`,
  noLeaves: 'Tiada saat apabila tiga penonton atau lebih berhenti bersama-sama.',
  missed: 'Soalan yang paling banyak salah',
  missedLead:
    'Pelajar yang mendaftar dalam tempoh yang dipilih, termasuk yang aksesnya telah tamat: bahagian mata yang tiada dalam 300 percubaan pertama terbaharu bagi setiap kuiz.',
  missedFailed: 'Soalan tidak dapat dimuatkan',
  noneMissed: 'Tiada soalan kuiz yang diterbitkan dijawab salah dalam lima percubaan pertama atau lebih.',
  question: 'Soalan',
  asked: 'Ditanya',
  missedShare: 'Salah',
  download: 'Muat turun CSV',
  downloading: 'Fail sedang disediakan…',
  downloadFailed: 'Fail tidak dapat dibuat. Sila cuba lagi.',
  loadFailed: 'Angka video ini tidak dapat dimuatkan',
} satisfies Translation<typeof watchFiguresMessages>
