import { languages } from '@apogee/domain/languages.ts'
import { expect, test } from 'vitest'
import { testDatabase } from '../testing.ts'

test('every foreign key that cascades has an index', async () => {
  const db = await testDatabase()
  try {
    const { rows } = await db.database.pool.query(`
      SELECT c.conrelid::regclass::text AS "table", c.conname AS key
        FROM pg_constraint c
       WHERE c.contype = 'f' AND c.confdeltype <> 'a' AND c.connamespace = 'public'::regnamespace
         AND NOT EXISTS (
               SELECT 1 FROM pg_index i
                WHERE i.indrelid = c.conrelid AND i.indisvalid AND i.indkey[0] = c.conkey[1]
                  AND (i.indpred IS NULL OR pg_get_expr(i.indpred, i.indrelid) ~ '^\\(\\w+ IS NOT NULL\\)$'))`)
    expect(rows).toEqual([])
  } finally {
    await db.drop()
  }
})

test('every rule about a column of languages accepts each language of the product, and no other text', async () => {
  const db = await testDatabase()
  try {
    const { rows } = await db.database.pool.query<{ table: string; rule: string }>(`
      SELECT conrelid::regclass::text AS "table", pg_get_constraintdef(oid) AS rule
        FROM pg_constraint
       WHERE contype = 'c' AND connamespace = 'public'::regnamespace
         AND pg_get_constraintdef(oid) ~ '\\(language = '`)
    expect(rows.length).toBeGreaterThan(3)
    for (const { table, rule } of rows) {
      const accepted = new Set(Array.from(rule.matchAll(/'(\w+)'::text/g), ([, code]) => code))
      expect(accepted, table).toEqual(new Set(languages))
    }
  } finally {
    await db.drop()
  }
})
