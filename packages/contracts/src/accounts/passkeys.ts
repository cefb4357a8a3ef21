/**
 * A passkey replaces a password with a device of the person and its unlock method (docs/decisions/authentication.md). Options and
 * credentials are the JSON of WebAuthn Level 3; bytes are base64url.
 */
import * as z from 'zod/mini'
import { anyone, signedIn } from '../access.ts'
import { answerOf, doneAnswer, endpoint, idInUrl, instant, listAnswer } from '../endpoint.ts'
import { currentUser } from './accounts.ts'
import { passkeyForm } from './passkeys.forms.ts'
import { proofAnswer } from './security.ts'
import { limit } from '../texts.ts'

export const passkey = z.object({
  id: z.int(),
  name: z.string(),
  /** True means that the passkey's provider stores a copy, so that the person's other devices have the passkey too. */
  isSynced: z.boolean(),
  createdAt: instant,
  lastUsedAt: z.nullable(instant),
})
export type Passkey = z.infer<typeof passkey>

/** The values say how a browser reaches an authenticator; other names are dropped. */
export const passkeyTransports = ['ble', 'cable', 'hybrid', 'internal', 'nfc', 'smart-card', 'usb'] as const
export type PasskeyTransport = (typeof passkeyTransports)[number]

const descriptor = z.object({
  id: z.string(),
  type: z.literal('public-key'),
  transports: z.array(z.enum(passkeyTransports)),
})

/** `navigator.credentials.create` takes these options. */
export const passkeyCreationOptions = z.object({
  challenge: z.string(),
  rp: z.object({ id: z.string(), name: z.string() }),
  /** `id` is the person's WebAuthn user handle, which is random. */
  user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
  pubKeyCredParams: z.array(z.object({ type: z.literal('public-key'), alg: z.int() })),
  timeout: z.int(),
  attestation: z.literal('none'),
  excludeCredentials: z.array(descriptor),
  authenticatorSelection: z.object({
    residentKey: z.literal('required'),
    requireResidentKey: z.literal(true),
    userVerification: z.literal('required'),
  }),
})
export type PasskeyCreationOptions = z.infer<typeof passkeyCreationOptions>

/** `navigator.credentials.get` takes these options. */
export const passkeyRequestOptions = z.object({
  challenge: z.string(),
  rpId: z.string(),
  timeout: z.int(),
  userVerification: z.literal('required'),
  /** An empty list accepts any passkey of this site. */
  allowCredentials: z.array(descriptor),
})
export type PasskeyRequestOptions = z.infer<typeof passkeyRequestOptions>

const bytes = (mostCharacters: number) =>
  z.string().check(limit(mostCharacters), z.regex(/^[\w-]+$/, 'must be base64url'))

const credential = <R extends z.core.$ZodLooseShape>(response: R) =>
  z.object({
    id: bytes(1400),
    rawId: bytes(1400),
    type: z.literal('public-key'),
    response: z.object({ clientDataJSON: bytes(4000), ...response }),
  })

const createdCredential = credential({
  attestationObject: bytes(20_000),
  transports: z.optional(z.array(z.string().check(limit(40))).check(limit(10))),
})
export type CreatedCredential = z.infer<typeof createdCredential>

const usedCredential = credential({
  authenticatorData: bytes(4000),
  // The limit also fits signatures of post-quantum algorithms.
  signature: bytes(10_000),
  userHandle: z.optional(z.nullable(bytes(100))),
})
export type UsedCredential = z.infer<typeof usedCredential>

const ownWithFreshProof = { ...signedIn, fresh: true } as const

/** Extra fields that a browser adds to a credential are dropped. */
const lenient = ['credential'] as const

