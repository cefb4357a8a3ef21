/** Creates recovery codes and parses typed codes. `authenticator-codes.ts` handles the codes of apps. */
import { randomInt } from 'node:crypto'

/** The alphabet is Crockford's base32, in which no letter looks like a digit. */
const alphabet = '0123456789abcdefghjkmnpqrstvwxyz'
const codeLength = 12
export const recoveryCodesInSet = 10

/** Creates a set of codes of 60 random bits each. Their first two characters differ, because codes are looked up by them. */
export function newRecoveryCodes(): string[] {
  const byStart = new Map<string, string>()
  while (byStart.size < recoveryCodesInSet) {
    const code = Array.from({ length: codeLength }, () => alphabet[randomInt(alphabet.length)]).join('')
    byStart.set(startOf(code), code)
  }
  return [...byStart.values()]
}

export const startOf = (code: string): string => code.slice(0, 2)

/** Formats a code as three groups of four characters. */
export const shownCode = (code: string): string => (code.match(/.{4}/g) ?? []).join('-')

export type GivenCode = { app: string } | { recovery: string } | null

/**
 * Parses a typed code; null means that it is neither kind of code. Spaces and hyphens are ignored, and confusable letters are
 * mapped to digits.
 */
export function readCode(typed: string): GivenCode {
  const bare = typed.replaceAll(/[\s-]/g, '').toLowerCase()
  if (/^\d{6}$/.test(bare)) return { app: bare }
  const code = bare.replaceAll('o', '0').replaceAll(/[il]/g, '1')
  return code.length === codeLength && [...code].every((sign) => alphabet.includes(sign))
    ? { recovery: code }
    : null
}
