/** Makes the codes of gifts: 16 letters and digits, which are 80 random bits, in groups of four for people who type them. */
import { randomBytes } from 'node:crypto'
import { tokenDigest } from '#server/platform/secrets/tokens.ts'

/** The alphabet has no letter that looks like a digit, and no U. */
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const length = 16

export const newGiftCode = (): string =>
  Array.from(randomBytes(length), (byte) => alphabet[byte % alphabet.length]).join('')

/** Returns `7HKM-2PXR-9TBV-4QNC`. */
export const printedCode = (code: string): string =>
  [0, 4, 8, 12].map((from) => code.slice(from, from + 4)).join('-')

/** Returns the digest of a typed code, whatever its case, its separators, and letters that look like digits. */
export const digestOfCode = (typed: string): Buffer =>
  tokenDigest(
    typed
      .toUpperCase()
      .replaceAll(/[^0-9A-Z]/g, '')
      .replaceAll('O', '0')
      .replaceAll(/[IL]/g, '1'),
  )
