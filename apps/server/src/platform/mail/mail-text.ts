/**
 * Makes text from users safe for a mail. The result has no control characters, a limited length and no link, and does not change
 * the order of other words.
 */
import { cutText } from '@apogee/domain/text/cut-text.ts'
import { isolated } from '@apogee/domain/text/isolated-text.ts'
import { paperLocales, type Language } from '@apogee/domain/languages.ts'
import { malaysiaTimeZone } from '@apogee/domain/time/time-zone.ts'
import { serverTexts } from '#server/texts/index.ts'

const invisible = /\p{Cf}+/gu
const controlCharacters = /[\p{Cc}\p{Zl}\p{Zp}]+/gu
/** Matches the dot of `name.com` and the sign of `name@place`, but not the dot of amounts such as 149.00. */
const linkParts = /(?<=[\p{L}\p{N}])([.@])(?=\p{L})/gu
const wordJoiner = '\u2060'

/** Inserts an invisible joiner into addresses, because mail programs turn them into links. */
export function withoutLinks(text: string): string {
  return text.replaceAll('://', `:${wordJoiner}//${wordJoiner}`).replaceAll(linkParts, `$1${wordJoiner}`)
}

/**
 * Returns one line of at most `longest` characters that no mail program makes clickable. Isolating characters separate
 * right-to-left text from the rest, because they work in subjects and plain text as well as in HTML.
 */
export function quotedText(text: string, longest: number): string {
  const line = text
    .replaceAll(invisible, '')
    .replaceAll(controlCharacters, ' ')
    .replaceAll(/\s+/gu, ' ')
    .trim()
  const short = line.length > longest ? `${cutText(line, longest - 1)}…` : line
  return isolated(withoutLinks(short))
}

/** Returns several lines with at most `longest` characters in total. It is for text that only the platform's staff reads. */
export function quotedLines(text: string, longest: number): string {
  const lines = cutText(text, longest).split(/\r\n?|\n/)
  return lines.map((line) => quotedText(line, longest)).join('\n')
}

/** Returns an e-mail address for copying. An address that could be read as a web address is protected like other text. */
export const quotedAddress = (email: string): string =>
  /^[\w+-]+(?:\.[\w+-]+)*@[\w.-]+$/.test(email) ? email : quotedText(email, email.length)

const longestName = 100

/**
 * Returns the greeting of a mail. It contains the name only when the address is verified: an unverified registrant may be a
 * stranger who chose the name for the address's owner to read.
 */
export function greetingOf(
  language: Language,
  { name, isProven }: { name: string | null; isProven: boolean },
): string {
  const { hello } = serverTexts(language).mails
  const shown = isProven && name !== null ? quotedText(name, longestName) : ''
  return shown === '' ? hello : `${hello} ${shown}`
}

export const timeInWords = (at: Date, language: Language): string =>
  new Intl.DateTimeFormat(paperLocales[language], {
    timeZone: malaysiaTimeZone,
    dateStyle: 'long',
    timeStyle: 'short',
  }).format(at)
