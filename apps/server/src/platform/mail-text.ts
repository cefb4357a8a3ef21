/** Text that other people chose, made safe for a mail: no control characters, no length without end, no link. */

const invisible = /\p{Cf}+/gu
const controlCharacters = /[\p{Cc}\p{Zl}\p{Zp}]+/gu
/** `name.com` and `name@place`; amounts such as 149.00 are none. */
const linkParts = /(?<=[\p{L}\p{N}])([.@])(?=\p{L})/gu
const scheme = /\b[a-z][a-z\d+.-]{1,20}:\/\//giu
const wordJoiner = '\u2060'

/** Mail programs turn addresses into links by themselves; an invisible joiner stops them. */
export function withoutLinks(text: string): string {
  return text
    .replaceAll(scheme, (found) => found.replace('://', `:${wordJoiner}//${wordJoiner}`))
    .replaceAll(linkParts, `$1${wordJoiner}`)
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
