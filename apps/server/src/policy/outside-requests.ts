/** Tells requests from this machine or its private network from those that may come from elsewhere. */
import type { FastifyRequest } from 'fastify'
import { isLocalHost, isPrivateAddress } from '#server/platform/secrets/private-networks.ts'

/**
 * Proxies, tunnels and content networks add these headers. No browser and no client of the product sends one. A request with one
 * counts as coming from outside, whether or not `TRUSTED_PROXIES` names its sender.
 */
const forwardingHeader = new RegExp(
  `^(?:${[
    'forwarded',
    'via',
    'client-ip',
    'true-client-ip',
    'cdn-loop',
    'front-end-https',
    'x-forward(?:ed|er)(?:-.*)?',
    'x-real-(?:ip|host|port)',
    'x-(?:cluster-)?client-(?:ip|host|port)',
    'x-original-.*',
    'x-(?:host|scheme|proto|url-scheme|proxy.*|proxied.*|remote-(?:ip|addr))',
    'cf-.*',

    '(?:x-)?(?:akamai|arr|azure|envoy|fastly|fly|haproxy|incap|nginx|ngrok|sucuri|tailscale|varnish)(?:-.*)?',

    'x-(?:amzn|amz-cf|appengine|cloud|nf|vercel|railway|render|google)-.*',
    'cloudfront-.*',
    'surrogate-.*',
  ].join('|')})$`,
)

/**
 * Returns whether a request may come from outside of the private network: from a public address, through a proxy, from a page on
 * the internet, or for a public name. A proxy that adds no headers is recognised by HTTP/1.0, which nginx speaks by default, or by
 * the public name that it passes on.
 */
export function comesFromOutside({ headers, raw, socket }: FastifyRequest): boolean {
  if (!isPrivateAddress(socket.remoteAddress ?? '')) return true
  if (Object.keys(headers).some((name) => forwardingHeader.test(name.replaceAll('_', '-')))) return true
  if (raw.httpVersionMajor < 2 && raw.httpVersionMinor === 0) return true
  return !isLocalUrl(`http://${headers.host ?? ''}`) || !isLocalUrl(headers.origin)
}

/** Returns true if no address is given. `null` is what browsers send as Origin for a page without an origin, and is local too. */
const isLocalUrl = (address: string | undefined): boolean =>
  address === undefined ||
  address === 'null' ||
  (URL.canParse(address) && isLocalHost(new URL(address).hostname))

/** Returns whether a program on this machine sent the request directly, without a proxy. */
export const isFromThisMachine = (request: FastifyRequest): boolean =>
  /^(?:::ffff:)?127(?:\.\d{1,3}){3}$|^::1$/.test(request.socket.remoteAddress ?? '') &&
  !comesFromOutside(request)
