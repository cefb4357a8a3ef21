/**
 * Callback signatures use RSASSA-PKCS1-v1_5 with SHA-256 over the exact bytes, as base64 in `X-Signature`
 * (docs/chip.md#signatures).
 */
import { createHash, createPublicKey, verify, type KeyObject } from 'node:crypto'

import { ProviderError } from './port.ts'

const minute = 60_000
/** A cached key is fetched again after half a day, or earlier when a signature does not match it. */
const keyLivesMs = 720 * minute
const refetchAtMostEveryMs = 5 * minute
/** No fetch follows a failed one within this time, so that a flood of forged callbacks does not flood the provider. */
const failureLivesMs = 10_000
const mostKeys = 5_000

/**
 * Parses a key as PEM text with real line breaks, as JSON, or pasted with literal backslash-n. Throws for a key that is not RSA.
 */
function readPublicKey(pem: string): KeyObject {
  const key = createPublicKey(pem.replaceAll('\\r', '').replaceAll('\\n', '\n').replaceAll('\r', '').trim())
  if (key.asymmetricKeyType !== 'rsa') throw new TypeError('The public key is not an RSA key')
  return key
}

export function isSignedBy(key: KeyObject, rawBody: Buffer, signature: string): boolean {
  const bytes = Buffer.from(signature, 'base64')
  return bytes.length > 0 && verify('sha256', rawBody, key, bytes)
}

interface KnownKey {
  key: KeyObject
  fetchedAt: number
}

interface SignatureDependencies {
  fetchPem: (secret: string) => Promise<string>
  now: () => Date
}

/**
 * Verifies signatures with one cached key for each secret. `fetchPem` asks the provider for the key and throws `ProviderError`.
 * `isSigned` returns false for a missing, empty or wrong signature. It throws only when no key is available.
 */
export class SignatureCheck {
  readonly #deps: SignatureDependencies
  readonly #known = new Map<string, KnownKey>()
  readonly #fetching = new Map<string, Promise<KnownKey>>()
  readonly #failed = new Map<string, { error: unknown; at: number }>()

  constructor(deps: SignatureDependencies) {
    this.#deps = deps
  }

  async #fetchKey(secret: string, name: string): Promise<KnownKey> {
    const at = this.#deps.now().getTime()
    const failure = this.#failed.get(name)
    if (failure && at - failure.at < failureLivesMs) throw failure.error
    try {
      const fresh = { key: parseKey(await this.#deps.fetchPem(secret)), fetchedAt: at }
      if (this.#known.size >= mostKeys) this.#known.clear()
      this.#known.set(name, fresh)
      this.#failed.delete(name)
      return fresh
    } catch (error) {
      if (this.#failed.size >= mostKeys) this.#failed.clear()
      this.#failed.set(name, { error, at })
      throw error
    }
  }

  #fetchOnce(secret: string, name: string): Promise<KnownKey> {
    const running = this.#fetching.get(name)
    if (running) return running
    const started = this.#fetchKey(secret, name).finally(() => this.#fetching.delete(name))
    this.#fetching.set(name, started)
    return started
  }

  async isSigned(secret: string, rawBody: Buffer, signature: string | undefined): Promise<boolean> {
    if (!signature || signature.length > 4096) return false
    const name = createHash('sha256').update(secret).digest('base64url')
    const held = this.#known.get(name)
    const ageMs = held ? this.#deps.now().getTime() - held.fetchedAt : Infinity
    if (held && ageMs < keyLivesMs) {
      if (isSignedBy(held.key, rawBody, signature)) return true
      if (ageMs < refetchAtMostEveryMs) return false
    }
    try {
      return isSignedBy((await this.#fetchOnce(secret, name)).key, rawBody, signature)
    } catch (error) {
      if (held && error instanceof ProviderError) return isSignedBy(held.key, rawBody, signature)
      throw error
    }
  }
}

function parseKey(pem: string): KeyObject {
  try {
    return readPublicKey(pem)
  } catch (error) {
    throw new ProviderError('unexpected', 'GET public_key/: not an RSA public key', { cause: error })
  }
}
