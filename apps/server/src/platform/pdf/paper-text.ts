import { paperLocales, type Language } from '@apogee/domain/languages.ts'
import { isolated } from '@apogee/domain/text/isolated-text.ts'
import { malaysiaTimeZone } from '@apogee/domain/time/time-zone.ts'

/** Joins the texts that are not empty, one on each line. */
export const lines = (...texts: string[]): string => texts.filter((text) => text.trim() !== '').join('\n')

/** Returns an empty text for an empty value. */
export const labelled = (label: string, text: string): string =>
  text === '' ? '' : `${label}: ${isolated(text)}`

/** Formats the day in Malaysia, such as '22 November 2026'. */
export const dayInWords = (at: Date, language: Language): string =>
  at.toLocaleDateString(paperLocales[language], {
    timeZone: malaysiaTimeZone,
    day: 'numeric',
    month: 'long',
    year: 'numeric',
  })
