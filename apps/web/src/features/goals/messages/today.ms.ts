import type { Translation } from '#web/platform/language/messages.ts'
import { figure } from '#web/platform/language/numbers.ts'
import type { todayMessages } from './today.en.ts'

export const today = {
  today: 'Hari ini',
  alsoToday: 'Juga hari ini',
  liveNow: (title) => `Sedang berlangsung: ${title}`,
  liveAt: (time, title) => `Secara langsung pada ${time}: ${title}`,
  goalOfWeek: (days, goal) => `Matlamat mingguan: ${figure(days)} daripada ${figure(goal)} hari`,
  goalHint: 'Belum belajar hari ini',
  partFailed: 'Sebahagian daripada hari ini tidak dapat dimuatkan',
} satisfies Translation<typeof todayMessages>
