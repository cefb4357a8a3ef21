import type { FastifyRequest } from 'fastify'

export interface OriginRule {
  /** PUBLIC_URL; null when unset. */
  publicUrl: string | null
  /** The address the server listens on. */
  ownOrigin: () => string
}

const loopback = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])(?::\d{1,5})?$/

/**
 * The origin of links and payment returns for this request: PUBLIC_URL when it is set; else the request's own when that
 * is loopback, so that localhost and 127.0.0.1 both work; else the address the server listens on. A foreign Host header
 * never gets into a link.
 */
export function originOf(
  request: Pick<FastifyRequest, 'headers'>,
  { publicUrl, ownOrigin }: OriginRule,
): string {
  if (publicUrl) return publicUrl
  const host = request.headers.host ?? ''
  return loopback.test(host) ? `http://${host}` : ownOrigin()
}

/** Headers by which a proxy names whom it speaks for. */
const forwardingHeaders = [
  ...['forwarded', 'via', 'x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto', 'x-forwarded-port'],
  ...['x-real-ip', 'true-client-ip', 'cf-connecting-ip', 'x-client-ip', 'x-cluster-client-ip'],
]

/** Whether a program on this machine sends the request itself, and no proxy for somebody else. */
export const isFromThisMachine = ({ headers, socket }: Pick<FastifyRequest, 'headers' | 'socket'>): boolean =>
  /^(?:::ffff:)?127(?:\.\d{1,3}){3}$|^::1$/.test(socket.remoteAddress ?? '') &&
  forwardingHeaders.every((name) => headers[name] === undefined)

/** Whether `originOf` may have written this address: only such addresses are links in a mail. */
export function isOwnUrl(url: URL, { publicUrl, ownOrigin }: OriginRule): boolean {
  if (publicUrl) return url.origin === publicUrl
  return url.origin === ownOrigin() || (url.protocol === 'http:' && loopback.test(url.host))
}

/**
 * Whether the request asks the host of packages. Names alone are compared: a proxy may send no port, and the host of packages has
 * another name than the product's.
 */
export function asksPackageHost(
  request: Pick<FastifyRequest, 'headers'>,
  packageOrigin: string | null,
): boolean {
  if (packageOrigin === null) return false
  const name = (request.headers.host ?? '').toLowerCase().replace(/:\d*$/, '').replace(/\.$/, '')
  return name === new URL(packageOrigin).hostname.replace(/\.$/, '')
}

/** `Strict-Transport-Security` of an https installation: a year, for its host and those below it. */
export const transportSecurity = 'max-age=31536000; includeSubDomains'

/** `Content-Security-Policy` of answers that are no documents: opened directly or in a frame, they load and run nothing. */
export const dataPolicy = "default-src 'none'; object-src 'none'; base-uri 'none'; frame-ancestors 'none'"
