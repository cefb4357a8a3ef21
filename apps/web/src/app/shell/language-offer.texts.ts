import type { TranslatedLanguage } from '@apogee/domain/languages.ts'

/** The offer to change the language, in the language that is offered. */
export const offerTexts: Record<TranslatedLanguage, { sentence: string; accept: string; decline: string }> = {
  ms: {
    sentence: 'Apogee juga ada dalam Bahasa Melayu.',
    accept: 'Tukar ke Bahasa Melayu',
    decline: 'Tutup tawaran ini',
  },
}
