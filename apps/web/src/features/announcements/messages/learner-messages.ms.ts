import type { Translation } from '#web/platform/language/messages.ts'
import { figure } from '#web/platform/language/numbers.ts'
import type { learnerMessagesMessages } from './learner-messages.en.ts'

export const learnerMessages = {
  title: 'Mesej yang dihantar',
  write: 'Tulis mesej',
  writeIn: (course: string) => `Tentang ${course}`,
  writeLead: (name) =>
    `${name} dimaklumkan dalam laman ini, dan melalui e-mel jika alamatnya disahkan dan e-mel ini tidak dimatikan.`,
  unnamed: 'Pelajar',
  body: 'Mesej',
  bodyHint: 'Pelajar melihat nama anda. Untuk menjawab, pelajar menulis dalam perbincangan kursus.',
  send: 'Hantar mesej',
  sending: 'Menghantar...',
  sent: 'Mesej dihantar sebagai pemberitahuan',
  sentByMail: 'Mesej dihantar sebagai pemberitahuan dan melalui e-mel',
  sendFailed: 'Mesej tidak dapat dihantar. Sila cuba lagi.',
  loadFailed: 'Mesej tidak dapat dimuatkan',
  none: 'Belum ada mesej dihantar kepada pelajar ini.',
  byline: (author, time) => (author === null ? time : `${author} · ${time}`),
  alsoMailed: 'Juga melalui e-mel',
  shownOf: (shown, total) => `${shown} daripada ${figure(total)} mesej`,
  loadMore: 'Tunjukkan mesej lama',
} satisfies Translation<typeof learnerMessagesMessages>
