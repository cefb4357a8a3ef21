import type { Translation } from '#web/platform/language/messages.ts'
import type { announcementMailsMessages } from './announcement-mails.en.ts'

export const announcementMails = {
  title: 'Hentikan e-mel tentang pengumuman',
  lead: 'Anda tidak akan menerima lagi e-mel tentang pengumuman kursus anda, atau salinan mesej daripada pengendalinya. Kedua-duanya kekal dalam laman ini, dan pemberitahuan diteruskan.',
  stopped: 'E-mel tentang pengumuman dihentikan',
  settingsTitle: 'E-mel tentang pengumuman',
  settingsLead:
    'Pengumuman dalam kursus anda, jika ia turut dihantar melalui e-mel, dan mesej pengendalinya kepada anda. Anda tetap dimaklumkan dalam Apogee.',
  wanted: 'Hantar pengumuman kepada saya melalui e-mel',
} satisfies Translation<typeof announcementMailsMessages>
