/**
 * Measures the security log with many entries: the first page for a superadmin, without and with each filter; the sizes of its
 * indexes; sealing, checking, and recording while the log is sealed.
 */
import type pg from 'pg'
import { SecurityLogChain } from '../../apps/server/src/features/security-log/chain.ts'
import {
  SecurityLog,
  type SecurityLogSearch,
} from '../../apps/server/src/features/security-log/security-log.service.ts'
import { createKeys } from '../../apps/server/src/platform/secrets/keys.ts'
import pino from 'pino'
import type { SizeOf } from './measurements.ts'
import { withDatabase, type BenchDatabase } from './support/bench-database.ts'
import { runMeasurement, type Bench } from './support/frame.ts'
import { median } from '../harness/measure.ts'

type Size = SizeOf<'security-log'>

const businesses = 500
const targetMs = 100

async function timed<T>(work: () => Promise<T>): Promise<{ ms: number; result: T }> {
  const begin = performance.now()
  const result = await work()
  return { ms: performance.now() - begin, result }
}

/** Creates two years of entries, oldest first: 60 % sign-ins, 25 % views, 10 % failures, the rest changes and rare kinds. */
async function fill(pool: pg.Client, { rows, people }: Size): Promise<void> {
  await pool.query(
    `INSERT INTO businesses (name, email, phone, address)
     SELECT 'Business ' || n, 'b' || n || '@bench.test', '0312345678', 'Kuala Lumpur' FROM generate_series(1, ${businesses}) n`,
  )
  await pool.query(
    `INSERT INTO users (email, name, role, business_id)
     SELECT 'person' || n || '@bench.test', 'Person ' || n, CASE WHEN n % 100 = 0 THEN 'admin' ELSE 'student' END,
            CASE WHEN n % 100 = 0 THEN 1 + n / 100 % ${businesses} END
       FROM generate_series(1, ${people}) n`,
  )
  const { rows: indexes } = await pool.query<{ name: string; definition: string }>(
    `SELECT indexname AS name, indexdef AS definition FROM pg_indexes
      WHERE tablename = 'security_log' AND indexname <> 'security_log_pkey'`,
  )
  for (const { name } of indexes) await pool.query(`DROP INDEX ${name}`)
  const keys = ['actor_id', 'business_id', 'subject_id']
  for (const key of keys)
    await pool.query(`ALTER TABLE security_log DROP CONSTRAINT security_log_${key}_fkey`)
  const step = 500_000
  for (let first = 1; first <= rows; first += step)
    await pool.query(
      `INSERT INTO security_log (at, kind, is_activity, actor_id, business_id, subject_id, details, address)
       SELECT now() - interval '730 days' * (1 - n / ${rows}.0), k.kind, k.kind !~ '^(role|bank|webhook)',
              CASE WHEN k.kind <> 'signIn.failed' THEN p.id END,
              CASE WHEN p.id % 100 = 0 THEN 1 + p.id / 100 % ${businesses} END,
              CASE WHEN k.kind ~ '^(signIn|view.person|role)' THEN p.id END,
              CASE WHEN k.kind = 'signIn.failed' THEN '{"acts": 3}' ELSE '{}' END::jsonb,
              CASE WHEN n > ${rows} * 0.877 THEN '203.0.' || p.id % 113 || '.' || n % 251 END
         FROM generate_series(${first}::bigint, ${Math.min(rows, first + step - 1)}::bigint) n,
              LATERAL (SELECT CASE WHEN n % 3 = 0 THEN 100 * (1 + (n * 7919) % ${people / 100})
                                   ELSE 1 + (n * 7919) % ${people} END AS id) p,
              LATERAL (SELECT CASE WHEN n % 100 < 60 THEN 'signIn.succeeded' WHEN n % 100 < 75 THEN 'view.order'
                                   WHEN n % 100 < 85 THEN 'view.person' WHEN n % 100 < 95 THEN 'signIn.failed'
                                   WHEN n % 100 < 97 THEN 'access.refused' WHEN n % 100 < 98 THEN 'export.table'
                                   WHEN n % 1000 < 985 THEN 'role.changed' WHEN n % 100000 = 99999 THEN 'webhook.created'
                                   ELSE 'bank.changed' END AS kind) k`,
    )
  for (const key of keys)
    await pool.query(
      `ALTER TABLE security_log ADD FOREIGN KEY (${key}) REFERENCES ${key === 'business_id' ? 'businesses' : 'users'}`,
    )
  for (const { definition } of indexes) await pool.query(definition)
  await pool.query('VACUUM ANALYZE security_log')
  await pool.query('ANALYZE')
}

const day = (daysAgo: number) => new Date(Date.now() - daysAgo * 86_400_000).toISOString().slice(0, 10)

const searchesWith = (address: string): Record<string, SecurityLogSearch> => ({
  'no filter': {},
  'a frequent group (sign-ins)': { group: 'signIn' },
  'a rare group (credentials)': { group: 'credentials' },
  'a group without entries (second factor)': { group: 'secondFactor' },
  'a person by id': { person: '100' },
  'a person by e-mail': { person: 'person100@bench.test' },
  'a business': { businessId: 7 },
  'a business and a rare group': { businessId: 7, group: 'credentials' },
  'a month two years ago': { from: day(720), to: day(690) },
  'a day a year ago and a rare group': { from: day(365), to: day(364), group: 'credentials' },
  'an address': { address },
  'an unknown address': { address: '198.51.100.1' },
  'a person, a group and a month': { person: '100', group: 'views', from: day(400), to: day(370) },
})

