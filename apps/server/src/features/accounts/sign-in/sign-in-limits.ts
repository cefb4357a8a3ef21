/** Chooses the limits that a failed sign-in counts against. A known browser has its own limit, which strangers cannot exhaust. */
import type { ClientInfo } from '#server/policy/client-info.ts'
import type { FailureKind } from '../accounts.rules.ts'
import { deviceDigest, type Devices } from './devices.ts'

export interface CountedFailure {
  kind: FailureKind
  subject: string
}

/** A failed sign-in counts against all of `counted`. A correct password deletes the failures of `forgiven`. */
export interface SignInLimits {
  counted: readonly CountedFailure[]
  forgiven: readonly CountedFailure[]
}

export const pairSubject = (email: string, address: string): string => `${email}|${address}`

export async function signInLimitsOf(
  devices: Pick<Devices, 'isKnown'>,
  { email, userId, visitor }: { email: string; userId: number | undefined; visitor: ClientInfo },
): Promise<SignInLimits> {
  const { address } = visitor
  const known = await knownDevice(devices, userId, visitor)
  if (known !== null) {
    const own = [{ kind: 'sign-in.device', subject: known }] as const
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

/** @param userId the owner of the passkey; undefined means that the passkey is unknown */
export async function passkeyLimitsOf(
  devices: Pick<Devices, 'isKnown'>,
  { userId, visitor }: { userId: number | undefined; visitor: ClientInfo },
): Promise<readonly CountedFailure[]> {
  const known = await knownDevice(devices, userId, visitor)
  if (known !== null) return [{ kind: 'passkey.device', subject: known }]
  const { address } = visitor
  const ofAddress = { kind: 'passkey.address', subject: address } as const
  if (userId === undefined) return [ofAddress]
  return [{ kind: 'passkey.pair', subject: `${userId}|${address}` }, ofAddress]
}

/** Returns the subject of the limit of this browser alone. Null means that the account does not know this browser. */
async function knownDevice(
  devices: Pick<Devices, 'isKnown'>,
  userId: number | undefined,
  { device }: ClientInfo,
): Promise<string | null> {
  if (userId === undefined || device === undefined) return null
  if (!(await devices.isKnown(userId, device))) return null
  return `${userId}|${deviceDigest(userId, device).toString('base64url')}`
}
