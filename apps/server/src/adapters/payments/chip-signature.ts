/** Callback signatures: RSASSA-PKCS1-v1_5 with SHA-256 over the exact bytes, base64 in `X-Signature` (docs/chip.md#signatures). */
import { createHash, createPublicKey, verify, type KeyObject } from 'node:crypto'

import { ProviderError } from './port.ts'

const minute = 60_000
/** A key is asked for again after half a day, and sooner only because a signature did not fit. */
const keyLivesMs = 720 * minute
const refetchAtMostEveryMs = 5 * minute
/** How long a failed fetch is remembered, so that a flood of forged callbacks is not a flood at the provider. */
const failureLivesMs = 10_000
const mostKeys = 5_000

/** PEM text with real line ends, whether it came as JSON or was pasted with literal backslash-n. Throws on a non-RSA key. */
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

/**
 * Remembers one key per secret. `fetchPem` asks the provider and throws `ProviderError`.
 * `verify` answers false for a missing, empty or wrong signature, and throws only when no key is to be had.
 */
export function createSignatureCheck(options: {
  fetchPem: (secret: string) => Promise<string>
  now: () => Date
}) {
  const known = new Map<string, KnownKey>()
  const fetching = new Map<string, Promise<KnownKey>>()
  const failed = new Map<string, { error: unknown; at: number }>()

  async function fetchKey(secret: string, name: string): Promise<KnownKey> {
    const at = options.now().getTime()
    const failure = failed.get(name)
    if (failure && at - failure.at < failureLivesMs) throw failure.error
    try {
      const fresh = { key: parseKey(await options.fetchPem(secret)), fetchedAt: at }
      if (known.size >= mostKeys) known.clear()
      known.set(name, fresh)
      failed.delete(name)
      return fresh
    } catch (error) {
      if (failed.size >= mostKeys) failed.clear()
      failed.set(name, { error, at })
      throw error
    }
  }

  function fetchOnce(secret: string, name: string): Promise<KnownKey> {
    const running = fetching.get(name)
    if (running) return running
    const started = fetchKey(secret, name).finally(() => fetching.delete(name))
    fetching.set(name, started)
    return started
  }

  return async function verifyCallback(
    secret: string,
    rawBody: Buffer,
    signature: string | undefined,
  ): Promise<boolean> {
    if (!signature || signature.length > 4096) return false
    const name = createHash('sha256').update(secret).digest('base64url')
    const held = known.get(name)
    const ageMs = held ? options.now().getTime() - held.fetchedAt : Infinity
    if (held && ageMs < keyLivesMs) {
      if (isSignedBy(held.key, rawBody, signature)) return true
      if (ageMs < refetchAtMostEveryMs) return false
    }
    try {
      return isSignedBy((await fetchOnce(secret, name)).key, rawBody, signature)
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
