import { hash } from '@node-rs/argon2'
import { expect, test } from 'vitest'
import { createPasswords, leastCost, missingWork } from './passwords.ts'

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

test('a password with accents matches as each keyboard writes it, also against a hash of before', async () => {
  const passwords = createPasswords({ cost: leastCost })
  const forms = ['Élève-Test-1', 'E\u0301le\u0300ve-Test-1']
  const hashes = await Promise.all([
    ...forms.map((form) => passwords.hash(form)),
    ...forms.map((form) => hash(form, leastCost)),
  ])
  for (const stored of hashes)
    for (const form of forms) expect(await passwords.matches(stored, form)).toBe(true)
  expect(await passwords.matches(hashes[0] ?? '', 'Eleve-Test-1')).toBe(false)
})

test('a hash of another cost or algorithm is outdated', async () => {
  const [cheap, full] = [createPasswords({ cost: leastCost }), createPasswords()]
  const stored = await cheap.hash('Apogee-Test-1')
  expect([cheap.isOutdated(stored), full.isOutdated(stored)]).toEqual([false, true])
  expect(full.isOutdated('$2b$12$older')).toBe(true)
})

test.each([
  ['half of the passes', 19_456, 1, { memoryCost: 19_456, timeCost: 1, parallelism: 1 }],
  ['half of the memory', 9728, 2, { memoryCost: 19_456, timeCost: 1, parallelism: 1 }],
  ['a quarter of the work', 9728, 1, { memoryCost: 14_592, timeCost: 2, parallelism: 1 }],
  ['all of the work', 19_456, 2, null],
  ['more work', 19_456, 3, null],
])('comparing with a hash that has %s spends what it lacks', (_, memory, passes, expected) => {
  const present = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }
  expect(missingWork(`$argon2id$v=19$m=${memory},t=${passes},p=1$c2FsdA$aGFzaA`, present)).toEqual(expected)
})

test('a password matches an older hash that cost less', async () => {
  const stored = await createPasswords({ cost: leastCost }).hash('Apogee-Test-1')
  const dearer = createPasswords({ cost: { memoryCost: 64, timeCost: 3, parallelism: 1 } })
  expect(await dearer.matches(stored, 'Apogee-Test-1')).toBe(true)
  expect(await dearer.matches(stored, 'Apogee-Test-2')).toBe(false)
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
