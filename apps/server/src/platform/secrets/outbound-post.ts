/**
 * Sends a POST to an address that a customer entered. The name is resolved once, the connection uses the checked addresses, and
 * non-public addresses are refused (docs/decisions/integrations.md).
 */
import { lookup, Resolver, type LookupAddress, type LookupOptions } from 'node:dns'
import { request as requestHttp, type IncomingMessage } from 'node:http'
import { request as requestHttps } from 'node:https'
import { BlockList, isIP } from 'node:net'

/** `public` allows https to public addresses only. `loopback` also allows http to this machine, for a demo and tests. */
export type Reach = 'public' | 'loopback'

export interface PostAnswer {
  status: number
  /** This is the beginning of the answer. */
  text: string
}

export class PostFailed extends Error {
  override name = 'PostFailed'
  readonly code: string

  constructor(code: string) {
    super(`no answer: ${code}`)
    this.code = code
  }
}

const refusedCode = 'ADDRESS_REFUSED'
/** Longer answers are truncated. */
const mostAnswerBytes = 65_536

const subnets4 = [
  ...([
    '0.0.0.0/8',
    '10.0.0.0/8',
    '100.64.0.0/10',
    '127.0.0.0/8',
    '169.254.0.0/16',
    '172.16.0.0/12',
  ] as const),
  ...(['192.0.0.0/24', '192.0.2.0/24', '192.88.99.0/24', '192.168.0.0/16', '198.18.0.0/15'] as const),
  ...(['198.51.100.0/24', '203.0.113.0/24', '224.0.0.0/4', '240.0.0.0/4'] as const),
]
/** These networks are within global unicast, but are for documentation, or tunnel to IPv4 addresses. */
const subnets6 = ['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20'] as const

const closed = new BlockList()
for (const subnet of subnets4) addTo(closed, subnet, 'ipv4')
for (const subnet of subnets6) addTo(closed, subnet, 'ipv6')
const global6 = new BlockList()
global6.addSubnet('2000::', 3, 'ipv6')
const loopback = new BlockList()
loopback.addSubnet('127.0.0.0', 8, 'ipv4')
loopback.addAddress('::1', 'ipv6')

function addTo(list: BlockList, subnet: string, family: 'ipv4' | 'ipv6'): void {
  const [network = '', bits] = subnet.split('/')
  list.addSubnet(network, Number(bits), family)
}

export function isAllowedAddress(address: string, reach: Reach): boolean {
  const family = isIP(address)
  if (family === 0) return false
  const kind = family === 4 ? 'ipv4' : 'ipv6'
  if (reach === 'loopback' && loopback.check(address, kind)) return true
  if (family === 6 && !global6.check(address, 'ipv6')) return false
  return !closed.check(address, kind)
}

const hostOf = (url: URL): string => url.hostname.replace(/^\[|\]$/g, '')

/** Returns whether the address names this machine itself. A public name that resolves to this machine does not count. */
export function isOnThisMachine(text: string): boolean {
  const host = hostOf(new URL(text))
  return (
    host === 'localhost' || (isIP(host) !== 0 && loopback.check(host, isIP(host) === 4 ? 'ipv4' : 'ipv6'))
  )
}

/**
 * Returns whether the address may be stored. Its scheme, and an IP address in it, are checked now. A name is resolved and checked
 * when sending.
 */
export function isAllowedUrl(text: string, reach: Reach): boolean {
  const url = new URL(text)
  const host = hostOf(url)
  if (url.protocol !== 'https:' && !(reach === 'loopback' && isOnThisMachine(text))) return false
  if (isIP(host) !== 0) return isAllowedAddress(host, reach)
  return reach === 'loopback' || !/(^|\.)(localhost|local|internal)\.?$/.test(host)
}

type Resolved = (error: Error | null, address: string | LookupAddress[], family?: number) => void

interface LookupRule {
  reach: Reach
  signal: AbortSignal
  /** These name servers replace those of the machine. */
  servers?: readonly string[]
}

type Addresses = (error: Error | null, addresses: LookupAddress[]) => void

