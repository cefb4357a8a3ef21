import { describe, expect, test } from 'vitest'
import { readConfig } from './config.ts'
import { live, problemsOf } from './config.testing.ts'

describe('PACKAGE_ORIGIN', () => {
  const product = { PUBLIC_URL: 'https://learn.example.my', TRUSTED_PROXIES: 'none' }

  test.each([
    'https://content.example.my',
    'https://content.learn.example.my',
    'https://content.example.org:8443',
    'https://notlearn.example.my',
  ])('%s is another host', (origin) => {
    expect(readConfig({ ...product, PACKAGE_ORIGIN: `${origin}/` }).packageOrigin).toBe(origin)
    expect(problemsOf({ ...live, ...product, PACKAGE_ORIGIN: origin })).toEqual([])
  })

  test.each([
    ['https://learn.example.my:8443', /another host name/],
    ['https://LEARN.example.my', /another host name/],
    ['https://learn.example.my.', /another host name/],
    ['https://example.my.', /PUBLIC_URL is below/],
    ['https://example.my', /PUBLIC_URL is below/],
    ['http://content.example.my', /needs https/],
    ['https://content.example.my/packages', /a host without a path/],
  ])('%s stops the start', (origin, problem) => {
    expect(problemsOf({ ...product, PACKAGE_ORIGIN: origin })).toEqual([expect.stringMatching(problem)])
  })

  test.each([
    ['https://*.content.example.org', 'https://learn.example.my'],
    ['https://*.example.org:8443', 'https://learn.example.my'],
    ['https://*.content.com.my', 'https://learn.com.my'],
    ['https://*.content.my', 'https://learn.my'],
  ])('%s gives each launch a host of its own beside %s', (origin, publicUrl) => {
    const settings = { ...product, PUBLIC_URL: publicUrl, PACKAGE_ORIGIN: origin }
    expect(readConfig(settings).packageOrigin).toBe(origin)
    expect(problemsOf({ ...live, ...settings })).toEqual([])
  })

  test.each([
    ['https://*.content.example.my', /could set cookies for example\.my/],
    ['https://*.learn.example.my', /another host name/],
    ['https://*.example.my', /PUBLIC_URL is below/],
    ['http://*.content.example.org', /needs https/],
    ['https://content.*.example.org', /\*\. before the host/],
    ['https://**.example.org', /\*\. before the host/],
    ['https://*', /\*\. before the host/],
  ])(
    '%s stops the start, because its launches could reach the product or name no host',
    (origin, problem) => {
      expect(problemsOf({ ...product, PACKAGE_ORIGIN: origin })).toEqual([expect.stringMatching(problem)])
    },
  )

  test('names below localhost are hosts of launches on this machine alone', () => {
    const local = { PUBLIC_URL: 'http://localhost:3000', PACKAGE_ORIGIN: 'http://*.localhost:3000' }
    expect(problemsOf(local)).toEqual([])
    expect(problemsOf({ ...live, ...local, TRUSTED_PROXIES: 'none' })).not.toEqual([])
  })

  test('it needs PUBLIC_URL, and https in live', () => {
    const http = { PUBLIC_URL: 'http://127.0.0.1:3000', PACKAGE_ORIGIN: 'http://localhost:3000' }
    expect(problemsOf({ PACKAGE_ORIGIN: 'https://content.example.my' })).toEqual([
      expect.stringMatching(/^PACKAGE_ORIGIN needs PUBLIC_URL/),
    ])
    expect(problemsOf(http)).toEqual([])
    expect(problemsOf({ ...live, ...http, TRUSTED_PROXIES: 'none' })).toEqual([
      expect.stringMatching(/needs https/),
    ])
  })
})
