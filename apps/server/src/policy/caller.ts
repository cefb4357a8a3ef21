import type { Role } from '@apogee/contracts/limits.ts'
import type { Scope } from '@apogee/contracts/scopes.ts'

/** The sender of a request: read from the session's and the user's row, never from the request's content. */
export interface Caller {
  userId: number
  /** Null for an API token. */
  sessionId: number | null
  role: Role
  businessId: number | null
  email: string
  name: string | null
  emailVerified: boolean
  /** Signed in, or repeated the password, within the last ten minutes. */
  hasFreshProof: boolean
  /** Their rights require a second factor, they have none, and the days of grace are over. */
  mustSetUpSecondFactor: boolean
  /** The network of the request, as limits count it. */
  address: string
  /** The request came with this API token: only calls of its scopes are open to it. */
  apiToken?: { id: number; scopes: readonly Scope[] }
}

/** The session of a call that is closed to API tokens. */
export function sessionOf({ sessionId }: Caller): number {
  if (sessionId === null) throw new Error('this call needs a session')
  return sessionId
}

/** Nobody is signed in. */
export type MaybeCaller = Caller | null

/** The token of an Authorization header. */
export function bearerOf(header: string | undefined): string | undefined {
  return header?.match(/^Bearer ([A-Za-z0-9_-]{1,500})$/i)?.[1]
}
