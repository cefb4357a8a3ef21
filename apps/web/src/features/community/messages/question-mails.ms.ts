import type { Translation } from '#web/platform/language/messages.ts'
import type { questionMailsMessages } from './question-mails.en.ts'

export const questionMails = {
  title: 'Hentikan e-mel tentang soalan',
  lead: 'Anda tidak akan menerima lagi e-mel tentang soalan baharu dalam kursus yang anda ajar, tentang jawapan pengajar kepada soalan anda dan tentang balasan yang menyebut anda. Pemberitahuan dalam laman ini diteruskan.',
  stopped: 'E-mel tentang soalan dihentikan',
  settingsTitle: 'E-mel tentang soalan',
  settingsLead:
    'Tentang soalan baharu dalam kursus yang anda ajar, paling kerap sekali sejam, tentang jawapan pengajar kepada soalan anda dan tentang balasan yang menyebut anda. Anda tetap dimaklumkan dalam Apogee.',
  wanted: 'Hantar e-mel kepada saya tentang soalan',
} satisfies Translation<typeof questionMailsMessages>
