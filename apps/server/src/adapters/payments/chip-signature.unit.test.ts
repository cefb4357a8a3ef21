import { createSign, generateKeyPairSync, sign, constants } from 'node:crypto'
import { expect, test } from 'vitest'

import { SignatureCheck } from './chip-signature.ts'
import { ProviderError } from './port.ts'
import { pythonJson } from '@apogee/chip-simulator/callbacks.ts'

const first = keyPair(2048)
const second = keyPair(3072)
const body = Buffer.from('{"id": "x", "status": "paid"}')

function keyPair(modulusLength: number) {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength })
  return { privateKey, pem: publicKey.export({ type: 'spki', format: 'pem' }).toString() }
}

function signed(pair: typeof first): string {
  return createSign('sha256').update(body).sign(pair.privateKey, 'base64')
}

function checkAgainst(serve: () => string) {
  let at = Date.UTC(2026, 10, 18)
  let fetches = 0
  const check = new SignatureCheck({
    now: () => new Date(at),
    fetchPem: async () => {
      fetches += 1
      return serve()
    },
  })
  return {
    verify: (signature: string | undefined) => check.isSigned('secret', body, signature),
    pass: (minutes: number) => (at += minutes * 60_000),
    fetches: () => fetches,
  }
}

test('RSA keys of any size and with either form of line breaks are parsed', async () => {
  for (const pem of [
    first.pem,
    first.pem.replaceAll('\n', '\\n'),
    first.pem.replaceAll('\n', '\r\n'),
    `\n${first.pem}\n`,
  ]) {
    expect(await checkAgainst(() => pem).verify(signed(first))).toBe(true)
  }
  expect(await checkAgainst(() => second.pem).verify(signed(second))).toBe(true)
})

test('signatures with other digests or paddings are refused', async () => {
  const { verify } = checkAgainst(() => first.pem)
  const pss = sign('sha256', body, { key: first.privateKey, padding: constants.RSA_PKCS1_PSS_PADDING })
  expect(await verify(sign('sha512', body, first.privateKey).toString('base64'))).toBe(false)
  expect(await verify(sign('sha1', body, first.privateKey).toString('base64'))).toBe(false)
  expect(await verify(pss.toString('base64'))).toBe(false)
})

test('a key that is not RSA is refused, whatever it has signed', async () => {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const { verify } = checkAgainst(() => publicKey.export({ type: 'spki', format: 'pem' }).toString())
  await expect(verify(sign('sha256', body, privateKey).toString('base64'))).rejects.toThrow(
    'not an RSA public key',
  )
})

test('a key is fetched once, and after wrong signatures at most every five minutes', async () => {
  let pem = first.pem
  const check = checkAgainst(() => pem)
  await Promise.all([check.verify(signed(first)), check.verify(signed(first))])
  expect(check.fetches()).toBe(1)
  pem = second.pem
  expect(await check.verify(signed(second))).toBe(false)
  expect(check.fetches()).toBe(1)
  check.pass(5)
  expect(await check.verify(signed(second))).toBe(true)
  expect(check.fetches()).toBe(2)
})

test('a missing signature fetches no key', async () => {
  const check = checkAgainst(() => first.pem)
  expect(await check.verify(undefined)).toBe(false)
  expect(await check.verify('')).toBe(false)
  expect(await check.verify('x'.repeat(5000))).toBe(false)
  expect(check.fetches()).toBe(0)
})

test('the cached key is used while the provider is unreachable', async () => {
  let isAway = false
  const check = checkAgainst(() => {
    if (isAway) throw new ProviderError('unreachable', 'away')
    return first.pem
  })
  await check.verify(signed(first))
  isAway = true
  check.pass(24 * 60)
  expect(await check.verify(signed(first))).toBe(true)
  expect(await check.verify(signed(second))).toBe(false)
})

test('many callbacks without a key cause few requests to the provider', async () => {
  const check = checkAgainst(() => {
    throw new ProviderError('unauthorised', 'refused')
  })
  for (let call = 0; call < 50; call += 1) {
    await expect(check.verify(signed(first))).rejects.toMatchObject({ kind: 'unauthorised' })
  }
  expect(check.fetches()).toBe(1)
})

test("callback bodies use Python's separators and escapes", () => {
  expect(pythonJson({ a: [1, null, 'é\u{1F600}'], b: { c: true } })).toBe(
    '{"a": [1, null, "\\u00e9\\ud83d\\ude00"], "b": {"c": true}}',
  )
})
