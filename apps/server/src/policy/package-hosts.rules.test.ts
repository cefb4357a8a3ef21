import type { FastifyRequest } from 'fastify'
import { expect, test } from 'vitest'
import { askedHost, launchHostsFor, launchOrigin, lessonOfLaunch } from './package-hosts.ts'

const label = 'a'.repeat(40)
const each = 'https://*.content.example.org'
const at = (host: string | undefined, more: Record<string, string> = {}): FastifyRequest =>
  ({
    headers: { ...(host !== undefined && { host }), ...more },
    raw: { httpVersionMajor: 1, httpVersionMinor: 1 },
    socket: { remoteAddress: '127.0.0.1' },
  }) as unknown as FastifyRequest

test.each([
  ['https://content.example.my', 'content.example.my', 'shared'],
  ['https://content.example.my', 'Content.Example.MY:443', 'shared'],
  ['https://content.example.my', 'content.example.my.', 'shared'],
  ['https://content.example.my.', 'content.example.my', 'shared'],
  ['http://localhost:3000', 'localhost', 'shared'],
  ['http://[::1]:3000', '[::1]:3000', 'shared'],
  ['https://content.example.my', 'learn.example.my', 'product'],
  ['https://content.example.my', 'content.example.my.evil.example', 'product'],
  ['https://content.example.my', undefined, 'product'],
  [each, `${label}.content.example.org`, 'launch'],
  [each, 'ANY.content.example.org.:443', 'launch'],
  [each, 'a.b.content.example.org', 'launch'],
  [each, 'content.example.org', 'launch'],
  [each, 'notcontent.example.org', 'product'],
  [each, 'content.example.org.evil.example', 'product'],
  [each, `${label}.localhost:3000`, 'product'],
  [null, `${label}.localhost:3000`, 'launch'],
  [null, `${label.toUpperCase()}.LOCALHOST.`, 'launch'],
  ['http://*.localhost:3000', 'localhost:3000', 'product'],
  ['http://*.localhost:3000', `${label}.localhost:3000`, 'launch'],
  [null, `${label}.localhost.evil.example`, 'product'],
  [null, 'school.localhost:3000', 'product'],
  [null, 'localhost:3000', 'product'],
  [null, 'content.example.my', 'product'],
])('with PACKAGE_ORIGIN %s, the Host header %s asks the host of kind %s', (origin, host, kind) => {
  expect(askedHost(at(host), origin)).toBe(kind)
})

const local = { publicUrl: null, packageOrigin: null, ownOrigin: () => 'http://127.0.0.1:3000' }

test.each([
  [local, 'localhost:3000', 'http://*.localhost:3000'],
  [local, '127.0.0.1:8080', 'http://*.localhost:8080'],
  [local, '[::1]:3000', null],
  [local, '192.168.1.5:3000', null],
  [local, 'evil.example:3000', null],
  [{ ...local, publicUrl: 'http://127.0.0.1:3000' }, 'anything', 'http://*.localhost:3000'],
  [{ ...local, publicUrl: 'https://localhost' }, 'localhost', null],
  [{ ...local, publicUrl: 'https://learn.example.my' }, 'learn.example.my', null],
  [{ ...local, publicUrl: 'https://learn.example.my', packageOrigin: each }, 'learn.example.my', each],
  [
    { ...local, publicUrl: 'http://127.0.0.1:3000', packageOrigin: 'http://localhost:3000' },
    '127.0.0.1:3000',
    null,
  ],
])('with %j a page at %s opens launches at %s', (rule, host, pattern) => {
  expect(launchHostsFor(at(host), rule)?.pattern ?? null).toBe(pattern)
})

test('a browser behind a proxy that names this machine gets no name of its own machine', () => {
  expect(launchHostsFor(at('127.0.0.1:3000', { 'x-forwarded-for': '203.0.113.7' }), local)).toBeNull()
  expect(launchHostsFor(at('127.0.0.1:3000', { origin: 'https://learn.example.my' }), local)).toBeNull()
})

test('a host belongs to one launch and one lesson page, in whatever way it is written', () => {
  const lessonOrigin = 'http://127.0.0.1:3000'
  const host = new URL(launchOrigin({ pattern: 'http://*.localhost:3000', lessonOrigin }, 'secret~~')).host
  expect(host).toMatch(/^[\da-f]{40}\.localhost:3000$/)
  expect(host).not.toContain('secret')
  expect(lessonOfLaunch(at(host), local, 'secret~~')).toBe(lessonOrigin)
  expect(lessonOfLaunch(at(host.toUpperCase()), local, 'secret~~')).toBe(lessonOrigin)
  expect(lessonOfLaunch(at(host), local, 'other~~')).toBeNull()
  expect(lessonOfLaunch(at(host.replace('3000', '3001')), local, 'secret~~')).toBeNull()
  for (const wrong of [
    undefined,
    '',
    'x y',
    'localhost:3000',
    `${label}.localhost:3000`,
    '[::1]:3000',
    ':99999',
  ])
    expect(lessonOfLaunch(at(wrong), local, 'secret~~')).toBeNull()
  const rule = { ...local, publicUrl: 'https://learn.example.my', packageOrigin: each }
  const hosts = { pattern: each, lessonOrigin: 'https://learn.example.my' }
  const own = new URL(launchOrigin(hosts, 'secret~~')).host
  expect(own).toMatch(/^[\da-f]{40}\.content\.example\.org$/)
  // Some proxies include the port in the Host header, and others omit it.
  for (const written of [own, `${own}:443`, `${own}.`])
    expect(lessonOfLaunch(at(written), rule, 'secret~~')).toBe('https://learn.example.my')
})
