import type { Translation } from '#web/platform/language/messages.ts'
import type { liveSessionsMessages } from './live-sessions.en.ts'

export const liveSessions = {
  title: 'Sesi langsung',
  plan: 'Rancang Sesi Langsung',
  loadFailed: 'Sesi langsung tidak dapat dimuatkan',
  noneWritten: 'Tiada sesi langsung dirancang',
  noneWrittenHint:
    'Temui pelajar anda: mereka mendapat pautan di sini sejurus sebelum ia bermula, dan catatan dalam kalendar mereka.',
  length: (minutes) => `${minutes} minit`,
  malaysianTime: 'waktu Malaysia',
  join: 'Sertai',
  joinOf: (title) => `Sertai ${title}`,
  joinFrom: (time) => `Pautan muncul di sini pada ${time}.`,
  withoutCohort: 'tanpa kohort',
  runs: 'Sedang berlangsung',
  past: (count) => `Sesi lalu (${count})`,
  wasPresent: 'Anda hadir',
  wasAbsent: 'Anda tidak hadir',
} satisfies Translation<typeof liveSessionsMessages>
