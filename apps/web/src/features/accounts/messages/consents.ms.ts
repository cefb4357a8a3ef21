import type { Translation } from '#web/platform/language/messages.ts'
import type { consentMessages } from './consents.en.ts'

export const consents = {
  listTitle: 'Perkara yang anda persetujui',
  listFailed: 'Senarai perkara yang anda persetujui tidak dapat dimuatkan',
  inForce: (day: string) => `Berkuat kuasa sejak ${day}`,
  version: (day: string) => `Versi ${day}`,
  registration: (time: string) => `diterima semasa anda mendaftar pada ${time}`,
  provider: (time: string) =>
    `diterima semasa log masuk pertama anda melalui Google atau GitHub pada ${time}`,
  setup: (time: string) => `direkodkan pada ${time}, semasa laman ini disediakan`,
  'notice-shown': (time: string) => `notis kami ditunjukkan kepada anda pada ${time}`,
  'notice-closed': (time: string) => `anda membaca atau menutup notis kami pada ${time}`,
  noRecord: 'Belum ada rekod: akaun anda lebih lama daripada rekod ini.',
  withdrawing:
    'Anda menarik balik persetujuan ini dengan memadam akaun anda. E-mel yang boleh anda hentikan:',
  questionMails: 'soalan dan jawapan',
  announcementMails: 'pengumuman kursus',
} satisfies Translation<typeof consentMessages>
