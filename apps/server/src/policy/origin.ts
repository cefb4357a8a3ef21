import type { FastifyRequest } from 'fastify'

export interface OriginRule {
  /** This is the setting PUBLIC_URL. It is null if the setting is absent. */
  publicUrl: string | null
  ownOrigin: () => string
}

const loopback = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])(?::\d{1,5})?$/

/**
 * Returns the origin of links and payment returns for this request: PUBLIC_URL when it is set; else the request's own when that is
 * loopback, so that localhost and 127.0.0.1 both work; else the address the server listens on. A foreign Host header never gets
 * into a link.
 */
export function originOf(
  request: Pick<FastifyRequest, 'headers'>,
  { publicUrl, ownOrigin }: OriginRule,
): string {
  if (publicUrl) return publicUrl
  const host = request.headers.host ?? ''
  return loopback.test(host) ? `http://${host}` : ownOrigin()
}

/** Returns whether `originOf` may have produced this address. A mail turns only such addresses into links. */
export function isOwnUrl(url: URL, { publicUrl, ownOrigin }: OriginRule): boolean {
  if (publicUrl) return url.origin === publicUrl
  return url.origin === ownOrigin() || (url.protocol === 'http:' && loopback.test(url.host))
}

/** The header `Strict-Transport-Security` of an https installation covers its host and subdomains for a year. */
export const transportSecurity = 'max-age=31536000; includeSubDomains'

/**
 * This header `Content-Security-Policy` is for answers that are not documents. It keeps them from loading or running anything, even
 * in a frame.
 */
export const dataPolicy = "default-src 'none'; object-src 'none'; base-uri 'none'; frame-ancestors 'none'"
