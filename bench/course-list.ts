/**
 * Measures the course list: cached bytes against a bare node:http server with the same bytes; database reads
 * against bare Fastify and pg with the same statements; and the duration of lists with 1,000 and 100,000 courses.
 */
import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import pg from 'pg'
import { newToken, tokenDigest } from '../apps/server/src/platform/tokens.ts'
import { buildBenchApp } from './support/bench-app.ts'
import { startBenchEngine, type BenchDatabase } from './support/bench-database.ts'
import type { Recorded, Role } from './support/course-list-server.ts'
import { generateCourses } from './support/generate-courses.ts'
import {
  compare,
  latencies,
  percentile,
  printTable,
  type Comparison,
  type Contender,
} from './support/measure.ts'

const targets = { ready: 0.4, fromDatabase: 0.6 }
const load = { connections: 16, seconds: 3, rounds: 5 }
const most = 100_000
const few = 1_000

/** A request with any credentials never gets a cached answer; this is no session, so it costs no lookup. */
const uncached = 'Basic none'

const children: ChildProcess[] = []

async function startServer(role: Role): Promise<Contender> {
  const child = fork(join(import.meta.dirname, 'support/course-list-server.ts'))
  children.push(child)
  const ask = async (message: Role | 'cpu') => {
    child.send(message)
    const [answer] = await once(child, 'message')
    return answer as unknown
  }
  const origin = String(await ask(role))
  return { origin, cpu: async () => Number(await ask('cpu')) }
}

/** The statements of one list, as the product sends them. */
async function recordList(
  { database }: BenchDatabase,
  cursor: number,
): Promise<{ ids: Recorded; cards: Recorded }> {
  const { app } = await buildBenchApp(database)
  const recorded: Recorded[] = []
  const { prototype } = pg.Client
  const query = Object.getOwnPropertyDescriptor(prototype, 'query')
  if (!query) throw new Error('pg.Client has no query')
  Object.defineProperty(prototype, 'query', {
    ...query,
    value: function record(this: pg.Client, ...given: unknown[]): unknown {
      const [first, second] = given
      if (typeof first === 'string') {
        recorded.push({ text: first, values: Array.isArray(second) ? second : [] })
      } else {
        recorded.push(first as Recorded)
      }
      return Reflect.apply(query.value, this, given)
    },
  })
  await app.inject(`/api/courses?cursor=${cursor}`)
  Object.defineProperty(prototype, 'query', query)
  await app.close()
  const found = (mark: string) => {
    const statement = recorded.find(({ text }) => text.includes(mark))
    if (!statement) throw new Error(`the list sent no statement with ${mark}`)
    const { name, text, values } = statement
    return { ...(name !== undefined && { name }), text, values }
  }
  return { ids: found('public_course_counts'), cards: found('WITH ORDINALITY') }
}

async function signIn({ database }: BenchDatabase): Promise<string> {
  const token = newToken()
  await database.pool.query(
    `INSERT INTO sessions (user_id, token_sha256, expires_at)
     SELECT min(id), $1, now() + interval '1 day' FROM users WHERE role = 'student'`,
    [tokenDigest(token)],
  )
  return token
}

const lists: readonly { list: string; path: (nth: number) => string; signedIn?: true; times: number }[] = [
  { list: 'first pages', path: (nth) => `/api/courses?cursor=${few - (nth % 400)}`, times: 300 },
  {
    list: 'one category',
    path: (nth) => `/api/courses?category=Design&cursor=${few - (nth % 400)}`,
    times: 300,
  },
  { list: 'free only', path: (nth) => `/api/courses?price=free&cursor=${few - (nth % 400)}`, times: 300 },
  { list: 'signed in', path: () => '/api/courses', signedIn: true, times: 300 },
  { list: 'last page by number', path: (nth) => `/api/courses?page=${nth + 1}&limit=1`, times: 100 },
  { list: 'search, few found', path: (nth) => `/api/courses?search=${few - (nth % 400)}`, times: 100 },
  {
    list: 'search, a ninth found',
    path: (nth) => `/api/courses?search=robots&cursor=${few - (nth % 400)}`,
    times: 40,
  },
]

