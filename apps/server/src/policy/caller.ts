import type { Role } from '@apogee/contracts/limits.ts'

/** The sender of a request: read from the session's and the user's row, never from the request's content. */
export interface Caller {
  userId: number
  sessionId: number
  role: Role
  businessId: number | null
  email: string
  name: string | null
  emailVerified: boolean
  /** Signed in, or repeated the password, within the last ten minutes. */
  hasFreshProof: boolean
  /** The network of the request, as limits count it. */
  address: string
}

/** Nobody is signed in. */
export type MaybeCaller = Caller | null

/** The token of an Authorization header. */
export function bearerOf(header: string | undefined): string | undefined {
  return header?.match(/^Bearer ([A-Za-z0-9_-]{1,500})$/i)?.[1]
}
