import type { Translation } from '#web/platform/language/messages.ts'
import type { providerMessages } from './providers.en.ts'

export const providers = {
  signingInWith: 'Anda sedang dilog masuk...',
  providerUnset: (provider: string) =>
    `Log masuk dengan ${provider} belum disediakan di laman ini. Sila gunakan e-mel dan kata laluan anda.`,
  providerCancelled: (provider: string) => `Log masuk dengan ${provider} telah dibatalkan.`,
  providerExpired: (provider: string) =>
    `Log masuk dengan ${provider} mengambil masa terlalu lama, atau dimulakan di tetingkap lain. Sila cuba lagi.`,
  providerUnverified: (provider: string) =>
    `${provider} belum mengesahkan alamat e-mel anda, jadi anda tidak dapat log masuk dengannya di sini. Sila gunakan e-mel dan kata laluan anda.`,
  providerFailed: (provider: string) =>
    `${provider} tidak menjawab seperti yang dijangka. Sila cuba lagi, atau gunakan e-mel dan kata laluan anda.`,
  providerBusy: 'Terlalu banyak percubaan. Sila tunggu beberapa minit dan cuba lagi.',
} satisfies Translation<typeof providerMessages>
