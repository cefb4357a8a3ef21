/** Recognises addresses and names that only machines of the same network can reach. */
import { BlockList, isIP } from 'node:net'

/**
 * These networks are not part of the internet: this machine, private networks (RFC 1918, RFC 4193), link-local addresses, and the
 * shared and benchmark ranges that container networks use (RFC 6598, RFC 2544).
 */
const subnets4 = [
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.168.0.0/16',
  '198.18.0.0/15',
]
const subnets6 = ['::1/128', 'fc00::/7', 'fe80::/10']

const nearby = new BlockList()
for (const subnet of subnets4) add(subnet, 'ipv4')
for (const subnet of subnets6) add(subnet, 'ipv6')

function add(subnet: string, family: 'ipv4' | 'ipv6'): void {
  const [network = '', bits] = subnet.split('/')
  nearby.addSubnet(network, Number(bits), family)
}

/**
 * Returns whether the address is private. IPv4 addresses written as IPv6 are accepted. Returns false for text that is no address.
 */
export function isPrivateAddress(address: string): boolean {
  const [bare = ''] = address.split('%')
  const family = isIP(bare)
  return family !== 0 && nearby.check(bare, family === 4 ? 'ipv4' : 'ipv6')
}

/**
 * The public DNS has none of these top-level domains. They are those of RFC 6761, RFC 6762 and RFC 8375, and those of home routers.
 */
const localDomains = /(?:^|\.)(?:localhost|test|local|internal|home\.arpa|lan|localdomain)$/

/** Returns true for a private address, and for a name that the public DNS does not have. A name without a dot is local. */
export function isLocalHost(hostname: string): boolean {
  const host = hostname
    .toLowerCase()
    .replace(/^\[|\]$/g, '')
    .replace(/\.$/, '')
  if (isIP(host) !== 0) return isPrivateAddress(host)
  return !host.includes('.') || localDomains.test(host)
}

/** Returns whether a network such as `10.0.0.0/8` or `loopback` lies within a private one. */
export function isPrivateNetwork(network: string): boolean {
  if (['loopback', 'linklocal', 'uniquelocal'].includes(network)) return true
  const [address = '', bits] = network.split('/')
  if (bits === undefined) return isPrivateAddress(address)
  return [...subnets4, ...subnets6].some((subnet) => {
    const [base = '', least] = subnet.split('/')
    if (isIP(base) !== isIP(address) || Number(bits) < Number(least)) return false
    const only = new BlockList()
    only.addSubnet(base, Number(least), isIP(base) === 4 ? 'ipv4' : 'ipv6')
    return only.check(address, isIP(address) === 4 ? 'ipv4' : 'ipv6')
  })
}
