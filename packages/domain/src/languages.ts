/**
 * Defines the languages of the interface, the mails and the printed documents. A new language needs a line in each table of this
 * file, its texts, and a migration that allows its code in the columns named `language`.
 */
import { ownValue } from './own-value.ts'

/** The codes are the same in HTML's `lang` and in the database. The default is first. */
export const languages = ['en', 'ms'] as const

export type Language = (typeof languages)[number]

/** The language applies to people who have not chosen one, and to addresses without `?lang=`. */
export const defaultLanguage = 'en' satisfies Language

/** Texts in these languages are loaded on demand. Texts in the default language are part of the code. */
export type TranslatedLanguage = Exclude<Language, typeof defaultLanguage>

export const translatedLanguages = languages.filter(
  (language): language is TranslatedLanguage => language !== defaultLanguage,
)

export const languageNames: Record<Language, string> = { en: 'English', ms: 'Bahasa Melayu' }

export const screenLocale = (language: Language): string => `${language}-MY`

const months = (names: string): readonly string[] => names.split(' ')

/**
 * Holds the names of months for screens, January first: `inDate` in dates, `short` and `long` for a month alone. They are those of
 * ICU (en-MY in dates, otherwise en-US; ms-MY). They are written here because a browser needs up to 16 ms of processor time to load
 * its own.
 */
export const monthNames: Record<Language, Record<'inDate' | 'short' | 'long', readonly string[]>> = {
  en: {
    inDate: months('Jan Feb Mar Apr May Jun Jul Aug Sept Oct Nov Dec'),
    short: months('Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'),
    long: months('January February March April May June July August September October November December'),
  },
  ms: {
    inDate: months('Jan Feb Mac Apr Mei Jun Jul Ogo Sep Okt Nov Dis'),
    short: months('Jan Feb Mac Apr Mei Jun Jul Ogo Sep Okt Nov Dis'),
    long: months('Januari Februari Mac April Mei Jun Julai Ogos September Oktober November Disember'),
  },
}

/** Mails and printed documents format dates with these locales. */
export const paperLocales: Record<Language, string> = { en: 'en-GB', ms: 'ms-MY' }

export const isLanguage = (code: unknown): code is Language => languages.some((language) => language === code)

export const languageOf = (code: unknown): Language => (isLanguage(code) ? code : defaultLanguage)

/** Names the cookie that stores the chosen language, and the query parameter that chooses one. */
export const languageParameter = 'lang'

export const addressIn = (language: Language, path: string): string =>
  language === defaultLanguage
    ? path
    : `${path}${path.includes('?') ? '&' : '?'}${languageParameter}=${language}`

/**
 * Returns the language that the browser's `Accept-Language` names first, if the platform has it and it is not the default. Returns
 * null otherwise.
 */
export function offeredLanguage(acceptLanguage: string | undefined): TranslatedLanguage | null {
  const first = /^\s*([a-z]+)\b/i.exec(acceptLanguage ?? '')?.[1]?.toLowerCase()
  return isLanguage(first) && first !== defaultLanguage ? first : null
}

/** Maps three-letter codes (ISO 639-2 and 639-3) and written names of languages to the two-letter codes. */
const writtenAs: Readonly<Record<string, Language>> = {
  eng: 'en',
  english: 'en',
  inggeris: 'en',
  msa: 'ms',
  may: 'ms',
  zsm: 'ms',
  malay: 'ms',
  melayu: 'ms',
  bahasa: 'ms',
}

/** Returns the language of a tag such as `en`, `eng`, `en-US` or `English`, or null for another language. */
export function languageOfTag(tag: string): Language | null {
  const [code = ''] = tag.toLowerCase().split(/[-_]/)
  const short = ownValue(writtenAs, code) ?? code
  return isLanguage(short) ? short : null
}
