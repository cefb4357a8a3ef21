import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  createSecretKey,
  hkdfSync,
  randomBytes,
  timingSafeEqual,
  type KeyObject,
} from 'node:crypto'

/** Derives a key for each purpose from the application's secret (docs/decisions/secrets.md). */
export interface Keys {
  /** Returns the HMAC-SHA256 over a purpose and a text, as base64url. */
  sign(purpose: string, text: string): string
  /** Returns whether the signature is valid. A signature made with the other secret is accepted, too. */
  isSignedBy(purpose: string, text: string, signature: string): boolean
  /**
   * Encrypts with AES-256-GCM. The result consists of a nonce of 12 bytes, the ciphertext, and a tag of 16 bytes. The first 2 bytes
   * of the nonce identify the secret, and the others are random. Decryption requires the same `context`.
   */
  seal(purpose: string, plain: string, context: string): Buffer
  /** Decrypts data that any accepted secret sealed. Throws for anything else. */
  open(purpose: string, sealed: Buffer, context: string): string
  /**
   * Seals the data again under the current secret. Returns null when the current secret already seals it. Throws as `open` does.
   */
  reseal(purpose: string, sealed: Buffer, context: string): Buffer | null
  /** Returns a keyed digest that recognises equal secrets without storing them. */
  fingerprint(purpose: string, text: string): Buffer
  /** Returns the fingerprints under all accepted secrets, the current one first. */
  fingerprints(purpose: string, text: string): Buffer[]
  readonly acceptsOther: boolean
}

/** @param other is the former or the next secret. It is accepted, but never used to seal or sign. */
export function createKeys(secret: string, other: string | null = null): Keys {
  const current = new SecretKeys(secret)
  const accepted = other === null ? [current] : [current, new SecretKeys(other)]
  const opened = (purpose: string, sealed: Buffer, context: string) => {
    // Two secrets may have the same two identifying bytes, and data that was sealed before secrets had them begins with arbitrary
    // bytes, so all secrets are tried.
    const named = accepted.toSorted((a, b) => Number(b.isNamedBy(sealed)) - Number(a.isNamedBy(sealed)))
    let failure: unknown
    for (const by of named)
      try {
        return { by, plain: by.open(purpose, sealed, context) }
      } catch (error) {
        failure = error
      }
    throw failure
  }
  return {
    sign: (purpose, text) => current.digest(purpose, text).toString('base64url'),
    isSignedBy(purpose, text, signature) {
      const presented = Buffer.from(signature, 'base64url')
      return accepted.some((keys) => {
        const right = keys.digest(purpose, text)
        return presented.length === right.length && timingSafeEqual(presented, right)
      })
    },
    seal: (purpose, plain, context) => current.seal(purpose, plain, context),
    open: (purpose, sealed, context) => opened(purpose, sealed, context).plain,
    reseal(purpose, sealed, context) {
      const { by, plain } = opened(purpose, sealed, context)
      return by === current ? null : current.seal(purpose, plain, context)
    },
    fingerprint: (purpose, text) => current.digest(purpose, text),
    fingerprints: (purpose, text) => accepted.map((keys) => keys.digest(purpose, text)),
    acceptsOther: other !== null,
  }
}

const nameBytes = 2
/** The length of the tag is always set, because Node otherwise accepts shorter tags. */
const tagBytes = 16

/**
 * Holds the keys of one secret for one algorithm. Another algorithm becomes another class with its own name, accepted beside this
 * one:
 * `open` tries each, and `reseal` moves stored data to the current one.
 */
class SecretKeys {
  readonly #secret: string
  readonly #made = new Map<string, KeyObject>()
  readonly #name: Buffer

  constructor(secret: string) {
    this.#secret = secret
    this.#name = this.digest('name of the secret', '').subarray(0, nameBytes)
  }

  /** Caches key objects. OpenSSL prepares a key object once, but a buffer on each use, so an HMAC takes 2 µs instead of 15. */
  #keyFor(purpose: string): KeyObject {
    const known = this.#made.get(purpose)
    if (known) return known
    const key = createSecretKey(Buffer.from(hkdfSync('sha256', this.#secret, 'apogee', purpose, 32)))
    this.#made.set(purpose, key)
    return key
  }

  digest(purpose: string, text: string): Buffer {
    return createHmac('sha256', this.#keyFor(purpose)).update(text).digest()
  }

  isNamedBy(sealed: Buffer): boolean {
    return sealed.subarray(0, nameBytes).equals(this.#name)
  }

  seal(purpose: string, plain: string, context: string): Buffer {
    const nonce = Buffer.concat([this.#name, randomBytes(12 - nameBytes)])
    const cipher = createCipheriv('aes-256-gcm', this.#keyFor(purpose), nonce, {
      authTagLength: tagBytes,
    }).setAAD(Buffer.from(context))
    return Buffer.concat([nonce, cipher.update(plain, 'utf8'), cipher.final(), cipher.getAuthTag()])
  }

  open(purpose: string, sealed: Buffer, context: string): string {
    const decipher = createDecipheriv('aes-256-gcm', this.#keyFor(purpose), sealed.subarray(0, 12), {
      authTagLength: tagBytes,
    })
      .setAAD(Buffer.from(context))
      .setAuthTag(sealed.subarray(-tagBytes))
    return Buffer.concat([decipher.update(sealed.subarray(12, -tagBytes)), decipher.final()]).toString('utf8')
  }
}
