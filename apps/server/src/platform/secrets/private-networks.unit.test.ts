import { expect, test } from 'vitest'
import { isLocalHost, isPrivateAddress, isPrivateNetwork } from './private-networks.ts'

test.each([
  '127.0.0.1',
  '127.9.9.9',
  '10.0.0.1',
  '172.16.0.1',
  '172.31.255.255',
  '192.168.1.2',
  '169.254.1.1',

  '100.64.0.1',
  '100.127.255.255',
  '198.19.249.2',
  '::1',
  'fe80::1',
  'fe80::1%eth0',
  'fd00::5',
  'fc00::1',
  '::ffff:127.0.0.1',
  '::ffff:10.1.2.3',
  '::ffff:a00:1',
])('%s is an address of this machine or its private network', (address) => {
  expect(isPrivateAddress(address)).toBe(true)
})

test.each([
  '8.8.8.8',
  '172.32.0.1',
  '172.15.0.1',
  '192.169.0.1',
  '100.63.0.1',
  '100.128.0.1',
  '0.0.0.0',
  '11.0.0.1',

  '2001:db8::1',
  '2606:4700::1',
  '::ffff:8.8.8.8',
  '64:ff9b::a00:1',
  '::',
  '',
  'unix',
  '127.0.0.1.example.my',
])('%s is none', (address) => {
  expect(isPrivateAddress(address)).toBe(false)
})

test.each([
  'localhost',
  'LOCALHOST.',
  'a.localhost',
  'apogee',
  'apogee.test',
  'learn.local',
  'a.internal',
  'pi.lan',
  'nas.home.arpa',
  '127.0.0.1',
  '[::1]',
  '[fd00::1]',
  '10.0.0.9',
  '[::ffff:a00:1]',
])('%s is no host of the internet', (host) => {
  expect(isLocalHost(host)).toBe(true)
})

test.each([
  'learn.example.my',
  'localhost.example.my',
  '127.0.0.1.nip.io',
  'test.my',
  'local.my',
  '203.0.113.9',
  '[2606:4700::1]',
  'atest.my',
])('%s may be a host of the internet', (host) => {
  expect(isLocalHost(host)).toBe(false)
})

test.each([
  ['10.0.0.0/8', true],
  ['10.0.0.0/7', false],
  ['127.0.0.1', true],
  ['fd00::/8', true],
  ['fc00::/6', false],
  ['::/0', false],
  ['0.0.0.0/0', false],
  ['loopback', true],
])('the network %s is a private one: %s', (network, expected) => {
  expect(isPrivateNetwork(network)).toBe(expected)
})
