/**
 * Measures the most frequent calls: CPU time of the server's process and of PostgreSQL for one request, compared with bare Fastify
 * and pg that send the same statements, prepared alike, and the same answer. One request at a time, in alternation. CALLS_ONLY='one
 * course' measures the calls whose name begins with that text; CALLS_NODE_OPTIONS=--cpu-prof profiles both servers.
 */
import { Agent, request } from 'node:http'
import { join } from 'node:path'
import { unusedPayments } from '../../apps/server/src/adapters/payments/testing.ts'
import { seedDemoSchool } from '../../apps/server/src/app/demo/seed/seed-demo.ts'
import { buildApp } from '../../apps/server/src/app/build-app.ts'
import type { Database } from '../../apps/server/src/platform/database/database.ts'
import { newToken, tokenDigest } from '../../apps/server/src/platform/secrets/tokens.ts'
import type { SizeOf } from './measurements.ts'
import { benchDependencies } from '../harness/bench-app.ts'
import { withDatabase } from './support/bench-database.ts'
import type { CallsRole, RecordedCall } from './support/calls-server.ts'
import { databaseCpu } from './support/database-cpu.ts'
import { forkServer, productOptions, stopForkedServers } from './support/forked-server.ts'
import { runMeasurement } from './support/frame.ts'
import { median, type Contender } from '../harness/measure.ts'
import { record } from '../harness/recorded-statements.ts'

const target = 1.5

interface Measured {
  call: string
  method: RecordedCall['method']
  path: string
  body?: object
  signedIn?: true
}

interface Facts {
  userId: number
  courseId: number
  videoId: number
  purchaseId: string
}

async function factsOf({ pool }: Database): Promise<Facts> {
  const { rows } = await pool.query<Facts>(
    `SELECT u.id AS "userId", r.course_id AS "courseId", r.id AS "videoId",
            (SELECT o.public_id FROM orders o WHERE o.state = 'paid' ORDER BY o.id LIMIT 1) AS "purchaseId"
       FROM users u JOIN enrolments e ON e.user_id = u.id AND e.revoked_at IS NULL
       JOIN open_resources r ON r.course_id = e.course_id AND r.user_id = u.id AND r.file_type = 'video'
       JOIN courses c ON c.id = r.course_id AND NOT c.is_private
      WHERE u.email = 'student@apogee.test' ORDER BY r.id LIMIT 1`,
  )
  if (!rows[0]) throw new Error('the demo school has no learner with a video')
  return rows[0]
}

const callsOf = ({ userId, courseId, videoId, purchaseId }: Facts): Measured[] => [
  { call: 'list of 20', method: 'GET', path: '/courses?limit=20', signedIn: true },
  { call: 'one course', method: 'GET', path: `/courses/${courseId}`, signedIn: true },
  { call: 'one course, signed out', method: 'GET', path: `/courses/${courseId}` },
  { call: 'sales page', method: 'GET', path: `/courses/sales/${courseId}` },
  { call: 'its reviews', method: 'GET', path: `/courses/${courseId}/reviews` },
  { call: 'progress', method: 'GET', path: `/courses/${courseId}/progress/${userId}`, signedIn: true },
  {
    call: 'progress saved',
    method: 'PUT',
    path: `/course-resources/${videoId}/progress`,
    body: { position: 12, watched: [[2, 12]] },
    signedIn: true,
  },
  { call: 'sign-in check', method: 'POST', path: '/auth/verify', body: {}, signedIn: true },
  { call: 'payment check', method: 'GET', path: `/payments/check/${purchaseId}` },
  { call: 'dashboard: own courses', method: 'GET', path: '/courses/enrolled', signedIn: true },
  { call: 'dashboard: achievements', method: 'GET', path: '/achievements', signedIn: true },
  { call: 'dashboard: certificates', method: 'GET', path: '/certificates', signedIn: true },
  { call: 'dashboard: notifications', method: 'GET', path: '/notifications', signedIn: true },
]

const startServer = (role: CallsRole): Promise<Contender> =>
  forkServer(join(import.meta.dirname, 'support/calls-server.ts'), role, {
    options: [...productOptions, ...(process.env['CALLS_NODE_OPTIONS'] ?? '').split(' ').filter(Boolean)],
  })

const headersOf = ({ signedIn, body }: Measured, token: string): Record<string, string> => ({
  ...(signedIn && { authorization: `Bearer ${token}` }),
  ...(body && { 'content-type': 'application/json' }),
})

