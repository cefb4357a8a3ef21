import { afterAll, beforeAll, expect, test } from 'vitest'
import { testDatabase, type TestDatabase } from '#server/platform/database/testing.ts'
import { createKeys } from '#server/platform/secrets/keys.ts'
import { isSecretOfDatabase } from './secret.ts'

let school: TestDatabase
beforeAll(async () => {
  school = await testDatabase()
})
afterAll(() => school.drop())

test('a database recognises the secret it was first used with', async () => {
  const { kysely, pool } = school.database
  const first = createKeys('the first secret, long enough to be one')
  const starts = await Promise.all([1, 2, 3].map(() => isSecretOfDatabase(kysely, first)))
  expect(starts).toEqual([true, true, true])
  expect(await isSecretOfDatabase(kysely, createKeys('another secret, long enough to be one'))).toBe(false)
  expect(await isSecretOfDatabase(kysely, first)).toBe(true)
  const { rows } = await pool.query(`SELECT value::text FROM server_facts WHERE key = 'app-secret.signature'`)
  expect(JSON.stringify(rows)).not.toContain('the first secret')
})
