import { isLanguage, languageParameter, type Language } from '@apogee/domain/languages.ts'
import { isIPv6 } from 'node:net'
import type { FastifyRequest } from 'fastify'
import { comesFromOutside } from './outside-requests.ts'

/** Describes where a request comes from, for rate limits and for the list of sessions. */
export interface ClientInfo {
  /** Rate limits count requests by this network (`networkOf`). */
  address: string
  /** This is true if the request may come from outside of the private network (`comesFromOutside`). */
  isOutside: boolean
  userAgent: string
  /** Somebody chose this language in the browser. It is undefined if none was chosen. */
  language?: Language | undefined
  /** This browser received the device cookie when somebody signed in. It does not authenticate anybody. */
  device?: string | undefined
  /**
   * This is true if `device` comes from a cookie without the prefix `__Host-`, which another host of the same domain may have set.
   */
  hasPlainDevice?: boolean | undefined
}

/** Takes the address from a proxy's header only if `trustProxy` of Fastify includes that proxy. */
export function clientInfoOf(request: FastifyRequest): ClientInfo {
  const device = cookieOf(request, hostCookieName(deviceCookie, true))
  return {
    address: networkOf(request.ip),
    isOutside: comesFromOutside(request),
    userAgent: request.headers['user-agent'] ?? '',
    language: chosenLanguage(request),
    // A cookie without the prefix `__Host-` was set over plain HTTP, or by a release that did not use the prefix yet.
    device: device ?? cookieOf(request, deviceCookie),
    hasPlainDevice: device === undefined,
  }
}

export const deviceCookie = 'apogee_device'

/**
 * Returns the name of a cookie that only this host can have set. Browsers accept the prefix `__Host-` only over https, from the
 * very host that the cookie is for, and with the path `/`. Over plain HTTP, as in a local demo, the name has no prefix.
 */
export const hostCookieName = (name: string, isSecure: boolean): string =>
  isSecure ? `__Host-${name}` : name

/**
 * Reads a cookie that this host has set. On https it ignores a cookie without the prefix `__Host-`, because another host of the
 * domain may have set it.
 * @param origin is the origin of the page.
 */
export const hostCookieOf = (
  request: Pick<FastifyRequest, 'headers'>,
  name: string,
  origin: string,
): string | undefined => cookieOf(request, hostCookieName(name, isSecureOrigin(origin)))

/** Returns whether cookies of this origin can be restricted to TLS. */
export const isSecureOrigin = (origin: string): boolean => origin.startsWith('https:')

export function cookieOf({ headers }: Pick<FastifyRequest, 'headers'>, name: string): string | undefined {
  const prefix = `${name}=`
  return headers.cookie
    ?.split(';')
    .map((pair) => pair.trim())
    .find((pair) => pair.startsWith(prefix))
    ?.slice(prefix.length)
}

/**
 * Returns the network by which limits count: an IPv4 address itself, or the /64 of an IPv6 address, because one owner controls all
 * addresses of a /64. An IPv4 address written as IPv6 (`::ffff:…`) is treated as IPv4.
 */
export function networkOf(address: string): string {
  if (!address.includes(':')) return address
  const [bare = ''] = address.split('%')
  if (!isIPv6(bare)) return address
  const groups = groupsOf(bare)
  const [high = 0, low = 0] = groups.slice(6).map((group) => Number.parseInt(group, 16))
  if (groups.slice(0, 6).join(':') === '0:0:0:0:0:ffff')
    return [high >> 8, high & 255, low >> 8, low & 255].join('.')
  return `${groups.slice(0, 4).join(':')}::/64`
}

/** Shortens a network for display: `2001:db8::/64` for `2001:db8:0:0::/64`. */
export function shownNetwork(network: string): string {
  const [bare = '', bits] = network.split('/')
  if (!isIPv6(bare)) return network
  const short = new URL(`http://[${bare}]`).hostname.slice(1, -1)
  return bits === undefined ? short : `${short}/${bits}`
}

/** Returns all eight groups of an IPv6 address in lower case without leading zeros, as `URL` writes them. */
function groupsOf(address: string): string[] {
  const written = new URL(`http://[${address}]`).hostname.slice(1, -1)
  const [left = [], right = []] = written.split('::').map((half) => (half === '' ? [] : half.split(':')))
  return [...left, ...Array<string>(8 - left.length - right.length).fill('0'), ...right]
}

function chosenLanguage(request: FastifyRequest): Language | undefined {
  const chosen = cookieOf(request, languageParameter)
  return isLanguage(chosen) ? chosen : undefined
}
