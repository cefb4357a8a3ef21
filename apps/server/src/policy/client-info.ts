import { isLanguage, languageParameter, type Language } from '@apogee/domain/languages.ts'
import { isIPv6 } from 'node:net'
import type { FastifyRequest } from 'fastify'
import { comesFromOutside } from './outside-requests.ts'

/** Limits and the list of sessions use the origin of a request. */
export interface ClientInfo {
  /** The value is the network that limits count, see `networkOf`. */
  address: string
  /** The value is true when the request may come from outside of the private network (`comesFromOutside`). */
  isOutside: boolean
  userAgent: string
  /** The value is the language chosen in this browser, or undefined without a choice. */
  language?: Language | undefined
  /** The value is the device cookie that this browser received at a sign-in. It does not authenticate. */
  device?: string | undefined
  /** The value tells whether another host of the same domain may have set that cookie, because its name has no prefix. */
  hasPlainDevice?: boolean | undefined
}

/** Trusts a proxy's header only when that proxy is trusted (Fastify's trustProxy). */
export function clientInfoOf(request: FastifyRequest): ClientInfo {
  const device = cookieOf(request, hostCookieName(deviceCookie, true))
  return {
    address: networkOf(request.ip),
    isOutside: comesFromOutside(request),
    userAgent: request.headers['user-agent'] ?? '',
    language: chosenLanguage(request),
    // A cookie without the prefix comes from plain HTTP, or from the release before the prefix.
    device: device ?? cookieOf(request, deviceCookie),
    hasPlainDevice: device === undefined,
  }
}

export const deviceCookie = 'apogee_device'

/**
 * Returns the name of a cookie that only this host can have set: browsers accept the prefix only from an https page of this very
 * host, with the path `/`. They refuse it over plain HTTP, as in a local demo.
 */
export const hostCookieName = (name: string, isSecure: boolean): string =>
  isSecure ? `__Host-${name}` : name

/**
 * Reads the cookie that this host has set. On https it ignores a name without the prefix, because another host of the domain may
 * have set it.
 * @param origin is that of the page.
 */
export const hostCookieOf = (
  request: Pick<FastifyRequest, 'headers'>,
  name: string,
  origin: string,
): string | undefined => cookieOf(request, hostCookieName(name, isSecureOrigin(origin)))

/** Returns whether browsers restrict the cookies of this origin to TLS. */
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
 * Returns the network that a limit counts: an IPv4 address, or the /64 of an IPv6 one, because its owner controls all its
 * addresses. An IPv4 address written as IPv6 (`::ffff:…`) is treated as IPv4.
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

/** Returns all eight groups, without leading zeros, in lower case: URL normalises the notation. */
function groupsOf(address: string): string[] {
  const written = new URL(`http://[${address}]`).hostname.slice(1, -1)
  const [left = [], right = []] = written.split('::').map((half) => (half === '' ? [] : half.split(':')))
  return [...left, ...Array<string>(8 - left.length - right.length).fill('0'), ...right]
}

function chosenLanguage(request: FastifyRequest): Language | undefined {
  const chosen = cookieOf(request, languageParameter)
  return isLanguage(chosen) ? chosen : undefined
}
