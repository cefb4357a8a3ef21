/** Guesses the encoding of a text that does not name it. The detector loads with the first text that needs a guess. */
import { decoded, dosEncodings } from './code-pages.ts'

/** Maps the detector's names of encodings to those of the platform. KOI8-U has all letters of KOI8-R, so it stands for both. */
const texts: Readonly<Record<string, string>> = {
  gb18030: 'gb18030',
  big5hkscs: 'big5',
  cp932: 'shift_jis',
  shift_jis_2004: 'shift_jis',
  euc_jis_2004: 'euc-jp',
  cp949: 'euc-kr',
  cp1250: 'windows-1250',
  cp1251: 'windows-1251',
  cp1252: 'windows-1252',
  cp1253: 'windows-1253',
  cp1254: 'windows-1254',
  cp1255: 'windows-1255',
  cp1256: 'windows-1256',
  cp1257: 'windows-1257',
  cp1258: 'windows-1258',
  cp874: 'windows-874',
  'iso8859-2': 'iso-8859-2',
  'koi8-u': 'koi8-u',
  cp866: 'ibm866',
  'mac-roman': 'macintosh',
}

/** Archives name their files in code pages of DOS too. */
const names: Readonly<Record<string, string>> = {
  ...texts,
  ...Object.fromEntries(dosEncodings.map((name) => [name, name])),
}

export interface GuessOptions {
  /** True means that the bytes are names of files. */
  isName?: boolean
}

/** This number of bytes is enough for a guess. More bytes would only cost time. */
const guessedBytes = 65_536

/** The encodings of Western Europe are preferred, because a short text often fits several other encodings as well. */
const usual = { text: ['windows-1252'], name: ['cp850', 'cp437', 'windows-1252'] }
/** Another Latin encoding is chosen only if it is this many times as likely. */
const clearly = 1.6

/** Returns the most likely encoding whose text is readable, or null. */
export async function guessEncoding(
  bytes: Uint8Array,
  { isName = false }: GuessOptions = {},
): Promise<string | null> {
  const start = bytes.subarray(0, guessedBytes)
  const wide = wideEncodingOf(start)
  if (wide !== null) return wide
  if (!isName && hasOnlySigns(start)) return 'windows-1252'
  const { chardet } = await import('jschardet')
  const known = isName ? names : texts
  const ranked = chardet
    .detectAll(start, { includeEncodings: Object.keys(known), ignoreThreshold: true, compatNames: false })
    .flatMap(({ encoding, confidence }) => {
      const name = known[(encoding ?? '').toLowerCase()]
      const text = name === undefined ? null : decoded(start, name, { isCut: true })
      return name !== undefined && text !== null && isReadable(text)
        ? [{ name, confidence, isLatin: isLatin(text) }]
        : []
    })
  const [best] = ranked
  const preferred = isName ? usual.name : usual.text
  if (best && !best.isLatin) return best.name
  const western = preferred.flatMap((name) => ranked.find((one) => one.name === name) ?? [])
  const [first] = western.filter(({ confidence }) => !best || confidence * clearly >= best.confidence)
  if (first ?? best) return (first ?? best)?.name ?? null
  return preferred.find((name) => isReadable(decoded(start, name) ?? '\0')) ?? null
}

/** Recognises UTF-16 without its mark: ASCII characters, such as line ends, have a zero in the same half of each pair. */
function wideEncodingOf(start: Uint8Array): string | null {
  const zeros: [number, number] = [0, 0]
  for (const [at, byte] of start.entries()) if (byte === 0) zeros[at % 2 === 0 ? 0 : 1] += 1
  const [even, odd] = zeros
  if (even + odd === 0) return null
  const name = odd > even ? 'utf-16le' : 'utf-16be'
  const text = decoded(start, name, { isCut: true })
  return text !== null && isReadable(text) ? name : null
}

/**
 * Returns true if the text is ASCII except for single signs, such as dashes and quotation marks. Such signs do not show the
 * language.
 */
function hasOnlySigns(start: Uint8Array): boolean {
  const runs = (decoded(start, 'windows-1252') ?? '').match(/[^\p{ASCII}]+/gu) ?? []
  return runs.every((run) => /^[–—‘’“”•…€™°©®£«»×±²³½¼\u00A0]$/u.test(run))
}

/** Matches characters that no author writes: control characters, unassigned and private ones, and the sign for a lost character. */
const foreign = /[\u0000-\u0008\u000E-\u0019\u001B-\u001F\u007F-\u009F\uFFFD\p{Co}\p{Cn}]/u
const letter = /\p{L}/u
const highLetters = /[^\p{ASCII}]/gu
/** Matches a word of two scripts, as in 'leзon', which shows a wrong encoding. */
const mixed =
  /[A-Za-z][\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Thai}]|[\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Thai}][A-Za-z]/gu
/**
 * Matches a capital after a small letter, a box-drawing character or a mathematical sign. They are frequent in texts that were
 * decoded with a wrong code page.
 */
const unlikely = /\p{Ll}(?=[^\p{ASCII}])\p{Lu}|[\u2500-\u25FF\u2200-\u22FF\u2310-\u2321¤¦¬]/gu

/** Returns whether an author may have written the decoded text. */
function isReadable(text: string): boolean {
  if (foreign.test(text.replaceAll('\uFEFF', ''))) return false
  const high = text.match(highLetters)?.length ?? 0
  const wrong = (text.match(mixed)?.length ?? 0) + (text.match(unlikely)?.length ?? 0)
  return wrong * 5 <= high
}

const isLatin = (text: string): boolean =>
  [...(text.match(highLetters) ?? [])].every((sign) => !letter.test(sign) || /\p{Script=Latin}/u.test(sign))
