import type { FastifyInstance, FastifyRequest } from 'fastify'

const dayMs = 86_400_000
/** RFC 9116 recommends less than a year, so that an outdated address is noticed. */
const validForDays = 90

interface SecurityTxtOptions {
  /** Vulnerabilities are reported to this `mailto:` or https address. Null means that none is configured. */
  contact: string | null
  publicOrigin: (request: FastifyRequest) => string
}

/**
 * Serves `/.well-known/security.txt` (RFC 9116), the contact for vulnerabilities. Answers 404 when the operator has configured no
 * contact.
 */
export function serveSecurityTxt(app: FastifyInstance, { contact, publicOrigin }: SecurityTxtOptions): void {
  const path = '/.well-known/security.txt'
  app.get(path, async (request, reply) => {
    if (contact === null) return reply.callNotFound()
    const today = Math.floor(Date.now() / dayMs) * dayMs
    const expires = new Date(today + validForDays * dayMs).toISOString()
    return reply
      .type('text/plain; charset=utf-8')
      .header('x-content-type-options', 'nosniff')
      .header('cache-control', 'public, max-age=3600')
      .send(
        `Contact: ${contact}\nExpires: ${expires}\nPreferred-Languages: en, ms\nCanonical: ${publicOrigin(request)}${path}\n`,
      )
  })
}
