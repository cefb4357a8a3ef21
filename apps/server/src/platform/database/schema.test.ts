import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { generateDatabaseTypes } from './generate-types.ts'
import { testDatabase } from './testing.ts'

test('schema.d.ts says what the migrations make; if not, run npm run db:types', async () => {
  const db = await testDatabase()
  try {
    const written = await readFile(join(import.meta.dirname, 'schema.d.ts'), 'utf8')
    expect(written).toBe(await generateDatabaseTypes(db.connectionString))
  } finally {
    await db.drop()
  }
})
