import type { invitationMessages } from './invitation-messages.en.ts'
import type { Translation } from '../../platform/language/messages.ts'

export const invitation = {
  invitedAddress: (email) => `Jemputan ini untuk ${email}.`,
  createAccount: 'Cipta akaun',
  signIn: 'Log masuk',
  otherAccount: (email) =>
    `Anda log masuk sebagai ${email}. Log keluar dahulu, kemudian log masuk dengan alamat yang dijemput.`,
  logout: 'Log keluar',
  accept: 'Terima jemputan',
  accepting: 'Menerima...',
  acceptFailed: 'Jemputan tidak dapat diterima. Sila cuba lagi.',
  invalidTitle: 'Pautan jemputan ini tidak lagi sah',
  readFailed: 'Jemputan tidak dapat dimuatkan',
  goToMarketplace: 'Lihat pasaran kursus',
} satisfies Translation<typeof invitationMessages>
