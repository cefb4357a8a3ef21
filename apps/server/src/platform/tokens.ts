import { createHash, randomBytes } from 'node:crypto'

/** 256 random bits as base64url: for sessions, mail links, anything whose holder is believed. */
export function newToken(): string {
  return randomBytes(32).toString('base64url')
}

/** What is stored of a token. */
export function tokenDigest(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}

/** 128 random bits: unguessable, but no proof of anything by itself. */
export function newPublicId(): string {
  return randomBytes(16).toString('base64url')
}
