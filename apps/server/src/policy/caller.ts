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
}

/** Nobody is signed in. */
export type MaybeCaller = Caller | null
