import { expect, test } from 'vitest'
import { isCommonPassword } from './common-passwords.ts'

const nadia = ['Nadia Nur binti Rashid', 'nadia.rashid@example.com', 'Codecraft']

test.each([
  ['as listed', 'Password1'],
  ['in another case', 'QWERTY123'],
  ['with signs for letters', 'P@ssw0rd'],
  ['with a year behind it', 'Sunshine2024'],
  ['with signs around it', '!!Football!!'],
  ['with signs for letters and a tail', 'P@ssw0rd!12'],
  ['with a sign behind its own digits', 'Password12345!'],
  ['with a sign and a letter behind it', '1q2w3e4r5t6y!A'],
  ['with a sign for its first letter', '$unshine-2024'],
  ['with a one for an l', 'We1come-2024'],
  ['typed twice', 'Passw0rd-Passw0rd'],
  ['as the own name', 'Nadia1234'],
  ['as neighbouring own names', 'Nadia.Nur-2026'],
  ['as the whole own name', 'NadiaNurBintiRashid1!'],
  ['as the own mailbox', 'Nadia.Rashid7'],
  ['as the own address', 'nadia.rashid@example.com1A'],
  ['as the name of the own business', 'Codecraft-26'],
])('a common password is recognised %s', async (_, password) => {
  expect(await isCommonPassword(password, nadia)).toBe(true)
})

test.each([
  ['several words', 'Orbit-Walk-7'],
  ['a common word inside a longer one', 'SunshineOverMelaka'],
  ['a common word and many digits', 'Sunshine83650192'],
  ['a short common word and letters', 'Shadow-Qz7w'],
  ['a short word', 'Tan-83650192'],
  ['no letters at all', '8365-0192-7741'],
  ["another person's name", 'Zulkifli-Hassan-1'],
])('a password is taken that is not common: %s', async (_, password) => {
  expect(await isCommonPassword(password, nadia)).toBe(false)
})
