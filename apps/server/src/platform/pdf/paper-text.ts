/** Texts of printed documents. */
import { paperLocales, type Language } from '@apogee/domain/languages.ts'
import { malaysiaTimeZone } from '@apogee/domain/time-zone.ts'

/** One line each, without the empty ones. */
export const lines = (...texts: string[]): string => texts.filter((text) => text.trim() !== '').join('\n')

/** Empty when the text is. */
export const labelled = (label: string, text: string): string => (text === '' ? '' : `${label}: ${text}`)

/** The day in Malaysia, such as '22 November 2026'. */
export const dayInWords = (at: Date, language: Language): string =>
  at.toLocaleDateString(paperLocales[language], {
    timeZone: malaysiaTimeZone,
    day: 'numeric',
    month: 'long',
    year: 'numeric',
  })
