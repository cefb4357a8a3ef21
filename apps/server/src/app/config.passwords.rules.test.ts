import { expect, test } from 'vitest'
import { readConfig } from './config.ts'

test('a file of breached passwords is for live installations alone', () => {
  const file = { BREACHED_PASSWORDS_FILE: '/var/lib/apogee/pwnedpasswords.txt' }
  const live = { APOGEE_ENV: 'live', CHIP_API_URL: 'live', APP_SECRET: 'x'.repeat(48) }
  expect(readConfig({ ...live, ...file }).breachedPasswordsFile).toBe(file.BREACHED_PASSWORDS_FILE)
  expect(() => readConfig(file)).toThrow(/BREACHED_PASSWORDS_FILE is for APOGEE_ENV=live/)
})
