import type pg from 'pg'

/** Enables or disables the triggers that append rows to `figure_changes` (docs/decisions/figures.md). */
export async function switchFigureTriggers(pool: pg.Pool, to: 'ENABLE' | 'DISABLE'): Promise<void> {
  const { rows } = await pool.query<{ table: string; trigger: string }>(
    `SELECT tgrelid::regclass::text AS table, tgname AS trigger FROM pg_trigger t JOIN pg_proc p ON p.oid = t.tgfoid
      WHERE p.proname LIKE '%\\_figures\\_changed'`,
  )
  if (rows.length === 0) throw new Error('no trigger of figures was found')
  for (const { table, trigger } of rows) await pool.query(`ALTER TABLE ${table} ${to} TRIGGER ${trigger}`)
}
