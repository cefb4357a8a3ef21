/** Codes of authenticator apps (RFC 6238: SHA-1, six digits, half minutes). Loaded on use. */
import { Secret, TOTP } from 'otpauth'
import { encode } from 'uqr'

const periodSeconds = 30

/** 160 random bits in base32. */
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

/** An SVG path of the dark modules of a QR code, one unit each. */
export function qrCodeOf(address: string): { size: number; path: string } {
  const { data, size } = encode(address, { ecc: 'M', border: 2 })
  const path = data.flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : ''))).join('')
  return { size, path }
}
