import { expect, test } from 'vitest'
import { isCommonPassword } from './common-passwords.ts'

const nadia = ['Nadia binti Rashid', 'nadia.rashid']

test.each([
  ['as listed', 'Password1'],
  ['in another case', 'QWERTY123'],
  ['with signs for letters', 'P@ssw0rd'],
  ['with a year behind it', 'Sunshine2024'],
  ['with signs around it', '!!Football!!'],
  ['signs for letters and a tail', 'P@ssw0rd!12'],
  ['the own name', 'Nadia1234'],
  ['the whole own name', 'NadiaBintiRashid1!'],
  ['the own mailbox', 'Nadia.Rashid7'],
])('a common password is recognised %s', async (_, password) => {
  expect(await isCommonPassword(password, nadia)).toBe(true)
})

test.each([
  ['several words', 'Orbit-Walk-7'],
  ['a common word inside a longer one', 'SunshineOverMelaka'],
  ['a common word and many digits', 'Sunshine83650192'],
  ['a short word', 'Tan-83650192'],
  ['no letters at all', '8365-0192-7741'],
  ["another person's name", 'Zulkifli-Hassan-1'],
])('a password is taken that is not common: %s', async (_, password) => {
  expect(await isCommonPassword(password, nadia)).toBe(false)
})
