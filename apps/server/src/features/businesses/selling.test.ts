import { cp, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { migrate } from '#server/platform/database/migrate.ts'
import { emptyDatabase } from '#server/platform/database/testing.ts'

const directory = join(import.meta.dirname, '../../../migrations')

test('sellers from before the approval existed are approved by the migration', async () => {
  const before = await mkdtemp(join(tmpdir(), 'apogee-migrations-'))
  const db = await emptyDatabase()
  const { pool } = db.database
  try {
    for (const name of await readdir(directory)) {
      if (name < '0054') await cp(join(directory, name), join(before, name))
    }
    await migrate(pool, before)
    await pool.query(`
      INSERT INTO users (email, role) VALUES ('teacher@apogee.test', 'instructor'), ('later@apogee.test', 'instructor');
      INSERT INTO sellers (user_id) SELECT id FROM users WHERE email = 'teacher@apogee.test'`)
    await migrate(pool, directory)
    await pool.query(`INSERT INTO sellers (user_id) SELECT id FROM users WHERE email = 'later@apogee.test'`)
    const { rows } = await pool.query(
      `SELECT selling_state AS state, approved_at IS NOT NULL AS "hasTime", approved_by AS "by" FROM sellers ORDER BY id`,
    )
    expect(rows).toEqual([
      { state: 'approved', hasTime: true, by: null },
      { state: 'approved', hasTime: true, by: null },
      { state: 'applied', hasTime: false, by: null },
    ])
  } finally {
    await rm(before, { recursive: true })
    await db.drop()
  }
})
