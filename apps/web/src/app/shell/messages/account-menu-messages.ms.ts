import type { Translation } from '#web/platform/language/messages.ts'
import type { accountMenuMessages } from './account-menu-messages.en.ts'

export const accountMenu = {
  signUp: 'Cipta akaun',
  accountMenu: (name: string) => `Akaun ${name}`,
  yourProfile: 'Profil Anda',
  platform: 'Platform',
  notifications: 'Pemberitahuan',
  purchases: 'Pembelian saya',
  settings: 'Tetapan',
  logout: 'Log keluar',
} satisfies Translation<typeof accountMenuMessages>
