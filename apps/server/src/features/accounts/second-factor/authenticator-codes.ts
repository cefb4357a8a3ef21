/** Computes codes of authenticator apps (RFC 6238: SHA-1, six digits, 30 seconds). The module is loaded on use. */
import { qrPath } from '@apogee/domain/qr-path.ts'
import { Secret, TOTP } from 'otpauth'
import { encode } from 'uqr'

const periodSeconds = 30

/** The secret has 160 random bits in base32. */
export const newAppSecret = (): string => new Secret({ size: 20 }).base32

const appOf = (secret: string, account = '') =>
  new TOTP({
    issuer: 'Apogee',
    label: account,
    secret: Secret.fromBase32(secret),
    algorithm: 'SHA1',
    digits: 6,
    period: periodSeconds,
  })

/** Returns the address in the QR code: secret, issuer and account. */
export const addressOf = (secret: string, account: string): string => appOf(secret, account).toString()

export const codeAt = (secret: string, at: Date): string =>
  appOf(secret).generate({ timestamp: at.getTime() })

/**
 * Returns the 30-second step of this code. The current, previous and next steps are accepted, because clocks differ. Returns null
 * for any other code.
 */
export function stepOf(secret: string, code: string, now: Date): number | null {
  if (!/^\d{6}$/.test(code)) return null
  const delta = appOf(secret).validate({ token: code, timestamp: now.getTime(), window: 1 })
  return delta === null ? null : Math.floor(now.getTime() / 1000 / periodSeconds) + delta
}

/** Returns the dark modules of the QR code as an SVG path in which a module is one unit wide. */
export function qrCodeOf(address: string): { size: number; path: string } {
  const { data, size } = encode(address, { ecc: 'M', border: 2 })
  return { size, path: qrPath(data) }
}
