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
