import { hash, randomBytes } from 'node:crypto'

/** Returns 256 random bits as base64url for sessions, mail links and other secrets that authenticate their holder. */
export function newToken(): string {
  return randomBytes(32).toString('base64url')
}

export function tokenDigest(token: string): Buffer {
  return hash('sha256', token, 'buffer')
}

/** Returns 128 random bits. Nobody can guess such an id, but it must not serve as authentication by itself. */
export function newPublicId(): string {
  return randomBytes(16).toString('base64url')
}
