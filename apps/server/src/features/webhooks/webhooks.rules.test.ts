import { expect, test } from 'vitest'
import { headersOf, isListedHost, newSecret, pauseAfter, signatureOf } from './webhooks.rules.ts'

test('a signature is that of the example in the Standard Webhooks specification', () => {
  const message = {
    id: 'msg_p5jXN8AQM9LWM0D4loKWxJek',
    timestamp: 1614265330,
    body: '{"test": 2432232314}',
  }
  expect(signatureOf(message, 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw')).toBe(
    'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
  )
})

test('two secrets make two signatures, in one header', () => {
  const secrets = [newSecret(), newSecret()]
  const message = { id: 'msg_1', timestamp: 1, body: '{}' }
  const both = secrets.map((secret) => signatureOf(message, secret))
  expect(headersOf(message, secrets)['webhook-signature']).toBe(both.join(' '))
})

test('a message is tried ten times in about three days', () => {
  const pauses = Array.from({ length: 9 }, (_, failed) => pauseAfter(failed + 1) ?? 0)
  expect(pauses.every((pause, nth) => nth === 0 || pause > (pauses[nth - 1] ?? 0))).toBe(true)
  const hours = pauses.reduce((sum, pause) => sum + pause, 0) / 3_600_000
  expect(hours).toBeGreaterThan(70)
  expect(hours).toBeLessThan(76)
  expect(pauseAfter(10)).toBeNull()
})

test.each([
  ['https://example.my/hook', true],
  ['https://example.my./hook', true],
  ['https://EXAMPLE.my:8443/hook', true],
  ['https://a.example.my/hook', false],
  ['https://example.my.attacker.com/', false],
  ['https://b.example.com/', true],
  ['https://a.b.example.com/', true],
  ['https://example.com/', false],
  ['https://badexample.com/', false],
])('with two listed hosts, %s is listed: %s', (url, isListed) => {
  expect(isListedHost(url, ['example.my', '*.example.com'])).toBe(isListed)
  expect(isListedHost(url, null)).toBe(true)
})
