/** Writes the rows that make answers large directly into the tables, because calls would take longer than the attack itself. */
import type pg from 'pg'

const tables = [
  'lesson_notes',
  'enrolments',
  'order_lines',
  'orders',
  'ledger_entries',
  'ledger_postings',
  'users',
] as const

/** Runs `work` without triggers, so that derived figures stay unchanged. `remove` deletes the written rows. */
async function withoutTriggers(pool: pg.Pool, work: (client: pg.PoolClient) => Promise<void>): Promise<void> {
  const client = await pool.connect()
  try {
    await client.query('BEGIN')
    for (const table of tables) await client.query(`ALTER TABLE ${table} DISABLE TRIGGER USER`)
    await work(client)
    for (const table of tables) await client.query(`ALTER TABLE ${table} ENABLE TRIGGER USER`)
    await client.query('COMMIT')
  } catch (error) {
    await client.query('ROLLBACK')
    throw error
  } finally {
    client.release()
  }
}

const noteText = 'Nota ini panjang.'
const words = (text: string) => `repeat('${text} ', 24)`
const domain = `${'long'.repeat(12)}.${'host'.repeat(12)}.test`

/** The parameters of these statements are the seller ($1), the course ($2) and the number of rows ($3). */
const statements = [
  `WITH made AS (INSERT INTO users (email, name, role)
     SELECT 'reader' || n || '@${domain}', ${words('Learner')} || n, 'student' FROM generate_series(1, $3::int) n RETURNING id)
   INSERT INTO enrolments (user_id, course_id, source) SELECT id, $2, 'free' FROM made WHERE $1::bigint > 0`,
  `WITH made AS (INSERT INTO orders (public_id, buyer_id, state, total_cents, origin, created_at, settled_at)
     SELECT gen_random_uuid()::text, id, 'paid', 0, 'http://127.0.0.1', now(), now() FROM users
      WHERE email LIKE '%@${domain}' LIMIT $3 RETURNING id)
   INSERT INTO order_lines (order_id, course_id, seller_id, title, list_price_cents, price_cents, status)
   SELECT id, $2, $1, ${words('Course')} || id, 0, 0, 'granted' FROM made`,
  `WITH made AS (INSERT INTO ledger_postings (source, kind, at, payee_seller_id, through, reference, note)
     SELECT 'reader' || n, 'payment_in', now(), $1, 'bank', ${words('Reference')} || n, ${words('Note')} || n
       FROM generate_series(1, $3::int) n WHERE $2::bigint > 0 RETURNING id, at)
   INSERT INTO ledger_entries (posting_id, seller_id, account, cents, at)
   SELECT id, $1, account, CASE account WHEN 'bank' THEN 1 ELSE -1 END, at
     FROM made, unnest(ARRAY['bank', 'payable']) account`,
]

const removal = [
  `DELETE FROM lesson_notes WHERE body LIKE '${noteText}%'`,
  `DELETE FROM ledger_entries e USING ledger_postings p WHERE p.id = e.posting_id AND p.source LIKE 'reader%'`,
  `DELETE FROM ledger_postings WHERE source LIKE 'reader%'`,
  `DELETE FROM order_lines l USING orders o JOIN users u ON u.id = o.buyer_id
    WHERE o.id = l.order_id AND u.email LIKE '%@${domain}'`,
  `DELETE FROM orders o USING users u WHERE u.id = o.buyer_id AND u.email LIKE '%@${domain}'`,
  `DELETE FROM enrolments e USING users u WHERE u.id = e.user_id AND u.email LIKE '%@${domain}'`,
  `DELETE FROM users WHERE email LIKE '%@${domain}'`,
]

/** Creates learners, orders and postings of the seller with long texts. */
export async function makeRows(
  pool: pg.Pool,
  { seller, courseId, rows }: { seller: number; courseId: number; rows: number },
): Promise<void> {
  await withoutTriggers(pool, async (client) => {
    for (const statement of statements) await client.query(statement, [seller, courseId, rows])
  })
  await pool.query('ANALYZE')
}

/** Writes this many notes of the maximum length. */
export async function makeNotes(
  pool: pg.Pool,
  { personId, courseId, notes }: { personId: number; courseId: number; notes: number },
): Promise<void> {
  await withoutTriggers(pool, async (client) => {
    await client.query(
      `INSERT INTO enrolments (user_id, course_id, source) VALUES ($1, $2, 'free') ON CONFLICT DO NOTHING`,
      [personId, courseId],
    )
    await client.query(
      `INSERT INTO lesson_notes (owner_id, id, course_id, resource_id, lesson_title, body, created_at, updated_at)
       SELECT $1, gen_random_uuid(), $2, r.id, 'Lesson', repeat('${noteText} ', 277), now(), now()
         FROM generate_series(1, $3::int), (SELECT id FROM outline_resources WHERE course_id = $2 LIMIT 1) r`,
      [personId, courseId, notes],
    )
  })
}

export const removeRows = (pool: pg.Pool): Promise<void> =>
  withoutTriggers(pool, async (client) => {
    for (const statement of removal) await client.query(statement)
  })
