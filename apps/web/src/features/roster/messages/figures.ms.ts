import type { Translation } from '#web/platform/language/messages.ts'
import { figure } from '#web/platform/language/numbers.ts'
import type { figuresMessages } from './figures.en.ts'

export const courseFigures = {
  title: 'Statistik kursus',
  titleOf: (course) => `Angka ${course}`,
  range: 'Mendaftar dalam',
  days: (days) => `${days} hari`,
  always: 'Sepanjang masa',
  loadFailed: 'Angka tidak dapat dimuatkan',
  funnel: 'Sejauh mana pelajar maju',
  funnelLead:
    'Orang yang mempunyai akses dan mendaftar dalam hari yang dipilih. Kemajuan dikira seperti dalam senarai mereka sendiri.',
  enrolled: 'Mendaftar',
  started: 'Bermula',
  quarter: '25%',
  half: '50%',
  threeQuarters: '75%',
  finished: 'Selesai',
  certificate: 'Sijil',
  stepTold: (step, learners, percent) => `${step}: ${figure(learners)} pelajar, ${percent}%`,
  lessons: 'Tempat pelajar berhenti',
  lessonsLead: 'Berhenti: pelajaran terakhir orang yang belum selesai dan tidak belajar selama 14 hari.',
  lesson: 'Pelajaran',
  opened: 'Dibuka',
  completed: 'Diselesaikan',
  stopped: 'Berhenti',
  whoStopped: (stopped, lesson) => `${stopped} berhenti di ${lesson}: lihat siapa`,
  steep: 'Luar biasa ramai berhenti di sini',
  nobody: 'Tiada sesiapa mendaftar dalam tempoh ini',
  nobodyHint: 'Pilih tempoh yang lebih panjang, atau kongsi kursus ini.',
  noLessons: 'Belum ada pelajaran diterbitkan',
} satisfies Translation<typeof figuresMessages>
