/** Codes of authenticator apps (RFC 6238: SHA-1, six digits, half minutes) and recovery codes. */
import { randomInt } from 'node:crypto'
import { Secret, TOTP } from 'otpauth'

const periodSeconds = 30

/** 160 random bits in base32. */
export const newAppSecret = (): string => new Secret({ size: 20 }).base32

const appOf = (secret: string, account = '') =>
  new TOTP({
    ...{ issuer: 'Apogee', label: account, secret: Secret.fromBase32(secret) },
    ...{ algorithm: 'SHA1', digits: 6, period: periodSeconds },
  })

/** What a QR code tells the app: secret, issuer, account. */
export const addressOf = (secret: string, account: string): string => appOf(secret, account).toString()

/** The code that an app shows at this time. */
export const codeAt = (secret: string, at: Date): string =>
  appOf(secret).generate({ timestamp: at.getTime() })

/**
 * The number of the half minute that this code belongs to: the present one, the one before or the one after, because clocks
 * differ. Null for any other code.
 */
export function stepOf(secret: string, code: string, now: Date): number | null {
  if (!/^\d{6}$/.test(code)) return null
  const delta = appOf(secret).validate({ token: code, timestamp: now.getTime(), window: 1 })
  return delta === null ? null : Math.floor(now.getTime() / 1000 / periodSeconds) + delta
}

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