export const passkeysEndpoints = {
  listPasskeys: endpoint({
    call: 'GET /auth/passkeys',
    withoutSecondFactor: true,
    access: signedIn,
    summary: 'My passkeys, newest first; all on one page',
    answer: listAnswer(passkey),
  }),
  beginPasskey: endpoint({
    call: 'POST /auth/passkeys/options',
    bound: 'counted',
    withoutSecondFactor: true,
    access: ownWithFreshProof,
    summary: 'Options for making a passkey, valid once, for ten minutes and in this session',
    answer: answerOf(passkeyCreationOptions),
    refusals: ['TOO_MANY_PASSKEYS', 'TOO_MANY_ATTEMPTS'],
  }),
  addPasskey: endpoint({
    call: 'POST /auth/passkeys',
    bound: 'counted',
    withoutSecondFactor: true,
    access: ownWithFreshProof,
    summary: 'Store a passkey that the browser has made',
    body: z.object({ ...passkeyForm.shape, credential: createdCredential }),
    lenient,
    answer: answerOf(passkey),
    status: 201,
    refusals: ['PASSKEY_REFUSED', 'PASSKEY_EXPIRED', 'TOO_MANY_PASSKEYS', 'TOO_MANY_ATTEMPTS'],
  }),
  renamePasskey: endpoint({
    call: 'PUT /auth/passkeys/:id',
    lastWins: 'one person’s own word for a device; the newest is the answer',
    bound: 'changes',
    access: signedIn,
    summary: 'Rename a passkey of mine',
    params: z.object({ id: idInUrl }),
    body: passkeyForm,
    answer: answerOf(passkey),
    refusals: ['NOT_FOUND'],
  }),
  removePasskey: endpoint({
    call: 'DELETE /auth/passkeys/:id',
    bound: 'ends',
    access: ownWithFreshProof,
    summary: 'Remove a passkey of mine; ends my other sessions',
    params: z.object({ id: idInUrl }),
    answer: doneAnswer,
    refusals: ['NOT_FOUND', 'SECOND_FACTOR_NEEDED'],
  }),
  beginPasskeySignIn: endpoint({
    call: 'POST /auth/sign-in/passkey/options',
    bound: { perDay: 20_000, of: 'address' },
    access: anyone,
    summary:
      'Options for signing in with a passkey, valid once and for ten minutes. With `secondStep`: for the passkeys of the account whose first step this browser has taken; null when it has none',
    body: z.object({ secondStep: z.optional(z.boolean()) }),
    answer: answerOf(z.nullable(passkeyRequestOptions)),
  }),
  completePasskeySignIn: endpoint({
    call: 'POST /auth/sign-in/passkey',
    bound: 'counted',
    // The passkey's signature authorises the call.
    access: anyone,
    summary: 'Sign in with a passkey; no second factor follows',
    body: z.object({
      credential: usedCredential,
      /** True means that this browser needs no second factor for 30 days. */
      rememberDevice: z.optional(z.boolean()),
    }),
    lenient,
    answer: answerOf(z.object({ token: z.string(), user: currentUser })),
    refusals: ['PASSKEY_REFUSED', 'PASSKEY_EXPIRED', 'TOO_MANY_ATTEMPTS'],
  }),
  beginPasskeyProof: endpoint({
    call: 'POST /auth/confirm/passkey/options',
    bound: { perDay: 300, of: 'person' },
    withoutSecondFactor: true,
    access: signedIn,
    summary: 'Options for proving with a passkey who one is, for ten minutes; null without passkeys',
    answer: answerOf(z.nullable(passkeyRequestOptions)),
  }),
  confirmByPasskey: endpoint({
    call: 'POST /auth/confirm/passkey',
    bound: 'counted',
    withoutSecondFactor: true,
    access: signedIn,
    summary:
      'Prove again who one is with a passkey, in place of password and code; the session has a new token',
    body: z.object({ credential: usedCredential }),
    lenient,
    answer: proofAnswer,
    refusals: ['PASSKEY_REFUSED', 'PASSKEY_EXPIRED', 'TOO_MANY_ATTEMPTS'],
  }),
} as const
