import type { LanguageOfferTexts } from '../messages/language-offer.texts.ts'

export const offer = {
  sentence: 'Apogee juga ada dalam Bahasa Melayu.',
  accept: 'Tukar ke Bahasa Melayu',
  decline: 'Tutup tawaran ini',
} satisfies LanguageOfferTexts
