import { afterAll, beforeAll, expect, test } from 'vitest'
import { unusedPayments } from '#server/adapters/payments/testing.ts'
import { startTestApp, type TestApp } from '../../testing.ts'

let server: TestApp
beforeAll(async () => {
  server = await startTestApp({ payments: unusedPayments })
})
afterAll(() => server.stop())

const urls = ['/api/courses', '/api/no-such-call', '/api/orders', '/media/no-such-file', '/healthz']

test('every answer of an https installation asks the browser to stay with TLS', async () => {
  const live = await server.startAgain({ publicUrl: 'https://learn.example.my' })
  for (const url of urls) {
    const answer = await live.app.inject({ url })
    expect([url, answer.headers['strict-transport-security']]).toEqual([
      url,
      'max-age=31536000; includeSubDomains',
    ])
  }
  await live.app.close()
})

test('no answer may be framed, and browsers do not guess its type', async () => {
  for (const url of [...urls, '/readyz', '/metrics', '/api/auth/google', '/packages/run-time/no-such.js']) {
    const { headers } = await server.app.inject({ url })
    expect([url, headers['x-content-type-options']]).toEqual([url, 'nosniff'])
    expect([url, headers['content-security-policy']]).toEqual([
      url,
      expect.stringContaining("frame-ancestors 'none'"),
    ])
  }
})

test('an answer of a call, or a failure, that is opened as a document loads and runs nothing', async () => {
  for (const url of ['/api/courses', '/api/no-such-call', '/api/orders', '/media/no-such-file'])
    expect([url, (await server.app.inject({ url })).headers['content-security-policy']]).toEqual([
      url,
      "default-src 'none'; object-src 'none'; base-uri 'none'; frame-ancestors 'none'",
    ])
})

test('an installation without TLS does not', async () => {
  for (const url of urls)
    expect((await server.app.inject({ url })).headers['strict-transport-security']).toBeUndefined()
})
