/**
 * Decides which host serves a package. No other code reads a Host header for packages. The package of each launch has a host of its
 * own where one can be had, so that the browser gives it an origin (docs/decisions/scorm.md).
 */
import { createHash } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { originOf, type OriginRule } from './origin.ts'
import { comesFromOutside } from './outside-requests.ts'

export interface PackageRule extends OriginRule {
  /**
   * The value is PACKAGE_ORIGIN. A host that begins with `*.` gives each launch its own name below it. Null means that none is set:
   * browsers on this machine still resolve names below `localhost`.
   */
  packageOrigin: string | null
}

/** `pattern` is an origin whose `*` stands for the name of one launch, as in a content security policy. */
export interface LaunchHosts {
  pattern: string
  /** The value is the origin of the page that frames the package. */
  lessonOrigin: string
}

const nameOf = (host: string | undefined): string =>
  (host ?? '').toLowerCase().replace(/:\d*$/, '').replace(/\.$/, '')
const hostnameOf = (origin: string): string => new URL(origin).hostname.replace(/\.$/, '')

export const isForEachLaunch = (packageOrigin: string): boolean => hostnameOf(packageOrigin).startsWith('*.')

/** IPv6 addresses are missing, because a content security policy cannot name them. */
const loopbackNames = ['localhost', '127.0.0.1']

function patternFor(lessonOrigin: string, packageOrigin: string | null): string | null {
  if (packageOrigin !== null) return isForEachLaunch(packageOrigin) ? packageOrigin : null
  const { protocol, hostname, port } = new URL(lessonOrigin)
  if (protocol !== 'http:' || !loopbackNames.includes(hostname)) return null
  return `http://*.localhost${port && `:${port}`}`
}

/** Returns the hosts of launches for the browser that sent the request. Null means that packages run without an origin. */
export function launchHostsFor(request: FastifyRequest, rule: PackageRule): LaunchHosts | null {
  const { origin: lessonOrigin } = new URL(originOf(request, rule))
  const pattern = patternFor(lessonOrigin, rule.packageOrigin)
  if (pattern === null) return null
  // A proxy may send a name of this machine for a browser that is elsewhere.
  const isHere = () => loopbackNames.includes(nameOf(request.headers.host)) && !comesFromOutside(request)
  return rule.publicUrl !== null || isHere() ? { pattern, lessonOrigin } : null
}

/**
 * Returns the origin of one launch. The name is derived from the launch's secret and cannot lead back to it, because names are sent
 * in the clear. It includes the origin of the lesson, so that the host knows which page may frame it.
 */
export function launchOrigin({ pattern, lessonOrigin }: LaunchHosts, launch: string): string {
  const label = createHash('sha256')
    .update(`host of ${launch} for ${lessonOrigin}`)
    .digest('hex')
    .slice(0, 40)
  return pattern.replace('*', label)
}

/** `shared` is the one host of all packages, `launch` is that of one launch, and all else is the product. */
export type AskedHost = 'product' | 'shared' | 'launch'

/** Compares names alone, because a proxy may send no port. */
export function askedHost(
  { headers }: Pick<FastifyRequest, 'headers'>,
  packageOrigin: string | null,
): AskedHost {
  const name = nameOf(headers.host)
  const host = packageOrigin === null ? '*.localhost' : hostnameOf(packageOrigin)
  // The product itself may be opened as `localhost`.
  if (host === '*.localhost') return /^[\da-f]{40}\.localhost$/.test(name) ? 'launch' : 'product'
  if (!host.startsWith('*.')) return name === host ? 'shared' : 'product'
  return `.${name}`.endsWith(host.slice(1)) ? 'launch' : 'product'
}

/** Returns the origin of the lesson when the request asks the host of exactly this launch. */
export function lessonOfLaunch(
  { headers: { host } }: Pick<FastifyRequest, 'headers'>,
  { publicUrl, packageOrigin }: PackageRule,
  launch: string,
): string | null {
  const port = /:\d{1,5}$/.exec(host ?? '')?.[0] ?? ''
  const lessons = publicUrl === null ? loopbackNames.map((name) => `http://${name}${port}`) : [publicUrl]
  const isOf = (lesson: string) => {
    if (!URL.canParse(lesson)) return false
    const lessonOrigin = new URL(lesson).origin
    const pattern = patternFor(lessonOrigin, packageOrigin)
    return pattern !== null && hostnameOf(launchOrigin({ pattern, lessonOrigin }, launch)) === nameOf(host)
  }
  const found = lessons.find(isOf)
  return found === undefined ? null : new URL(found).origin
}
