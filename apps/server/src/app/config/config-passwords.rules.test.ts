import { expect, test } from 'vitest'
import { readConfig } from './config.ts'
import { live } from './config.testing.ts'

test('a file of breached passwords is for live installations alone', () => {
  const file = { BREACHED_PASSWORDS_FILE: '/var/lib/apogee/pwnedpasswords.txt' }
  expect(readConfig({ ...live, ...file }).breachedPasswordsFile).toBe(file.BREACHED_PASSWORDS_FILE)
  expect(() => readConfig(file)).toThrow(/BREACHED_PASSWORDS_FILE is for APOGEE_ENV=live/)
})
