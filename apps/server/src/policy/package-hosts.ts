/**
 * Decides which host serves a package. All use of the Host header for packages is in this file. Where possible, the package of each
 * launch has its own host, so that the browser gives it an origin of its own (docs/decisions/scorm.md).
 */
import { createHash } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { originOf, type OriginRule } from './origin.ts'
import { comesFromOutside } from './outside-requests.ts'

export interface PackageRule extends OriginRule {
  /**
   * This is the setting PACKAGE_ORIGIN. If its host begins with `*.`, each launch has its own name below that host. It is null if
   * the setting is absent; browsers on this machine can still use names below `localhost`.
   */
  packageOrigin: string | null
}

/** `pattern` is an origin with `*` in place of the name of one launch, as in a content security policy. */
export interface LaunchHosts {
  pattern: string
  /** The page with this origin shows the package in a frame. */
  lessonOrigin: string
}

const nameOf = (host: string | undefined): string =>
  (host ?? '').toLowerCase().replace(/:\d*$/, '').replace(/\.$/, '')
const hostnameOf = (origin: string): string => new URL(origin).hostname.replace(/\.$/, '')

export const isForEachLaunch = (packageOrigin: string): boolean => hostnameOf(packageOrigin).startsWith('*.')

/** IPv6 addresses are omitted, because a content security policy cannot name them. */
const loopbackNames = ['localhost', '127.0.0.1']

function patternFor(lessonOrigin: string, packageOrigin: string | null): string | null {
  if (packageOrigin !== null) return isForEachLaunch(packageOrigin) ? packageOrigin : null
  const { protocol, hostname, port } = new URL(lessonOrigin)
  if (protocol !== 'http:' || !loopbackNames.includes(hostname)) return null
  return `http://*.localhost${port && `:${port}`}`
}

/** Returns where launches are served for the browser that sent the request. Null means that packages run without an origin. */
export function launchHostsFor(request: FastifyRequest, rule: PackageRule): LaunchHosts | null {
  const { origin: lessonOrigin } = new URL(originOf(request, rule))
  const pattern = patternFor(lessonOrigin, rule.packageOrigin)
  if (pattern === null) return null
  // The Host header alone is not enough, because a proxy may send a name of this machine for a browser elsewhere.
  const isHere = () => loopbackNames.includes(nameOf(request.headers.host)) && !comesFromOutside(request)
  return rule.publicUrl !== null || isHere() ? { pattern, lessonOrigin } : null
}

/**
 * Returns the origin of one launch. Host names are sent unencrypted, so this one is a digest of the launch's secret and does not
 * reveal it. The digest includes the origin of the lesson, so that the host knows which page may frame the package.
 */
export function launchOrigin({ pattern, lessonOrigin }: LaunchHosts, launch: string): string {
  const label = createHash('sha256')
    .update(`host of ${launch} for ${lessonOrigin}`)
    .digest('hex')
    .slice(0, 40)
  return pattern.replace('*', label)
}

/** `shared` is the one host that serves all packages. `launch` is the host of one launch. `product` is every other host. */
export type AskedHost = 'product' | 'shared' | 'launch'

/** Compares host names without ports, because a proxy may omit the port. */
export function askedHost(
  { headers }: Pick<FastifyRequest, 'headers'>,
  packageOrigin: string | null,
): AskedHost {
  const name = nameOf(headers.host)
  const host = packageOrigin === null ? '*.localhost' : hostnameOf(packageOrigin)
  // `localhost` without a launch's name is the product itself.
  if (host === '*.localhost') return /^[\da-f]{40}\.localhost$/.test(name) ? 'launch' : 'product'
  if (!host.startsWith('*.')) return name === host ? 'shared' : 'product'
  return `.${name}`.endsWith(host.slice(1)) ? 'launch' : 'product'
}

/** Returns the origin of the lesson if the request was sent to the host of exactly this launch, and null otherwise. */
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
