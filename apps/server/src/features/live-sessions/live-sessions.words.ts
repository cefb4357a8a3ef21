/** Formats the day and time of a session in words, in Malaysia. */
import { type Language, paperLocales } from '@apogee/domain/languages.ts'
import { malaysiaTimeZone } from '@apogee/domain/time/time-zone.ts'

export const startInWords = (startsAt: Date, language: Language): string =>
  new Intl.DateTimeFormat(paperLocales[language], {
    timeZone: malaysiaTimeZone,
    dateStyle: 'full',
    timeStyle: 'short',
  }).format(startsAt)
