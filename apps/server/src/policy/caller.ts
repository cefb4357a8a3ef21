import type { Role } from '@apogee/contracts/limits.ts'
import type { Scope } from '@apogee/contracts/scopes.ts'

/** The caller is read from the rows of the session and the user, never from the request's content. */
export interface Caller {
  userId: number
  /** The value is null for an API token. */
  sessionId: number | null
  role: Role
  businessId: number | null
  email: string
  name: string | null
  emailVerified: boolean
  /** The caller has signed in or repeated the password within the last ten minutes. */
  hasFreshProof: boolean
  /** The caller's rights require a second factor, they have none, and the grace period is over. */
  mustSetUpSecondFactor: boolean
  /** The value is the network of the request, as limits count it. */
  address: string
  /** The request came with this API token: only calls of its scopes are open to it. */
  apiToken?: { id: number; scopes: readonly Scope[] }
}

/** Returns the session of a call that is closed to API tokens. */
export function sessionOf({ sessionId }: Caller): number {
  if (sessionId === null) throw new Error('this call needs a session')
  return sessionId
}

/** Null means that nobody is signed in. */
export type MaybeCaller = Caller | null

export function bearerOf(header: string | undefined): string | undefined {
  return header?.match(/^Bearer ([A-Za-z0-9_-]{1,500})$/i)?.[1]
}
