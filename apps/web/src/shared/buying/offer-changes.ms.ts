import type { Translation } from '../../platform/language/messages.ts'
import type { offerChangesMessages } from './offer-changes.en.ts'

export const offerChanges = {
  price: (now, before) => `Harganya kini ${now}. Sebelum ini ${before}.`,
  access: (length) => `Tempoh akses kini ${length}.`,
  endless: 'Akses kini tiada tarikh tamat.',
  start: (name, day) => `Kini bermula dengan ${name} pada ${day}.`,
  withoutCohort: 'Anda kini bermula serta-merta, secara sendiri.',
  first: (courses) => `Kini perlu diselesaikan dahulu: ${courses}.`,
} satisfies Translation<typeof offerChangesMessages>
