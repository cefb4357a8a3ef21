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

/** Keys for single purposes, derived from the application's secret: docs/decisions/secrets.md. */
export interface Keys {
  /** HMAC-SHA256 as base64url over a purpose and a text. */
  sign(purpose: string, text: string): string
  /** Also a signature made under the other secret. */
  isSignedBy(purpose: string, text: string, signature: string): boolean
  /**
   * AES-256-GCM: 12 bytes nonce, ciphertext, 16 bytes tag. The first 2 bytes of the nonce name the secret, the others are
   * random. `context` must be the same to open it.
   */
  seal(purpose: string, plain: string, context: string): Buffer
  /** Also what was sealed under the other secret. Throws for anything else. */
  open(purpose: string, sealed: Buffer, context: string): string
  /**
   * What `open` opens, sealed under the current secret; null for what already is. Throws as `open` does.
   */
  reseal(purpose: string, sealed: Buffer, context: string): Buffer | null
  /** A keyed digest that recognises equal secrets without storing them. */
  fingerprint(purpose: string, text: string): Buffer
  /** The digests under all accepted secrets, the current one first. */
  fingerprints(purpose: string, text: string): Buffer[]
  /** Whether a second secret is accepted. */
  readonly acceptsOther: boolean
}

/** @param other a second secret that is accepted, but never used to seal or sign: the former one, or the next. */
export function createKeys(secret: string, other: string | null = null): Keys {
  const current = new SecretKeys(secret)
  const accepted = other === null ? [current] : [current, new SecretKeys(other)]
  const opened = (purpose: string, sealed: Buffer, context: string) => {
    // Two secrets may have the same name, and what was sealed before secrets had names begins with any bytes.
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
/** The whole tag of GCM: Node takes shorter ones where no length is set. */
const tagBytes = 16

/**
 * The keys of one secret for one algorithm. Another algorithm is another class with a name of its own, accepted beside this one:
 * `open` tries each, and `reseal` moves what is stored to the current one.
 */
class SecretKeys {
  readonly #secret: string
  readonly #made = new Map<string, KeyObject>()
  readonly #name: Buffer

  constructor(secret: string) {
    this.#secret = secret
    this.#name = this.digest('name of the secret', '').subarray(0, nameBytes)
  }

  /** A key object is prepared for OpenSSL once, a buffer on each use: an HMAC takes 2 µs instead of 15. */
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
