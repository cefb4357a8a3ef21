/** Turns the bytes of a file into text, for every importer on the server and in the browser. */
import { decoded, encodingNamed } from './code-pages.ts'
import { guessEncoding } from './guess-encoding.ts'

/** Says how the encoding was found. The order is the order of the attempts. 'chosen' means that the author named the encoding. */
export type EncodingFound = 'chosen' | 'mark' | 'declared' | 'valid' | 'guessed'

export interface DecodedText {
  text: string
  /** Holds the platform's name of the encoding, such as 'utf-8' or 'windows-1252'. */
  encoding: string
  how: EncodingFound
}

/** The file or its author names the encoding `refused`, but the bytes are not a text in that encoding. */
export interface RefusedText {
  refused: string
}

export interface ReadTextOptions {
  /** A file of this format may declare its encoding. A plain text declares none. */
  format?: 'plain' | 'xml' | 'html'
  /** Holds the encoding that the author has chosen. No other encoding is tried. */
  encoding?: string | undefined
}

/** Lists the encodings that an author may choose, the most frequent first. */
export const offeredEncodings = [
  'utf-8',
  'windows-1252',
  'gb18030',
  'big5',
  'windows-1256',
  'windows-1251',
  'shift_jis',
  'euc-kr',
  'windows-874',
  'windows-1250',
  'windows-1254',
  'windows-1253',
  'windows-1255',
  'windows-1257',
  'windows-1258',
  'iso-8859-2',
  'koi8-r',
  'koi8-u',
  'ibm866',
  'euc-jp',
  'macintosh',
  'utf-16le',
  'utf-16be',
] as const

/**
 * Decodes the bytes of a file. The text has no byte order mark, no U+0000, and no U+FFFD, which would stand for a lost character.
 */
export async function readText(
  bytes: Uint8Array,
  { format = 'plain', encoding }: ReadTextOptions = {},
): Promise<DecodedText | RefusedText> {
  if (encoding !== undefined)
    return as(bytes, encodingNamed(encoding) ?? encoding, 'chosen') ?? { refused: encoding }
  const marked = markOf(bytes)
  if (marked !== null) return as(bytes, marked, 'mark') ?? { refused: marked }
  const declared = declaredEncoding(bytes, format)
  const read = (declared === null ? null : as(bytes, declared, 'declared')) ?? as(bytes, 'utf-8', 'valid')
  if (read) return read
  if (isDamagedUtf8(bytes)) return { refused: 'utf-8' }
  const guessed = await guessEncoding(bytes)
  return (guessed === null ? null : as(bytes, guessed, 'guessed')) ?? { refused: declared ?? 'utf-8' }
}

/** Returns the text, or throws an error that names the encoding. */
export async function requireText(bytes: Uint8Array, options?: ReadTextOptions): Promise<string> {
  const read = await readText(bytes, options)
  if ('refused' in read) throw new UnreadableText(read.refused)
  return read.text
}

export class UnreadableText extends Error {
  readonly encoding: string

  constructor(encoding: string) {
    super(`the text is not ${encoding}`)
    this.encoding = encoding
  }
}

function as(bytes: Uint8Array, encoding: string, how: EncodingFound): DecodedText | null {
  const text = decoded(bytes, encoding)
  return text === null || /[\0\uFFFD]/.test(text)
    ? null
    : { text: text.replace(/^\uFEFF/, ''), encoding, how }
}

function markOf([first, second, third]: Uint8Array): string | null {
  if (first === 0xef && second === 0xbb && third === 0xbf) return 'utf-8'
  if (first === 0xff && second === 0xfe) return 'utf-16le'
  return first === 0xfe && second === 0xff ? 'utf-16be' : null
}

/** A declaration is searched in this number of bytes. Browsers search no further in HTML either. */
const declaredWithin = 1024

function declaredEncoding(bytes: Uint8Array, format: 'plain' | 'xml' | 'html'): string | null {
  if (format === 'plain') return null
  const start = decoded(bytes.subarray(0, declaredWithin), 'windows-1252') ?? ''
  const heads = [
    ...(/^\s*<\?xml/i.test(start) ? [start] : []),
    ...(format === 'html' ? start.split(/<meta/i).slice(1) : []),
  ].map((head) => head.split('>', 1).join('').replaceAll(/\s/g, ''))
  const label = heads.flatMap((head) => /(?:encoding|charset)=["']?([\w.:-]+)/i.exec(head)?.[1] ?? [])[0]
  const encoding = label === undefined ? null : encodingNamed(label)
  // A declaration that ASCII can read cannot be in UTF-16, even if it says so.
  return encoding?.startsWith('utf-16') ? null : encoding
}

/** Recognises UTF-8 with a few broken characters. A text in another encoding is hardly ever mostly valid UTF-8. */
function isDamagedUtf8(bytes: Uint8Array): boolean {
  const text = new TextDecoder().decode(bytes)
  const high = text.match(/[^\p{ASCII}\uFFFD]/gu)?.length ?? 0
  const broken = text.match(/\uFFFD/g)?.length ?? 0
  return broken > 0 && high >= 10 * broken
}

/** Returns the first line with a character outside of ASCII, so that the author can judge a guessed encoding. */
export function sampleOf(text: string): string {
  const line = text.split(/[\r\n]+/).find((one) => /[^\p{ASCII}]/u.test(one)) ?? ''
  return [...line.trim()].slice(0, 120).join('')
}