/**
 * Resolves all addresses of a name. Public names are queried at the name servers, because the signal can cancel such a query. The
 * operating system's look-up cannot be cancelled, and occupies one of the few threads that read files. It is used for `loopback`,
 * because only it knows the names of this machine.
 */
function resolve(hostname: string, { reach, signal, servers }: LookupRule, done: Addresses) {
  // Contrary to its type, the callback gets no addresses after a failure.
  if (reach === 'loopback')
    return lookup(hostname, { all: true }, (error, addresses) => done(error, error ? [] : addresses))
  const resolver = new Resolver()
  if (servers) resolver.setServers(servers)
  const cancel = () => resolver.cancel()
  signal.addEventListener('abort', cancel, { once: true })
  const addresses: LookupAddress[] = []
  let failure: Error | null = null
  let waiting = 2
  const answered = (family: 4 | 6) => (error: Error | null, found: string[]) => {
    if (error) failure ??= error
    else addresses.push(...found.map((address) => ({ address, family })))
    waiting -= 1
    if (waiting > 0) return
    signal.removeEventListener('abort', cancel)
    // A name may have addresses of one kind only.
    done(addresses.length > 0 ? null : failure, addresses)
  }
  resolver.resolve4(hostname, answered(4))
  resolver.resolve6(hostname, answered(6))
}

/** Refuses a name when any of its addresses is not allowed. The connection uses exactly the checked addresses. */
export const checkedLookup =
  (rule: LookupRule) =>
  (hostname: string, options: LookupOptions, resolved: Resolved): void => {
    resolve(hostname, rule, (error, addresses) => {
      const [first] = addresses
      if (error || !first) resolved(error ?? new PostFailed('ENOTFOUND'), [])
      else if (!addresses.every(({ address }) => isAllowedAddress(address, rule.reach)))
        resolved(new PostFailed(refusedCode), [])
      else if (options.all) resolved(null, addresses)
      else resolved(null, first.address, first.family)
    })
  }

/**
 * Sends one POST. It follows no redirect, and uses neither a proxy nor a pooled connection.
 * @throws PostFailed if no answer arrives.
 */
export async function postTo(
  url: string,
  {
    headers,
    body,
    reach,
    timeoutMs,
    keptBytes,
  }: {
    headers: Record<string, string>
    body: string
    reach: Reach
    timeoutMs: number
    /** At most this many bytes of the answer are returned. */
    keptBytes: number
  },
): Promise<PostAnswer> {
  if (!isAllowedUrl(url, reach)) throw new PostFailed(refusedCode)
  const deadline = AbortSignal.timeout(timeoutMs)
  const send = new URL(url).protocol === 'https:' ? requestHttps : requestHttp
  const options = {
    method: 'POST',
    headers,
    agent: false,
    signal: deadline,
    lookup: checkedLookup({ reach, signal: deadline }),
  } as const
  const waiting = Promise.withResolvers<IncomingMessage>()
  const request = send(url, options, waiting.resolve)
  request.on('error', waiting.reject)
  // If the answer requests a protocol upgrade, the connection ends without an error.
  request.on('close', () => waiting.reject(new PostFailed('CONNECTION_FAILED')))
  request.end(body)
  try {
    const response = await waiting.promise
    return { status: response.statusCode ?? 0, text: await beginningOf(response, keptBytes) }
  } catch (error) {
    if (deadline.aborted) throw new PostFailed('TIMEOUT')
    throw error instanceof PostFailed ? error : new PostFailed(codeOf(error))
  } finally {
    request.destroy()
  }
}

async function beginningOf(response: IncomingMessage, keptBytes: number): Promise<string> {
  const kept: Buffer[] = []
  let received = 0
  for await (const chunk of response as AsyncIterable<Buffer>) {
    if (received < keptBytes) kept.push(chunk.subarray(0, keptBytes - received))
    received += chunk.length
    if (received > mostAnswerBytes) break
  }
  // NUL characters are removed, because PostgreSQL cannot store them.
  return Buffer.concat(kept).toString('utf8').replaceAll('\0', '').slice(0, keptBytes)
}

function codeOf(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  return typeof code === 'string' ? code.slice(0, 60) : 'CONNECTION_FAILED'
}
