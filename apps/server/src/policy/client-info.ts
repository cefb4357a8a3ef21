import { isLanguage, languageParameter, type Language } from '@apogee/domain/languages.ts'
import { isIPv6 } from 'node:net'
import type { FastifyRequest } from 'fastify'
import { comesFromOutside } from './outside-requests.ts'

/** The origin of a request, for limits and the list of sessions. */
export interface ClientInfo {
  /** The network that limits count, see `networkOf`. */
  address: string
  /** True when the request may come from outside of the private network (`comesFromOutside`). */
  isOutside: boolean
  userAgent: string
  /** The language chosen in this browser; undefined when none was. */
  language?: Language | undefined
  /** The device cookie that this browser received at a sign-in. It authenticates nobody. */
  device?: string | undefined
  /** Whether another host of the same domain may have set that cookie: its name has no prefix. */
  hasPlainDevice?: boolean | undefined
}

/** A proxy's header is believed only when that proxy is trusted (Fastify's trustProxy). */
export function clientInfoOf(request: FastifyRequest): ClientInfo {
  const device = cookieOf(request, hostCookieName(deviceCookie, true))
  return {
    address: networkOf(request.ip),
    isOutside: comesFromOutside(request),
    userAgent: request.headers['user-agent'] ?? '',
    language: chosenLanguage(request),
    // Without the prefix it is that of plain HTTP, or of the release before the prefix.
    device: device ?? cookieOf(request, deviceCookie),
    hasPlainDevice: device === undefined,
  }
}

export const deviceCookie = 'apogee_device'

/**
 * The name of a cookie that this host alone can have set: browsers take the prefix from an https page of this very host, with the
 * path `/`. Over plain HTTP, as in a demo on one's own machine, they refuse it.
 */
export const hostCookieName = (name: string, isSecure: boolean): string =>
  isSecure ? `__Host-${name}` : name

/**
 * The cookie that this host has set. On https a name without the prefix is not read: another host of the domain may have set it.
 * @param origin of the page
 */
export const hostCookieOf = (
  request: Pick<FastifyRequest, 'headers'>,
  name: string,
  origin: string,
): string | undefined => cookieOf(request, hostCookieName(name, isSecureOrigin(origin)))

/** Whether browsers keep the cookies of this origin for TLS alone. */
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
 * The network that a limit counts: an IPv4 address, or the /64 of an IPv6 one, because its owner controls all its
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

/** A network as people write it: `2001:db8::/64` for `2001:db8:0:0::/64`. */
export function shownNetwork(network: string): string {
  const [bare = '', bits] = network.split('/')
  if (!isIPv6(bare)) return network
  const short = new URL(`http://[${bare}]`).hostname.slice(1, -1)
  return bits === undefined ? short : `${short}/${bits}`
}

/** All eight groups, without leading zeros, in lower case: URL normalises the notation. */
function groupsOf(address: string): string[] {
  const written = new URL(`http://[${address}]`).hostname.slice(1, -1)
  const [left = [], right = []] = written.split('::').map((half) => (half === '' ? [] : half.split(':')))
  return [...left, ...Array<string>(8 - left.length - right.length).fill('0'), ...right]
}

function chosenLanguage(request: FastifyRequest): Language | undefined {
  const chosen = cookieOf(request, languageParameter)
  return isLanguage(chosen) ? chosen : undefined
}
