/** An API token consists of `apg_`, 256 random bits, and a checksum of six characters that detects typing errors. */
import { hash } from 'node:crypto'
import { newToken } from '#server/platform/secrets/tokens.ts'

const form = /^apg_([A-Za-z0-9_-]{43})([A-Za-z0-9_-]{6})$/

const checksumOf = (secret: string): string => hash('sha256', `apg_${secret}`, 'base64url').slice(0, 6)

export function newApiToken(): string {
  const secret = newToken()
  return `apg_${secret}${checksumOf(secret)}`
}

/** Session tokens have 43 characters, so a longer token with this prefix is an API token. */
export const isApiToken = (token: string): boolean => token.startsWith('apg_') && token.length > 43

export function hasRightChecksum(token: string): boolean {
  const [, secret, checksum] = form.exec(token) ?? []
  return secret !== undefined && checksumOf(secret) === checksum
}

const minuteMs = 60_000

/** Each process allows one token this many requests a minute. */
export const apiTokenRate = { most: 600, withinMs: minuteMs } as const

/** The stored time of a token's last use is at most this much too old. */
export const touchTokenEveryMs = 60 * minuteMs
