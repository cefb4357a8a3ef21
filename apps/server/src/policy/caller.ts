import type { Role } from '@apogee/contracts/limits.ts'

/** Who a request comes from: read from the session's row and its user's row, never from what the client says. */
export interface Caller {
  userId: number
  sessionId: number
  role: Role
  businessId: number | null
  email: string
  name: string | null
  emailVerified: boolean
  /** Signed in, or gave the password again, within the last ten minutes. */
  hasFreshProof: boolean
  /** The network the request came from, as limits count it. */
  address: string
}

/** Nobody is signed in. */
export type MaybeCaller = Caller | null
