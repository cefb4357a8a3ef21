import { expect, test } from 'vitest'
import { networkOf, shownNetwork } from './client-info.ts'

test.each([
  ['an IPv4 address stands for itself', '203.0.113.7', '203.0.113.7'],
  ['an IPv6 address for its /64', '2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['whichever of them is used', '2001:db8:1:2:ffff::1', '2001:db8:1:2::/64'],
  ['and however it is written', '2001:0DB8:0001:0002:0:0:0:9', '2001:db8:1:2::/64'],
  ['the next /64 is another', '2001:db8:1:3::1', '2001:db8:1:3::/64'],
  ['a short one is filled up first', '2001:db8::1', '2001:db8:0:0::/64'],
  ['a run of zeros may end it', '2001:db8:1:2::', '2001:db8:1:2::/64'],
  ['or begin it', '::1', '0:0:0:0::/64'],
  ['an interface is no part of it', 'fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['an IPv4 address inside IPv6 is that address', '::ffff:203.0.113.7', '203.0.113.7'],
  ['in digits of sixteen too', '::FFFF:cb00:7107', '203.0.113.7'],
  ['but not elsewhere in it', '::ffff:0:cb00:7107', '0:0:0:0::/64'],
  ['what is no address stays what it is', 'unknown', 'unknown'],
  ['nothing stays nothing', '', ''],
])('limits count by network: %s', (_, address, network) => {
  expect(networkOf(address)).toBe(network)
})

test.each([
  ['203.0.113.7', '203.0.113.7'],
  ['2001:db8:1:2::/64', '2001:db8:1:2::/64'],
  ['2001:db8:0:0::/64', '2001:db8::/64'],
  ['0:0:0:0::/64', '::/64'],
  ['unknown', 'unknown'],
])('the network %s is shown as %s', (network, shown) => {
  expect(shownNetwork(network)).toBe(shown)
})