async function timesOf(
  contenders: readonly { origin: string; token: string }[],
  { path, signedIn, times }: (typeof lists)[number],
): Promise<number[][]> {
  return latencies(
    times,
    contenders.map(({ origin, token }) => async (nth) => {
      const headers = { authorization: signedIn ? `Bearer ${token}` : uncached }
      const answer = await fetch(`${origin}${path(nth)}`, { headers })
      if (!answer.ok) throw new Error(`${path(nth)} answered ${answer.status}`)
      return answer.arrayBuffer()
    }),
  )
}

const engine = await startBenchEngine()
try {
  console.log(`Generating ${few} and ${most} courses …`)
  const small = await engine.create('courses_few')
  const large = await engine.create('courses_many')
  await generateCourses(small.database.pool, few)
  await generateCourses(large.database.pool, most)

  const product = await startServer({ kind: 'product', connectionString: large.connectionString })
  const answer = await fetch(`${product.origin}/api/courses`)
  const body = await answer.text()
  const bareHttp = await startServer({
    kind: 'bare http',
    body,
    headers: {
      'content-type': 'application/json; charset=utf-8',
      'content-length': String(Buffer.byteLength(body)),
    },
  })
  const cursor = most - 7
  const bareFastify = await startServer({
    kind: 'bare fastify',
    connectionString: large.connectionString,
    ...(await recordList(large, cursor)),
    cursor,
  })

  console.log(`\nAnswers a second, ${load.connections} connections, medians of ${load.rounds} runs in turns`)
  const ready = await compare(product, bareHttp, { ...load, paths: ['/api/courses'] })
  const paths = Array.from({ length: 5_000 }, (_, n) => `/api/courses?cursor=${most - n * 10}`)
  const fromDatabase = await compare(product, bareFastify, {
    ...load,
    paths,
    headers: { authorization: uncached },
  })
  const shown = (name: string, peer: string, result: Comparison, target: number) => ({
    list: name,
    peer,
    'ours/s': Math.round(result.ours.perSecond),
    'peer/s': Math.round(result.peer.perSecond),
    ratio: result.ratio.toFixed(2),
    'ours µs': Math.round(result.ours.cpuPerAnswer),
    'peer µs': Math.round(result.peer.cpuPerAnswer),
    'ratio by µs': result.cpuRatio.toFixed(2),
    target: `≥ ${target}`,
  })
  printTable([
    shown(`ready bytes (${Math.round(body.length / 1024)} kB)`, 'node:http', ready, targets.ready),
    shown('from the database', 'Fastify + pg', fromDatabase, targets.fromDatabase),
  ])

  console.log('\nMilliseconds of one answer, read from the database: median and 95th percentile')
  const productOnFew = await startServer({ kind: 'product', connectionString: small.connectionString })
  const contenders = [
    { origin: productOnFew.origin, token: await signIn(small) },
    { origin: product.origin, token: await signIn(large) },
  ]
  const rows = []
  for (const each of lists) {
    const [onFew = [], onMany = []] = await timesOf(contenders, each)
    rows.push({
      list: each.list,
      [`${few} courses p50`]: percentile(onFew, 0.5).toFixed(1),
      p95: percentile(onFew, 0.95).toFixed(1),
      [`${most} courses p50`]: percentile(onMany, 0.5).toFixed(1),
      'p95 ': percentile(onMany, 0.95).toFixed(1),
    })
  }
  printTable(rows)
  if (ready.cpuRatio < targets.ready || fromDatabase.cpuRatio < targets.fromDatabase) process.exitCode = 1
} finally {
  for (const child of children) child.disconnect()
  await engine.stop()
}
