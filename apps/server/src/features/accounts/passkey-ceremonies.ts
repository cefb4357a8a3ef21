/** What a browser asks an authenticator for, and whether its answer is right. The library is loaded on its first use. */
import {
  passkeyTransports,
  type CreatedCredential,
  type PasskeyCreationOptions,
  type PasskeyRequestOptions,
  type PasskeyTransport,
  type UsedCredential,
} from '@apogee/contracts/accounts/passkeys.ts'
import { passkeyLife } from './accounts.rules.ts'
import type { CredentialRow } from './passkeys.store.ts'

const library = () => import('@simplewebauthn/server')

/** EdDSA, ES256 and RS256, by their COSE numbers: every authenticator knows one of them. */
const algorithms = [-8, -7, -257]

/** This installation, as authenticators know it. */
export interface RelyingParty {
  id: string
  origin: string
}

export function relyingPartyOf(ownOrigin: string): RelyingParty {
  const { hostname, origin } = new URL(ownOrigin)
  return { id: hostname, origin }
}

const descriptorOf = ({ credentialId, transports }: CredentialRow) => ({
  ...{ id: credentialId.toString('base64url'), type: 'public-key' as const, transports },
})

export function creationOptions(
  { id }: RelyingParty,
  {
    challenge,
    userHandle,
    person,
    known,
  }: {
    challenge: string
    userHandle: Buffer
    person: { email: string; name: string | null }
    known: readonly CredentialRow[]
  },
): PasskeyCreationOptions {
  return {
    challenge,
    rp: { id, name: 'Apogee' },
    user: {
      ...{ id: userHandle.toString('base64url'), name: person.email },
      displayName: person.name ?? person.email,
    },
    pubKeyCredParams: algorithms.map((alg) => ({ type: 'public-key', alg })),
    timeout: passkeyLife.challengeMs,
    attestation: 'none',
    excludeCredentials: known.map(descriptorOf),
    authenticatorSelection: {
      ...{ residentKey: 'required', requireResidentKey: true, userVerification: 'required' },
    },
  }
}

/** @param allowed none: any passkey of this site */
export const requestOptions = (
  { id }: RelyingParty,
  challenge: string,
  allowed: readonly CredentialRow[] = [],
): PasskeyRequestOptions => ({
  ...{ challenge, rpId: id, timeout: passkeyLife.challengeMs, userVerification: 'required' },
  allowCredentials: allowed.map(descriptorOf),
})

export interface VerifiedCredential {
  credentialId: Buffer
  publicKey: Buffer
  counter: number
  transports: PasskeyTransport[]
  isSynced: boolean
}

/** Throws what is wrong with it. */
export async function verifyCreated(
  credential: CreatedCredential,
  { challenge, party }: { challenge: string; party: RelyingParty },
): Promise<VerifiedCredential> {
  const { verifyRegistrationResponse } = await library()
  const { attestationObject, clientDataJSON, transports = [] } = credential.response
  const { verified, registrationInfo } = await verifyRegistrationResponse({
    response: { ...credential, response: { attestationObject, clientDataJSON }, clientExtensionResults: {} },
    expectedChallenge: challenge,
    expectedOrigin: party.origin,
    expectedRPID: party.id,
    requireUserVerification: true,
    supportedAlgorithmIDs: algorithms,
  })
  if (!verified) throw new Error('the attestation is wrong')
  const { credential: made, credentialBackedUp } = registrationInfo
  if (made.id !== credential.id)
    throw new Error('the credential has another id than the authenticator signed')
  return {
    credentialId: Buffer.from(made.id, 'base64url'),
    publicKey: Buffer.from(made.publicKey),
    counter: made.counter,
    transports: passkeyTransports.filter((transport) => transports.includes(transport)),
    isSynced: credentialBackedUp,
  }
}

/** Throws what is wrong with it. The caller compares the counter, because only a right signature makes it credible. */
export async function verifyUsed(
  credential: UsedCredential,
  { challenge, party, publicKey }: { challenge: string; party: RelyingParty; publicKey: Buffer },
): Promise<{ counter: number; isSynced: boolean }> {
  const { verifyAuthenticationResponse } = await library()
  const { authenticatorData, clientDataJSON, signature } = credential.response
  const { verified, authenticationInfo } = await verifyAuthenticationResponse({
    response: {
      ...credential,
      response: { authenticatorData, clientDataJSON, signature },
      clientExtensionResults: {},
    },
    expectedChallenge: challenge,
    expectedOrigin: party.origin,
    expectedRPID: party.id,
    requireUserVerification: true,
    // Zero: the library would compare counters before it knows the signature.
    credential: { id: credential.id, publicKey: new Uint8Array(publicKey), counter: 0 },
  })
  if (!verified) throw new Error('the signature is wrong')
  return { counter: authenticationInfo.newCounter, isSynced: authenticationInfo.credentialBackedUp }
}

/** An authenticator that counts its uses counts upwards: a number that does not rise comes from a copy of it. */
export const isFalling = (counter: number, former: number): boolean =>
  (counter > 0 || former > 0) && counter <= former
