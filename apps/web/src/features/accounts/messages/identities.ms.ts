import type { Translation } from '#web/platform/language/messages.ts'
import type { identitiesMessages } from './identities.en.ts'

export const identities = {
  lead: 'Akaun di tempat lain yang membolehkan anda log masuk di sini.',
  failed: 'Akaun anda yang dipautkan tidak dapat dimuatkan',
  none: 'Tiada akaun Google atau GitHub yang dipautkan',
  noneHint:
    'Untuk memautkan satu akaun, log keluar dan log masuk dengannya. Alamat e-melnya mestilah alamat akaun ini.',
  linked: (day) => `Dipautkan pada ${day}`,
  remove: 'Alih keluar pautan',
  removeNamed: (provider) => `Alih keluar pautan dengan ${provider}`,
  removeTitle: (provider) => `Alih keluar pautan dengan ${provider}?`,
  removeText: (provider) =>
    `${provider} tidak lagi membolehkan anda log masuk, dan peranti anda yang lain akan dilog keluar. Log masuk dengan akaun ${provider} yang mempunyai alamat e-mel anda akan memautkannya semula.`,
  removing: 'Sedang mengalih keluar...',
  removeFailed: 'Pautan tidak dapat dialih keluar. Sila cuba lagi.',
  removed: (provider) => `Pautan dialih keluar: ${provider}`,
} satisfies Translation<typeof identitiesMessages>
