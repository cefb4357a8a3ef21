/**
 * The languages of the interface, the mails and the printed documents. A new language is a line in each table of this
 * file, its texts, and a migration that allows its code in the columns named `language`.
 */

/** Codes as in HTML's `lang` and in the database, the default first. */
export const languages = ['en', 'ms'] as const

export type Language = (typeof languages)[number]

/** The default language of people who have not chosen one, and of addresses without `?lang=`. */
export const defaultLanguage = 'en' satisfies Language

/** The languages whose texts are loaded on demand; the default's texts are in the code itself. */
export type TranslatedLanguage = Exclude<Language, typeof defaultLanguage>

export const translatedLanguages = languages.filter(
  (language): language is TranslatedLanguage => language !== defaultLanguage,
)

/** The languages by their own names. */
export const languageNames: Record<Language, string> = { en: 'English', ms: 'Bahasa Melayu' }

/** The locale of screens: the language as it is written in Malaysia. */
export const screenLocale = (language: Language): string => `${language}-MY`

const months = (names: string): readonly string[] => names.split(' ')

/**
 * Month names on screens, January first: in dates, alone in short, alone in full. As ICU writes them (en-MY in dates, else
 * en-US; ms-MY); a browser needs up to 16 ms of processor time to load its own.
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

/** Locales of dates in mails and printed documents. */
export const paperLocales: Record<Language, string> = { en: 'en-GB', ms: 'ms-MY' }

export const isLanguage = (code: unknown): code is Language => languages.some((language) => language === code)

/** The language of a received code; the default for any other value. */
export const languageOf = (code: unknown): Language => (isLanguage(code) ? code : defaultLanguage)

/** The cookie that holds the chosen language, and the query parameter that chooses one. */
export const languageParameter = 'lang'

/** The address of a page in a language: the default has the bare address, every other one `?lang=`. */
export const addressIn = (language: Language, path: string): string =>
  language === defaultLanguage
    ? path
    : `${path}${path.includes('?') ? '&' : '?'}${languageParameter}=${language}`

/** The language that a browser's `Accept-Language` names first, if it is one of ours and not the default. */
export function offeredLanguage(acceptLanguage: string | undefined): TranslatedLanguage | null {
  const first = /^\s*([a-z]+)\b/i.exec(acceptLanguage ?? '')?.[1]?.toLowerCase()
  return isLanguage(first) && first !== defaultLanguage ? first : null
}
