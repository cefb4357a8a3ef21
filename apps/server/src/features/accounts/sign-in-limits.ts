/**
 * The allowance that a failed sign-in counts against. A known device has an
 * allowance of its own, which no stranger can use up.
 */
import type { ClientInfo } from '#server/policy/client-info.ts'
import type { FailureKind } from './accounts.rules.ts'
import { deviceDigest, type Devices } from './devices.ts'

export interface CountedFailure {
  kind: FailureKind
  subject: string
}

/** `forgiven`: deleted when the right password follows. */
export interface SignInLimits {
  counted: readonly CountedFailure[]
  forgiven: readonly CountedFailure[]
}

export const pairSubject = (email: string, address: string): string => `${email}|${address}`

export async function signInLimitsOf(
  devices: Pick<Devices, 'isKnown'>,
  { email, userId, visitor }: { email: string; userId: number | undefined; visitor: ClientInfo },
): Promise<SignInLimits> {
  const { device, address } = visitor
  if (userId !== undefined && device !== undefined && (await devices.isKnown(userId, device))) {
    const subject = `${userId}|${deviceDigest(userId, device).toString('base64url')}`
    const own = [{ kind: 'sign-in.device', subject }] as const
    return { counted: own, forgiven: own }
  }
  const pair = { kind: 'sign-in.pair', subject: pairSubject(email, address) } as const
  return {
    counted: [
      pair,
      { kind: 'sign-in.account', subject: email },
      { kind: 'sign-in.address', subject: address },
    ],
    forgiven: [pair],
  }
}
