import { expect, test } from 'vitest'
import { createKeys } from './keys.ts'

const [old, next] = ['the former secret, long enough to be one', 'the next secret, long enough to be one!']
const former = createKeys(old)
const changing = createKeys(next, old)
const changed = createKeys(next)

test('a value sealed under either secret opens while both are accepted, and the former secret alone opens no new value', () => {
  const [before, after] = [former.seal('chip', 'word', '7'), changing.seal('chip', 'word', '7')]
  expect([before, after].map((sealed) => changing.open('chip', sealed, '7'))).toEqual(['word', 'word'])
  expect(changed.open('chip', after, '7')).toBe('word')
  expect(() => changed.open('chip', before, '7')).toThrow()
  expect(() => former.open('chip', after, '7')).toThrow()
})

test('a sealed value names its secret in its first two bytes, and differs each time', () => {
  const sealed = Array.from({ length: 50 }, () => changed.seal('chip', 'word', '7'))
  expect(new Set(sealed.map((one) => one.subarray(0, 2).toString('hex'))).size).toBe(1)
  expect(new Set(sealed.map((one) => one.toString('hex'))).size).toBe(50)
  expect(former.seal('chip', 'word', '7').subarray(0, 2)).not.toEqual(sealed[0]?.subarray(0, 2))
})

test('bytes that name another secret open all the same: before, secrets had no names', () => {
  // This data was sealed under the former secret, with a nonce of twelve bytes 07.
  const unnamed = Buffer.from('07070707070707070707070755b7a5244bad01ca588112b515f8ee218bbbeba0', 'hex')
  expect(changing.open('chip', unnamed, '7')).toBe('word')
  expect(former.open('chip', unnamed, '7')).toBe('word')
})

test('a context, a purpose or a byte that differs is refused under two secrets, too', () => {
  const sealed = former.seal('chip', 'word', '7')
  expect(() => changing.open('chip', sealed, '8')).toThrow()
  expect(() => changing.open('bank', sealed, '7')).toThrow()
  const bent = Buffer.from(sealed)
  bent[14] = (bent[14] ?? 0) ^ 1
  expect(() => changing.open('chip', bent, '7')).toThrow()
})

test('a value is sealed anew only when it is not sealed under the current secret', () => {
  const anew = changing.reseal('chip', former.seal('chip', 'word', '7'), '7')
  expect(anew && changed.open('chip', anew, '7')).toBe('word')
  expect(anew && changing.reseal('chip', anew, '7')).toBeNull()
  expect(() => changed.reseal('chip', former.seal('chip', 'word', '7'), '7')).toThrow()
})

test('signatures of both secrets are valid while both are accepted', () => {
  const signature = former.sign('link', 'a')
  expect(changing.isSignedBy('link', 'a', signature)).toBe(true)
  expect(changing.isSignedBy('link', 'b', signature)).toBe(false)
  expect(changed.isSignedBy('link', 'a', signature)).toBe(false)
  expect(former.isSignedBy('link', 'a', changing.sign('link', 'a'))).toBe(false)
  expect(changing.fingerprints('chip', 'a')).toEqual([
    changed.fingerprint('chip', 'a'),
    former.fingerprint('chip', 'a'),
  ])
})
