/**
 * Compares and sorts texts that people write. The database folds texts in the same way: `search_form` of migration
 * 0218, with which the server's `search-form.test.ts` compares these functions.
 */

/**
 * Matches accents of Latin, Greek and Cyrillic, and vowel points of Hebrew and Arabic. Vowel signs of other scripts count as
 * letters.
 */
const accents = new RegExp(
  [
    '[\\u0300-\\u036f\\u1ab0-\\u1aff\\u1dc0-\\u1dff\\u20d0-\\u20ff\\ufe20-\\ufe2f]',
    '[\\u0591-\\u05bd\\u05bf\\u05c1\\u05c2\\u05c4\\u05c5\\u05c7]',
    '[\\u064b-\\u065f\\u0670]',
  ].join('|'),
  'g',
)
/** Matches characters without width. Programs add them to pasted text, and nobody types them into a search. */
const invisible = /\p{Default_Ignorable_Code_Point}/gu

/** Phones and word processors replace a typed apostrophe, quotation mark or hyphen by these characters. */
const typed: Readonly<Record<string, string>> = {
  '‘': "'",
  '’': "'",
  ʼ: "'",
  '′': "'",
  '“': '"',
  '”': '"',
  '″': '"',
  '‐': '-',
  '‑': '-',
  '‒': '-',
  '–': '-',
  '−': '-',
}
/** Unicode does not decompose these letters into a letter and an accent. */
const letters: Readonly<Record<string, string>> = {
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ħ: 'h',
  ŧ: 't',
  ı: 'i',
  ς: 'σ',
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
}

function replacerOf(signs: Readonly<Record<string, string>>): (text: string) => string {
  const expression = new RegExp(`[${Object.keys(signs).join('')}]`, 'g')
  return (text) => text.replaceAll(expression, (sign) => signs[sign] ?? sign)
}

const withTypedSigns = replacerOf(typed)
const withPlainLetters = replacerOf(letters)

/**
 * Returns the text as a keyboard writes it: without invisible characters, and with straight quotation marks, plain hyphens and
 * usual blanks.
 */
export const asTyped = (text: string): string =>
  withTypedSigns(withUsualWidth(text.replaceAll(invisible, ''))).replaceAll(/\s/g, ' ')

/** Replaces full-width characters, which keyboards for Chinese and Japanese write instead of ASCII. */
const withUsualWidth = (text: string): string =>
  text.replaceAll(/[\uff01-\uff5e]/g, (sign) => String.fromCharCode(sign.charCodeAt(0) - 0xfee0))

/** Returns the decomposed text without accents. Vowel signs of scripts such as Tamil are letters, and stay. */
export const withoutAccents = (text: string): string => text.normalize('NFD').replaceAll(accents, '')

const isAscii = (text: string): boolean => /^[\0-\x7F]*$/.test(text)

/** Returns the form in which texts are compared: without case, accents and invisible signs, with straight quotation marks. */
export const folded = (text: string): string =>
  isAscii(text)
    ? text.toLowerCase()
    : withPlainLetters(asTyped(text.normalize('NFKD').replaceAll(accents, '')).toLowerCase())

/** Returns the folded form of a search or of a searched text, with single blanks. */
export const searchForm = (text: string): string => folded(text).replaceAll(/\s+/g, ' ').trim()
