/** Builds the options for authenticators and verifies their answers. The library is loaded on its first use. */
import {
  passkeyTransports,
  type CreatedCredential,
  type PasskeyCreationOptions,
  type PasskeyRequestOptions,
  type PasskeyTransport,
  type UsedCredential,
} from '@apogee/contracts/accounts/passkeys.ts'
import { passkeyLife } from '../accounts.rules.ts'
import type { CredentialRow } from './passkeys.store.ts'

const library = () => import('@simplewebauthn/server')
const helpers = () => import('@simplewebauthn/server/helpers')

/** The COSE numbers stand for EdDSA, ES256 and RS256. Every authenticator supports one of them. */
const algorithms = [-8, -7, -257]

export interface RelyingParty {
  id: string
  origin: string
}

export function relyingPartyOf(ownOrigin: string): RelyingParty {
  const { hostname, origin } = new URL(ownOrigin)
  return { id: hostname, origin }
}

const descriptorOf = ({ credentialId, transports }: CredentialRow) => ({
  id: credentialId.toString('base64url'),
  type: 'public-key' as const,
  transports,
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
      id: userHandle.toString('base64url'),
      name: person.email,
      displayName: person.name ?? person.email,
    },
    pubKeyCredParams: algorithms.map((alg) => ({ type: 'public-key', alg })),
    timeout: passkeyLife.challengeMs,
    attestation: 'none',
    excludeCredentials: known.map(descriptorOf),
    authenticatorSelection: {
      residentKey: 'required',
      requireResidentKey: true,
      userVerification: 'required',
    },
  }
}

/** @param allowed an empty list allows any passkey of this site */
export const requestOptions = (
  { id }: RelyingParty,
  challenge: string,
  allowed: readonly CredentialRow[] = [],
): PasskeyRequestOptions => ({
  challenge,
  rpId: id,
  timeout: passkeyLife.challengeMs,
  userVerification: 'required',
  allowCredentials: allowed.map(descriptorOf),
})

/** Authenticator data has at most this many bytes. A credential id has at most 1,023 bytes, and an RSA key of 4,096 bits about 540. */
const mostAuthData = 4000

/**
 * Returns the attestation without its statement, because the library would read the statement's certificates and request revocation
 * lists from addresses that the sender chose. Browsers send a certificate only to sites that ask for one. Throws for a statement
 * with certificates.
 */
async function withoutStatement(attestationObject: string): Promise<string> {
  const { decodeAttestationObject, isoBase64URL, isoCBOR } = await helpers()
  const sent = decodeAttestationObject(isoBase64URL.toBuffer(attestationObject))
  const [format, authData] = [sent.get('fmt'), sent.get('authData')]
  const isSelfAttested = format === 'packed' && sent.get('attStmt').get('x5c') === undefined
  if (format !== 'none' && !isSelfAttested) throw new Error('the attestation was not asked for')
  if (authData.length > mostAuthData) throw new Error('the attestation is too long')
  const kept = new Map<string, string | Uint8Array | Map<string, never>>([
    ['fmt', 'none'],
    ['attStmt', new Map<string, never>()],
    ['authData', authData],
  ])
  return isoBase64URL.fromBuffer(isoCBOR.encode(kept))
}

export interface VerifiedCredential {
  credentialId: Buffer
  publicKey: Buffer
  counter: number
  transports: PasskeyTransport[]
  isSynced: boolean
}

/** Throws an error with the reason when the answer is invalid. */
export async function verifyCreated(
  credential: CreatedCredential,
  { challenge, party }: { challenge: string; party: RelyingParty },
): Promise<VerifiedCredential> {
  const { verifyRegistrationResponse } = await library()
  const { clientDataJSON, transports = [] } = credential.response
  const attestationObject = await withoutStatement(credential.response.attestationObject)
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

/**
 * Throws an error with the reason when the answer is invalid. The caller compares the counter afterwards, because only a valid
 * signature makes the counter trustworthy.
 */
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
    // Zero stops the library from comparing counters before it has verified the signature.
    credential: { id: credential.id, publicKey: new Uint8Array(publicKey), counter: 0 },
  })
  if (!verified) throw new Error('the signature is wrong')
  return { counter: authenticationInfo.newCounter, isSynced: authenticationInfo.credentialBackedUp }
}

/** An authenticator's counter rises with each use, so a counter that does not rise comes from a copy. */
export const isFalling = (counter: number, former: number): boolean =>
  (counter > 0 || former > 0) && counter <= former
