import type { MediaAccess } from '#server/policy/files/media-access.ts'

/** The signed query of a file's URL: user, expiry and signature, as unvalidated text. */
export interface SignedQuery {
  u?: string | undefined
  e?: string | undefined
  s?: string | undefined
}

/** `expiry` is in seconds since 1970 for files of this person, and null for public files. */
export type OpenableMedia = MediaAccess & { expiry: number | null }
