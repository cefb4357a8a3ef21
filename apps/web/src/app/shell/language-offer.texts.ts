import type { TranslatedLanguage } from '@apogee/domain/languages.ts'

export interface LanguageOfferTexts {
  sentence: string
  accept: string
  decline: string
}

const offers = import.meta.glob<LanguageOfferTexts>('./language-offers/*.ts', {
  eager: true,
  import: 'offer',
})

/** The offer to change the language, in the language that is offered: its other texts are not loaded yet. */
export const offerIn = (language: TranslatedLanguage): LanguageOfferTexts | undefined =>
  offers[`./language-offers/${language}.ts`]
