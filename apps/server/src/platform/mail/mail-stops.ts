/** Creates signed links that end mails of one kind without signing in. */
import type { Keys } from '../secrets/keys.ts'

const tokenForm = /^(\d{1,15})\.([A-Za-z0-9_-]{43})$/

export class MailStops {
  readonly #keys: Keys
  readonly #kind: { purpose: string; page: string; call: string }

  /**
   * @param kind `purpose` is part of the signature, so changing it invalidates the links of mails that were sent. `page` and `call`
   * are the paths to which the token is added: a page with a button, and the call of mail programs (RFC 8058).
   */
  constructor(keys: Keys, kind: { purpose: string; page: string; call: string }) {
    this.#keys = keys
    this.#kind = kind
  }

  linksFor(origin: string, userId: number): { stopLink: string; unsubscribeUrl: string } {
    const { purpose, page, call } = this.#kind
    const token = `${userId}.${this.#keys.sign(purpose, String(userId))}`
    return { stopLink: `${origin}${page}/${token}`, unsubscribeUrl: `${origin}${call}/${token}` }
  }

  /** Returns null for a token without a valid signature. */
  readerOf(token: string): number | null {
    const [, userId, signature] = tokenForm.exec(token) ?? []
    return userId && signature && this.#keys.isSignedBy(this.#kind.purpose, userId, signature)
      ? Number(userId)
      : null
  }
}
