/** Checks that all books agree to the sen. Each query returns differences. The table `truth` holds the provider's records. */
import type pg from 'pg'

/** Each query returns one row for each difference, described in words. */
const questions: Readonly<Record<string, string>> = {
  'money that the provider holds is known here once, to the sen': `
    SELECT format('purchase %s of order %s: provider %s − %s, here %s − %s (%s times)', t.id, t.reference, t.paid,
                  t.given_back, sum(p.received_cents), sum(p.received_cents - p.refundable_cents), count(p.id)) AS output
      FROM truth t LEFT JOIN payments p ON p.provider_id = t.id
     WHERE t.paid > 0 GROUP BY t.id
    HAVING count(p.id) <> 1 OR sum(p.received_cents) <> t.paid
        OR sum(p.received_cents - p.refundable_cents) <> t.given_back`,
  'no money is known here that the provider does not hold': `
    SELECT format('payment %s: %s sen of purchase %s', p.id, p.received_cents, p.provider_id) AS output
      FROM payments p WHERE p.state IN ('paid', 'refunded')
       AND NOT EXISTS (SELECT FROM truth t WHERE t.id = p.provider_id AND t.paid > 0)`,
  'paid and not given back means paid, granted and enrolled': `
    SELECT format('order %s is %s, line of course %s %s', o.public_id, o.state, l.course_id, l.status) AS output
      FROM orders o JOIN order_lines l ON l.order_id = o.id
     WHERE EXISTS (SELECT FROM truth t WHERE t.reference = o.public_id AND t.paid = o.total_cents AND t.given_back = 0)
       AND (o.state <> 'paid' OR l.status <> 'granted'
            OR ((NOT o.is_gift OR o.learner_id IS NOT NULL)
                AND NOT EXISTS (SELECT FROM enrolments e WHERE e.user_id = coalesce(o.learner_id, o.buyer_id)
                                   AND e.course_id = l.course_id AND e.revoked_at IS NULL)))
       AND NOT EXISTS (SELECT FROM truth t WHERE t.reference = o.public_id AND t.given_back > 0)`,
  'settled means that the provider holds the money, or that it cost nothing': `
    SELECT format('order %s over %s sen', o.public_id, o.total_cents) AS output FROM orders o
     WHERE o.settled_at IS NOT NULL AND o.total_cents > 0
       AND NOT EXISTS (SELECT FROM truth t WHERE t.reference = o.public_id AND t.paid = o.total_cents)`,
  'all given back means that each line that cost something is refunded': `
    SELECT format('order %s is %s, lines %s, payments %s, refunds %s', o.public_id, o.state,
                  (SELECT json_agg(json_build_array(l.status, l.price_cents, l.refunded_cents))
                     FROM order_lines l WHERE l.order_id = o.id),
                  (SELECT json_agg(json_build_array(p.state, p.outcome, p.received_cents, p.refundable_cents, p.provider_status))
                     FROM payments p WHERE p.order_id = o.id),
                  (SELECT json_agg(json_build_array(r.kind, r.origin, r.state, r.amount_cents, r.is_named))
                     FROM refunds r WHERE r.order_id = o.id)) AS output FROM orders o
     WHERE o.total_cents > 0 AND o.settled_at IS NOT NULL
       AND EXISTS (SELECT FROM order_lines l WHERE l.order_id = o.id AND l.price_cents > 0 AND l.status <> 'refunded')
       -- A chargeback is a dispute that may yet be won: it closes nothing by itself.
       AND NOT EXISTS (SELECT FROM truth t WHERE t.reference = o.public_id AND t.status = 'chargeback')
       AND NOT EXISTS (SELECT FROM truth t WHERE t.reference = o.public_id AND t.paid > t.given_back)`,
  'a place bought by nobody': `
    SELECT format('enrolment %s of user %s in course %s', e.id, e.user_id, e.course_id) AS output FROM enrolments e
     WHERE e.source = 'purchase' AND e.revoked_at IS NULL AND NOT EXISTS (
       SELECT FROM settled_lines l JOIN orders o ON o.id = l.order_id
        WHERE l.learner_id = e.user_id AND l.course_id = e.course_id AND l.status = 'granted'
          AND (o.total_cents = 0 OR EXISTS (SELECT FROM truth t WHERE t.reference = o.public_id AND t.paid > 0)))`,
  'settled once, told once': `
    SELECT format('order %s was told of %s times', o.public_id, count(e.id)) AS output
      FROM orders o LEFT JOIN domain_events e
        ON e.kind = 'order.settled' AND (e.payload->>'orderId')::bigint = o.id
     GROUP BY o.id HAVING count(e.id) <> (o.settled_at IS NOT NULL)::int`,
  'every event reached its listeners': `
    SELECT format('event %s %s', e.id, e.kind) AS output FROM domain_events e
     WHERE e.kind = 'order.settled'
       AND NOT EXISTS (SELECT FROM event_deliveries d WHERE d.event_id = e.id)`,
  'the places of a code are those of its orders': `
    SELECT format('order %s (%s) with a code: %s', o.public_id, o.state, coalesce(u.reserved_until::text, 'used')) AS output
      FROM orders o FULL JOIN coupon_uses u ON u.order_id = o.id
     WHERE (o.settled_at IS NOT NULL AND o.coupon_id IS NOT NULL) <> (u.order_id IS NOT NULL AND u.reserved_until IS NULL)`,
  'nothing is stuck': `
    SELECT format('job %s %s, locked %s, %s of %s attempts: %s', j.id, t.identifier, j.locked_at, j.attempts,
                  j.max_attempts, left(j.last_error, 200)) AS output
      FROM graphile_worker._private_jobs j JOIN graphile_worker._private_tasks t ON t.id = j.task_id
     WHERE (j.locked_at IS NOT NULL AND j.locked_at < now() - interval '1 minute')
        -- A job of a kind that has keys and has lost its own was overtaken by a newer one while it ran, and then killed.
        OR (j.attempts >= j.max_attempts
            AND NOT (j.key IS NULL AND t.identifier IN ('payments.watch', 'payments.cancel-purchase')))
    UNION ALL
    SELECT format('callback %s was never read', id) FROM payment_events WHERE handled_at IS NULL
    UNION ALL
    SELECT format('payment %s of %s still waits for its page until %s: purchase %s, %s, read at %s, now %s', p.id, p.created_at,
                  p.asking_until, coalesce(p.provider_id, 'none'), p.state, p.next_read_at, now())
      FROM payments p WHERE p.asking_until > now()`,
}

