/** Recovery codes, and what a person typed. Codes of apps: `authenticator-codes.ts`. */
import { randomInt } from 'node:crypto'

/** Crockford's base32: no letter looks like a digit. */
const alphabet = '0123456789abcdefghjkmnpqrstvwxyz'
const codeLength = 12
export const recoveryCodesInSet = 10

/** A set of codes with different first two characters, by which a code is found. Each has 60 random bits. */
export function newRecoveryCodes(): string[] {
  const byStart = new Map<string, string>()
  while (byStart.size < recoveryCodesInSet) {
    const code = Array.from({ length: codeLength }, () => alphabet[randomInt(alphabet.length)]).join('')
    byStart.set(startOf(code), code)
  }
  return [...byStart.values()]
}

export const startOf = (code: string): string => code.slice(0, 2)

/** As it is shown: three groups of four. */
export const shownCode = (code: string): string => (code.match(/.{4}/g) ?? []).join('-')

export type GivenCode = { app: string } | { recovery: string } | null

/** What a person typed; null for what can be neither. Spaces and hyphens do not count, nor do confusable letters. */
export function readCode(typed: string): GivenCode {
  const bare = typed.replaceAll(/[\s-]/g, '').toLowerCase()
  if (/^\d{6}$/.test(bare)) return { app: bare }
  const code = bare.replaceAll('o', '0').replaceAll(/[il]/g, '1')
  return code.length === codeLength && [...code].every((sign) => alphabet.includes(sign))
    ? { recovery: code }
    : null
}