/** Runs each call in this process and records its prepared statements and its answer. */
async function recordAll(
  database: Database,
): Promise<{ calls: { measured: Measured; recorded: RecordedCall }[]; token: string }> {
  const dependencies = benchDependencies(database, {
    ...unusedPayments,
    checkCredentials: async () => 'accepted',
  })
  const { app, services } = await buildApp(dependencies)
  await services.businesses.connectPlatformAccount({ chipSecret: 'platform', chipBrandId: 'platform' })
  await seedDemoSchool(services, dependencies)
  await database.pool.query('VACUUM ANALYZE')
  const facts = await factsOf(database)
  const token = newToken()
  await database.pool.query(
    `INSERT INTO sessions (user_id, token_sha256, expires_at) VALUES ($1, $2, now() + interval '1 day')`,
    [facts.userId, tokenDigest(token)],
  )
  const calls = []
  for (const [nth, measured] of callsOf(facts).entries()) {
    const { method, path, body } = measured
    const ask = () =>
      app.inject({
        method,
        url: `/api${path}`,
        headers: headersOf(measured, token),
        ...(body && { payload: body }),
      })
    for (let time = 0; time < 5; time += 1) await ask()
    let answer: object = {}
    const statements = await record(async () => {
      const given = await ask()
      if (given.statusCode !== 200) throw new Error(`${path} answered ${given.statusCode}: ${given.body}`)
      answer = given.json<object>()
    })
    calls.push({ measured, recorded: { method, path: `/${nth}`, statements, answer } })
  }
  await app.close()
  return { calls, token }
}

interface Cost {
  /** `node` is the CPU time of the server's process for one request, in ms. */
  node: number
  database: number
}

const agent = new Agent({ keepAlive: true, maxSockets: 1 })

function ask(url: string, method: string, headers: Record<string, string>, body?: string): Promise<void> {
  return new Promise((resolve, reject) => {
    request(url, { method, agent, headers }, (answer) => {
      answer.resume().on('end', resolve).on('error', reject)
      if (answer.statusCode !== 200) reject(new Error(`${url} answered ${answer.statusCode}`))
    })
      .on('error', reject)
      .end(body)
  })
}

async function costOf(
  contender: Contender,
  { pool }: Database,
  one: () => Promise<void>,
  times: number,
): Promise<Cost> {
  const used = async () => ({ node: await contender.cpu(), database: await databaseCpu(pool) })
  const before = await used()
  for (let time = 0; time < times; time += 1) await one()
  const after = await used()
  const perRequest = (of: keyof Cost) => (after[of] - before[of]) / times / 1_000
  return { node: perRequest('node'), database: perRequest('database') }
}

type Call = Awaited<ReturnType<typeof recordAll>>['calls'][number]

interface Sides {
  product: Contender
  bare: Contender
  database: Database
  token: string
}

async function compareCall(
  { product, bare, database, token }: Sides,
  { measured, recorded }: Call,
  { rounds, requests, warmUp }: SizeOf<'calls'>,
) {
  const { method, path, body } = measured
  const headers = headersOf(measured, token)
  const text = body && JSON.stringify(body)
  const sides = [
    { server: product, one: () => ask(`${product.origin}/api${path}`, method, headers, text) },
    { server: bare, one: () => ask(bare.origin + recorded.path, method, headers, text) },
  ]
  const costs: Cost[][] = [[], []]
  for (const { server, one } of sides) await costOf(server, database, one, warmUp)
  for (let round = 0; round < rounds; round += 1) {
    for (const side of round % 2 === 0 ? [0, 1] : [1, 0]) {
      const { server, one } = sides[side] as (typeof sides)[number]
      costs[side]?.push(await costOf(server, database, one, requests))
    }
  }
  const [ours = [], peer = []] = costs
  const middle = (side: readonly Cost[], of: keyof Cost) => median(side.map((cost) => cost[of])).toFixed(2)
  const ratio = median(ours.map((cost, round) => cost.node / (peer[round]?.node ?? Number.NaN)))
  return {
    ratio,
    row: {
      call: measured.call,
      statements: recorded.statements.length,
      'ours, ms': middle(ours, 'node'),
      'bare, ms': middle(peer, 'node'),
      ratio: ratio.toFixed(2),
      'database, ms': middle(ours, 'database'),
      'under bare, ms': middle(peer, 'database'),
    },
  }
}

await runMeasurement('calls', (bench) =>
  withDatabase('calls', async ({ connectionString, database }) => {
    try {
      const { calls, token } = await recordAll(database)
      const product = await startServer({ kind: 'product', connectionString })
      const recorded = calls.map((call) => call.recorded)
      const bare = await startServer({ kind: 'bare', connectionString, calls: recorded })
      const wanted = calls.filter(({ measured }) => measured.call.startsWith(process.env['CALLS_ONLY'] ?? ''))
      const rows = []
      for (const call of wanted) {
        const { ratio, row } = await compareCall({ product, bare, database, token }, call, bench.size)
        rows.push({ ...row, [`ratio ≤ ${target}`]: bench.met(row.call, ratio <= target) })
      }
      bench.table(rows)
    } finally {
      agent.destroy()
      await stopForkedServers()
    }
  }),
)
