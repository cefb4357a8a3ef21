/** Creates signed links that end mails of one kind without signing in. */
import type { FastifyInstance } from 'fastify'
import type { Keys } from '../secrets/keys.ts'

const tokenForm = /^(\d{1,15})\.([A-Za-z0-9_-]{43})$/

/**
 * `purpose` is part of the signature, so changing it invalidates the links of mails that were sent. `page` and `call` are
 * the paths to which the token is added: a page with a button, and the call of mail programs (RFC 8058).
 */
export interface MailKind {
  purpose: string
  page: string
  call: string
}

/** Serves the page with a button to programs that open the call's address. Link scanners do, so opening it changes nothing. */
export const stopPage =
  ({ page, call }: MailKind) =>
  (app: FastifyInstance): void => {
    app.get<{ Params: { token: string } }>(`${call}/:token`, (request, reply) =>
      reply.redirect(`${page}/${encodeURIComponent(request.params.token)}`, 303),
    )
  }

export class MailStops {
  readonly #keys: Keys
  readonly #kind: MailKind

  constructor(keys: Keys, kind: MailKind) {
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
