import type pg from 'pg'
import type { PeersSchool } from './school.ts'

/**
 * @throws unless the learners of the bare server have as many orders, enrolments, graded attempts and certificates as those of the
 * product: the replayed statements have then done the same.
 */
export async function checkSameEffects(pool: pg.Pool, { firstLearner }: PeersSchool): Promise<void> {
  const { rows } = await pool.query<{ side: 'product' | 'bare'; effects: string }>(
    `SELECT CASE (u.id - $1) % 2 WHEN 0 THEN 'product' ELSE 'bare' END AS side,
            json_build_object(
              'paid orders', sum((SELECT count(*) FROM orders o WHERE o.buyer_id = u.id AND o.state = 'paid')),
              'enrolments', sum((SELECT count(*) FROM enrolments e WHERE e.user_id = u.id)),
              'receipts', sum((SELECT count(*) FROM receipts r WHERE r.buyer_id = u.id)),
              'graded attempts', sum((SELECT count(*) FROM attempts t WHERE t.user_id = u.id AND t.graded_at IS NOT NULL)),
              'certificates', sum((SELECT count(*) FROM certificates c WHERE c.user_id = u.id)))::text AS effects
       FROM users u WHERE u.id >= $1 AND u.email LIKE 'peer%@bench.test' GROUP BY side ORDER BY side`,
    [firstLearner],
  )
  const [bare, product] = rows
  if (!bare || !product || bare.effects !== product.effects)
    throw new Error(`the servers have done different things: ${JSON.stringify(rows)}`)
  console.log(`Both the product and the bare server have left ${product.effects}`)
}
