import type { Role } from '@apogee/contracts/limits.ts'
import type { Scope } from '@apogee/contracts/scopes.ts'

/** The caller is read from the rows of the session and the user, never from the request's content. */
export interface Caller {
  userId: number
  /** This is null if the caller uses an API token instead of a session. */
  sessionId: number | null
  role: Role
  businessId: number | null
  email: string
  name: string | null
  emailVerified: boolean
  /** The caller has signed in or repeated the password within the last ten minutes. */
  hasFreshProof: boolean
  /** This is true if the caller's rights require a second factor, the caller has none, and the grace period is over. */
  mustSetUpSecondFactor: boolean
  /** The request comes from this network (`networkOf`). Rate limits count requests by network. */
  address: string
  /** This is set if the request was sent with an API token. The caller may then make only the calls of its scopes. */
  apiToken?: { id: number; scopes: readonly Scope[] }
}

/** Returns the id of the caller's session. Throws for an API token, so call it only for calls that API tokens cannot make. */
export function sessionOf({ sessionId }: Caller): number {
  if (sessionId === null) throw new Error('this call needs a session')
  return sessionId
}

/** Null means that nobody is signed in. */
export type MaybeCaller = Caller | null

export function bearerOf(header: string | undefined): string | undefined {
  return header?.match(/^Bearer ([A-Za-z0-9_-]{1,500})$/i)?.[1]
}
