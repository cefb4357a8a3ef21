import type { Translation } from '#web/platform/language/messages.ts'
import type { registrationMessages } from './registration.en.ts'

export const registration = {
  consentAbove:
    'Dengan meneruskan dengan cara ini, anda menyetujui kedua-dua dokumen yang dipautkan di atas.',
} satisfies Translation<typeof registrationMessages>