/** These queries read the tables of the ledger. */
const bookQuestions: Readonly<Record<string, string>> = {
  'each posting sums to zero in each book': `
    SELECT format('posting %s in the book of seller %s: %s', posting_id, seller_id, sum(cents)) AS output
      FROM ledger_entries GROUP BY posting_id, seller_id HAVING sum(cents) <> 0`,
  'what the platform owes its sellers is what it says it owes': `
    SELECT format('%s sen', sum(cents)) AS output FROM ledger_entries
     WHERE account IN ('platform', 'payable') HAVING sum(cents) <> 0`,
  'the money in the books is the money at the provider': `
    SELECT format('books %s, provider %s', books.cents, truth.cents) AS output
      FROM (SELECT coalesce(sum(cents), 0) AS cents FROM ledger_entries WHERE account = 'provider') AS books,
           (SELECT coalesce(sum(paid - given_back), 0) AS cents FROM truth
             WHERE EXISTS (SELECT FROM payments p WHERE p.provider_id = truth.id)) AS truth
     WHERE books.cents <> truth.cents`,
  'each settled order that cost something is one sale': `
    SELECT format('order %s over %s sen: %s postings', o.public_id, o.total_cents, count(p.id)) AS output
      FROM orders o LEFT JOIN ledger_postings p ON p.source = 'order:' || o.id AND p.kind = 'sale'
     GROUP BY o.id HAVING count(p.id) <> (o.settled_at IS NOT NULL AND o.total_cents > 0)::int`,
  'the receipts of an order add up to it': `
    SELECT format('order %s over %s sen, receipts over %s', o.public_id, o.total_cents, sum(r.total_cents)) AS output
      FROM orders o JOIN ledger_postings p ON p.source = 'order:' || o.id AND p.kind = 'sale'
      LEFT JOIN receipts r ON r.posting_id = p.id AND r.kind = 'receipt'
     GROUP BY o.id HAVING sum(r.total_cents) IS DISTINCT FROM o.total_cents`,
  'receipts are numbered without gaps': `
    SELECT format('seller %s, %s of %s: %s numbers up to %s, %s skipped', seller_id, kind, year, count(number), last_number,
                  skipped) AS output
      FROM receipt_series LEFT JOIN receipts USING (seller_id, kind, year) GROUP BY seller_id, kind, year
    HAVING count(number) <> last_number - skipped OR max(number) > last_number`,
  'refund notes are what was given back': `
    SELECT format('posting %s: lines %s, notes %s', p.source, lines.cents, notes.cents) AS output
      FROM ledger_postings p
      CROSS JOIN LATERAL (SELECT coalesce(-sum(paid_cents), 0) AS cents FROM posting_lines WHERE posting_id = p.id) AS lines
      CROSS JOIN LATERAL (SELECT coalesce(sum(total_cents), 0) AS cents FROM receipts WHERE posting_id = p.id) AS notes
     WHERE p.kind = 'refund' AND lines.cents <> notes.cents`,
}

export interface Difference {
  question: string
  /** `output` contains only some of the differences. */
  output: string[]
  count: number
}

export async function findDifferences(client: pg.PoolClient): Promise<Difference[]> {
  const differences: Difference[] = []
  for (const [question, sql] of Object.entries({ ...questions, ...bookQuestions })) {
    const { rows } = await client.query<{ output: string }>(sql)
    if (rows.length === 0) continue
    differences.push({ question, output: rows.slice(0, 5).map(({ output }) => output), count: rows.length })
  }
  return differences
}

/** Returns figures about the number of simulated events. */
export async function tally(client: pg.PoolClient): Promise<Record<string, number>> {
  const { rows } = await client.query<Record<string, number>>(
    `SELECT (SELECT count(*) FROM orders) AS orders,
            (SELECT count(*) FROM orders WHERE state = 'paid') AS paid,
            (SELECT count(*) FROM orders WHERE state = 'refunded') AS refunded,
            (SELECT count(*) FROM orders WHERE coupon_id IS NOT NULL) AS "with a code",
            (SELECT count(*) FROM payments WHERE outcome = 'surplus') AS "paid twice",
            (SELECT count(*) FROM orders WHERE learner_id IS NOT NULL) AS "gifts taken",
            (SELECT count(*) FROM order_lines WHERE bundle_id IS NOT NULL) AS "lines of bundles",
            (SELECT count(*) FROM enrolments WHERE source = 'purchase') AS places,
            (SELECT count(*) FROM payment_events) AS callbacks,
            (SELECT count(*) FROM truth) AS purchases,
            (SELECT coalesce(sum(paid), 0)::bigint FROM truth) AS "sen paid",
            (SELECT coalesce(sum(given_back), 0)::bigint FROM truth) AS "sen given back",
            (SELECT count(*) FROM ledger_postings) AS postings,
            (SELECT count(*) FROM receipts) AS receipts`,
  )
  return rows[0] ?? {}
}
