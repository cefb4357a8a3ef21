/**
 * Simulates an authenticator with ES256 and no attestation, as `navigator.credentials` would answer. Tests can falsify each answer.
 */
import type {
  CreatedCredential,
  PasskeyCreationOptions,
  PasskeyRequestOptions,
  UsedCredential,
} from '@apogee/contracts/accounts/passkeys.ts'
import { createHash, createSign, generateKeyPairSync, randomBytes, type KeyObject } from 'node:crypto'

export const pageOrigin = 'http://localhost:3000'

interface StoredCredential {
  id: Buffer
  rpId: string
  userHandle: string
  privateKey: KeyObject
  counter: number
}

export interface Falsified {
  origin?: string
  rpId?: string
  challenge?: string
  type?: string
  /** The flags say whether the person was present and verified. */
  flags?: number
  counter?: number
  userHandle?: string
  signature?: (right: Buffer) => Buffer
  /** The attestation statement of a new credential, with certificates. */
  attestation?: {
    format: string
    certificates?: (credential: KeyObject, clientDataHash: Buffer) => readonly Buffer[]
  }
}

const present = 0x01
const verified = 0x04
const mayBeSynced = 0x08
const isSynced = 0x10
const hasCredential = 0x40

export const notVerified = present

export class SoftwareAuthenticator {
  readonly #stored: StoredCredential[] = []
  readonly #syncs: boolean
  readonly #counts: boolean

  constructor({ syncs = true, counts = false } = {}) {
    this.#syncs = syncs
    this.#counts = counts
  }

  /** Returns null when the authenticator holds an excluded credential, as browsers refuse then. */
  create(options: PasskeyCreationOptions, falsified: Falsified = {}): CreatedCredential | null {
    if (options.excludeCredentials.some(({ id }) => this.#find(id))) return null
    const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
    const id = randomBytes(32)
    const counter = falsified.counter ?? (this.#counts ? 1 : 0)
    const rpId = options.rp.id
    this.#stored.push({ id, rpId, userHandle: options.user.id, privateKey, counter })
    const authData = Buffer.concat([
      this.#head(falsified.rpId ?? rpId, (falsified.flags ?? this.#flags()) | hasCredential, counter),
      Buffer.alloc(16),
      uint16(id.length),
      id,
      coseKey(publicKey),
    ])
    const clientDataJSON = clientData('webauthn.create', options.challenge, falsified)
    const clientDataHash = sha256(Buffer.from(clientDataJSON, 'base64url'))
    const certificates = falsified.attestation?.certificates?.(publicKey, clientDataHash)
    const statement = {
      format: falsified.attestation?.format ?? 'none',
      certificates,
      signature: createSign('sha256')
        .update(Buffer.concat([authData, clientDataHash]))
        .sign(privateKey),
    }
    return {
      ...named(id),
      response: {
        clientDataJSON,
        attestationObject: attestationOf(authData, statement).toString('base64url'),
        transports: ['internal', 'hybrid', 'of the future'],
      },
    }
  }

  get(options: PasskeyRequestOptions, falsified: Falsified = {}): UsedCredential {
    const used = this.#stored.find(
      ({ id, rpId }) =>
        rpId === options.rpId &&
        (options.allowCredentials.length === 0 ||
          options.allowCredentials.some((allowed) => allowed.id === id.toString('base64url'))),
    )
    if (!used) throw new Error('this authenticator has no passkey for these options')
    if (this.#counts) used.counter += 1
    const { flags = this.#flags(), counter = used.counter, signature = (right) => right } = falsified
    const authenticatorData = this.#head(falsified.rpId ?? used.rpId, flags, counter)
    const clientDataJSON = clientData('webauthn.get', options.challenge, falsified)
    const signed = Buffer.concat([authenticatorData, sha256(Buffer.from(clientDataJSON, 'base64url'))])
    const right = createSign('sha256').update(signed).sign(used.privateKey)
    return {
      ...named(used.id),
      response: {
        clientDataJSON,
        authenticatorData: authenticatorData.toString('base64url'),
        signature: signature(right).toString('base64url'),
        userHandle: falsified.userHandle ?? used.userHandle,
      },
    }
  }

  readonly #flags = () => present | verified | (this.#syncs ? mayBeSynced | isSynced : 0)

  #find(id: string) {
    return this.#stored.find((stored) => stored.id.toString('base64url') === id)
  }

  #head(rpId: string, flags: number, counter: number): Buffer {
    const counted = Buffer.alloc(4)
    counted.writeUInt32BE(counter)
    return Buffer.concat([sha256(Buffer.from(rpId)), Buffer.of(flags), counted])
  }
}

const named = (id: Buffer) => {
  const text = id.toString('base64url')
  return { id: text, rawId: text, type: 'public-key' as const }
}

const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest()

function clientData(type: string, challenge: string, falsified: Falsified): string {
  const data = {
    type: falsified.type ?? type,
    challenge: falsified.challenge ?? challenge,
    origin: falsified.origin ?? pageOrigin,
    crossOrigin: false,
  }
  return Buffer.from(JSON.stringify(data)).toString('base64url')
}

function attestationOf(
  authData: Buffer,
  given: { format: string; certificates: readonly Buffer[] | undefined; signature: Buffer },
): Buffer {
  const { format, certificates, signature } = given
  const statement: [Buffer, Buffer][] = []
  if (format !== 'none')
    statement.push([cborText('alg'), cborInt(-7)], [cborText('sig'), cborBytes(signature)])
  if (certificates) statement.push([cborText('x5c'), cborArray(certificates.map(cborBytes))])
  return cborMap([
    [cborText('fmt'), cborText(format)],
    [cborText('attStmt'), cborMap(statement)],
    [cborText('authData'), cborBytes(authData)],
  ])
}

function uint16(value: number): Buffer {
  const bytes = Buffer.alloc(2)
  bytes.writeUInt16BE(value)
  return bytes
}

/** Encodes the head of a CBOR item (RFC 8949) of at most 65,535 bytes or entries. */
function cborHead(majorType: number, length: number): Buffer {
  if (length < 24) return Buffer.of((majorType << 5) | length)
  if (length < 256) return Buffer.of((majorType << 5) | 24, length)
  return Buffer.concat([Buffer.of((majorType << 5) | 25), uint16(length)])
}

const cborInt = (value: number) => (value >= 0 ? cborHead(0, value) : cborHead(1, -1 - value))
const cborBytes = (bytes: Buffer) => Buffer.concat([cborHead(2, bytes.length), bytes])
const cborText = (text: string) => Buffer.concat([cborHead(3, text.length), Buffer.from(text)])
const cborArray = (items: readonly Buffer[]) => Buffer.concat([cborHead(4, items.length), ...items])
const cborMap = (entries: readonly [Buffer, Buffer][]) =>
  Buffer.concat([cborHead(5, entries.length), ...entries.flat()])

function coseKey(publicKey: KeyObject): Buffer {
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
  return cborMap([
    [cborInt(1), cborInt(2)],
    [cborInt(3), cborInt(-7)],
    [cborInt(-1), cborInt(1)],
    [cborInt(-2), cborBytes(Buffer.from(x, 'base64url'))],
    [cborInt(-3), cborBytes(Buffer.from(y, 'base64url'))],
  ])
}