async function measurePages(bench: Bench<Size>, log: SecurityLog, address: string): Promise<void> {
  const caller = {
    userId: 1,
    sessionId: 1,
    role: 'superadmin' as const,
    businessId: null,
    email: '',
    name: null,
    emailVerified: true,
    hasFreshProof: true,
    mustSetUpSecondFactor: false,
    address: '',
  }
  const table: Record<string, string | number>[] = []
  for (const [name, search] of Object.entries(searchesWith(address))) {
    const page = () => log.search(caller, search, { limit: 50, before: null, offset: 0 })
    const first = await timed(page)
    const times: number[] = []
    for (let round = 0; round < bench.size.rounds; round += 1) times.push((await timed(page)).ms)
    table.push({
      filter: name,
      'entries on the page': first.result.data.length,
      'first, ms': first.ms.toFixed(1),
      [`median of ${bench.size.rounds}, ms`]: median(times).toFixed(1),
      'slowest, ms': Math.max(...times).toFixed(1),
      [`median ≤ ${targetMs} ms`]: bench.met(name, median(times) <= targetMs),
    })
  }
  bench.table(table, 'First page of 50')
}

async function showSizes(bench: Bench<Size>, pool: pg.Pool): Promise<void> {
  const { rows: sizes } = await pool.query<{ name: string; mb: string }>(
    `SELECT c.relname AS name, round(pg_relation_size(c.oid) / 1e6, 1)::text AS mb FROM pg_class c
      WHERE c.relname LIKE 'security_log%' AND c.relkind IN ('r', 'i') AND pg_relation_size(c.oid) > 1e5 ORDER BY 1`,
  )
  bench.table(
    sizes.map(({ name, mb }) => ({ relation: name, MB: mb })),
    'Sizes',
  )
}

/** Measures the chain over the newest entries. It deletes all older ones first, as a sweep does. */
async function measureChain(
  bench: Bench<Size>,
  { database, withoutTimeLimit }: BenchDatabase,
  log: SecurityLog,
  chain: SecurityLogChain,
): Promise<void> {
  const { sealed, writeMs } = bench.size
  await withoutTimeLimit(async (client) => {
    await client.query('ALTER TABLE security_log DISABLE TRIGGER USER')
    await client.query('DELETE FROM security_log WHERE id <= (SELECT max(id) FROM security_log) - $1', [
      sealed,
    ])
    await client.query('ALTER TABLE security_log ENABLE TRIGGER USER')
  })
  const record = () =>
    database.transaction((tx) => log.recordActivity(tx, { kind: 'signIn.succeeded', actor: null }))
  /** Four writers run concurrently at full speed. */
  const write = async (isOver: () => boolean): Promise<number> => {
    let written = 0
    await Promise.all(
      Array.from({ length: 4 }, async () => {
        while (!isOver()) {
          await record()
          written += 1
        }
      }),
    )
    return written
  }
  const quietEnds = performance.now() + writeMs
  const quiet = (await write(() => performance.now() > quietEnds)) / (writeMs / 1000)
  let isSealed = false
  const sealing = timed(() => chain.seal()).finally(() => (isSealed = true))
  const begin = performance.now()
  const written = await write(() => isSealed)
  const beside = written / ((performance.now() - begin) / 1000)
  const { ms } = await sealing
  const checked = await timed(async () => {
    while (!(await chain.checkPart()));
  })
  const entries = (await chain.state()).check?.entries ?? 0
  const row = (measured: string, figure: string) => ({ measured, figure })
  bench.table(
    [
      row('recorded a second, four writers', quiet.toFixed(0)),
      row('recorded a second while the log is sealed', beside.toFixed(0)),
      row('sealing, µs an entry', ((ms * 1000) / sealed).toFixed(1)),
      row('checking, µs an entry', ((checked.ms * 1000) / entries).toFixed(1)),
    ],
    `The newest ${sealed} entries`,
  )
}

await runMeasurement('security-log', (bench) =>
  withDatabase('security_log', async (own) => {
    const { database, withoutTimeLimit } = own
    const clock = { now: () => new Date() }
    const log = new SecurityLog({ database, clock })
    const keys = createKeys('the secret of a measurement, long enough')
    const chain = new SecurityLogChain({ database, clock, keys, log: pino({ level: 'silent' }) })
    const filled = await timed(() => withoutTimeLimit((client) => fill(client, bench.size)))
    console.log(`${bench.size.rows} entries in ${(filled.ms / 1000).toFixed(0)} s`)
    const newest = await database.pool.query<{ address: string }>(
      'SELECT address FROM security_log WHERE address IS NOT NULL ORDER BY id DESC LIMIT 1',
    )
    await measurePages(bench, log, newest.rows[0]?.address ?? '')
    await showSizes(bench, database.pool)
    await measureChain(bench, own, log, chain)
  }),
)
