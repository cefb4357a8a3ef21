/** Makes other people's text safe for a mail: no control characters, limited length, no link. */
import { paperLocales, type Language } from '@apogee/domain/languages.ts'
import { malaysiaTimeZone } from '@apogee/domain/time-zone.ts'
import { serverTexts } from '#server/texts/index.ts'

const invisible = /\p{Cf}+/gu
const controlCharacters = /[\p{Cc}\p{Zl}\p{Zp}]+/gu
/** `name.com` and `name@place`; amounts such as 149.00 do not match. */
const linkParts = /(?<=[\p{L}\p{N}])([.@])(?=\p{L})/gu
const wordJoiner = '\u2060'

/** Mail programs turn addresses into links; an invisible joiner prevents that. */
export function withoutLinks(text: string): string {
  return text.replaceAll('://', `:${wordJoiner}//${wordJoiner}`).replaceAll(linkParts, `$1${wordJoiner}`)
}

/** One line of at most `longest` characters that no mail program makes clickable. */
export function quotedText(text: string, longest: number): string {
  const line = text
    .replaceAll(invisible, '')
    .replaceAll(controlCharacters, ' ')
    .replaceAll(/\s+/gu, ' ')
    .trim()
  const characters = Array.from(line)
  const short = characters.length > longest ? `${characters.slice(0, longest - 1).join('')}…` : line
  return withoutLinks(short)
}

/** Several lines of at most `longest` characters together, for text that only the platform's staff reads. */
export function quotedLines(text: string, longest: number): string {
  const lines = Array.from(text)
    .slice(0, longest)
    .join('')
    .split(/\r\n?|\n/)
  return lines.map((line) => quotedText(line, longest)).join('\n')
}

/** An e-mail address to be copied; one that could be read as a web address is protected like other text. */
export const quotedAddress = (email: string): string =>
  /^[\w+-]+(?:\.[\w+-]+)*@[\w.-]+$/.test(email) ? email : quotedText(email, email.length)

const longestName = 100

/**
 * The greeting of a mail. It contains the name only once the address is verified: before that, whoever registered
 * the address may be a stranger who chose the name for its owner to read.
 */
export function greetingOf(
  language: Language,
  { name, isProven }: { name: string | null; isProven: boolean },
): string {
  const { hello } = serverTexts(language).mails
  const shown = isProven && name !== null ? quotedText(name, longestName) : ''
  return shown === '' ? hello : `${hello} ${shown}`
}

/** Day and time in Malaysia. */
export const timeInWords = (at: Date, language: Language): string =>
  new Intl.DateTimeFormat(paperLocales[language], {
    timeZone: malaysiaTimeZone,
    dateStyle: 'long',
    timeStyle: 'short',
  }).format(at)
