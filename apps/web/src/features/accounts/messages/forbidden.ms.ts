import type { Translation } from '#web/platform/language/messages.ts'
import type { forbiddenMessages } from './forbidden.en.ts'

export const forbidden = {
  title: 'Akses Ditolak',
  hint: 'Anda tidak mempunyai kebenaran untuk mengakses halaman ini.',
  signedInAs: (name) => `Anda log masuk sebagai ${name}.`,
} satisfies Translation<typeof forbiddenMessages>
