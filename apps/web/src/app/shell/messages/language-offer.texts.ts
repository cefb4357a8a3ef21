import type { TranslatedLanguage } from '@apogee/domain/languages.ts'

export interface LanguageOfferTexts {
  sentence: string
  accept: string
  decline: string
}

const offers = import.meta.glob<LanguageOfferTexts>('../language-offers/*.ts', {
  eager: true,
  import: 'offer',
})

/**
 * Returns the offer to change the language, written in the offered language. The other texts of that language are not loaded yet.
 */
export const offerIn = (language: TranslatedLanguage): LanguageOfferTexts | undefined =>
  offers[`../language-offers/${language}.ts`]
