import { expect, test } from 'vitest'
import { createPasswords, leastCost } from './passwords.ts'

test('the product hashes passwords with Argon2id, 19 MiB and two passes, unless tests lower the cost', async () => {
  expect(await createPasswords().hash('Apogee-Test-1')).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  expect(await createPasswords({ cost: leastCost }).hash('Apogee-Test-1')).toMatch(/\$m=8,t=1,p=1\$/)
})

test('a password matches its own hash only, and nothing matches a missing hash', async () => {
  const passwords = createPasswords()
  const stored = await passwords.hash('Apogee-Test-1')
  expect(await passwords.matches(stored, 'Apogee-Test-1')).toBe(true)
  expect(await passwords.matches(stored, 'Apogee-Test-2')).toBe(false)
  expect(await passwords.matches(null, 'Apogee-Test-1')).toBe(false)
})

test('a hash of another cost or algorithm is outdated', async () => {
  const [cheap, full] = [createPasswords({ cost: leastCost }), createPasswords()]
  const stored = await cheap.hash('Apogee-Test-1')
  expect([cheap.isOutdated(stored), full.isOutdated(stored)]).toEqual([false, true])
  expect(full.isOutdated('$2b$12$older')).toBe(true)
})

test.each([
  ['another case', 'Apogee-Test-1', 'apogee-Test-1'],
  ['a blank at its end', 'Apogee-Test-1', 'Apogee-Test-1 '],
  ['a blank at its beginning', 'Apogee-Test-1', ' Apogee-Test-1'],
  ['another last character of 200', `${'A'.repeat(199)}b`, `${'A'.repeat(199)}c`],
  ['a letter after a NUL', 'Apogee\0-Test-1', 'Apogee\0-Test-2'],
])('a password with %s is another one', async (_, own, typed) => {
  const passwords = createPasswords({ cost: leastCost })
  const stored = await passwords.hash(own)
  expect(await passwords.matches(stored, own)).toBe(true)
  expect(await passwords.matches(stored, typed)).toBe(false)
})
