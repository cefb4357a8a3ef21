/**
 * Measures the course list: cached bytes against a bare node:http server with the same bytes; database reads
 * against bare Fastify and pg with the same statements; and the duration of lists with few and many courses.
 */
import { join } from 'node:path'
import { newToken, tokenDigest } from '../../apps/server/src/platform/secrets/tokens.ts'
import { buildBenchApp } from '../harness/bench-app.ts'
import { withDatabase, type BenchDatabase } from './support/bench-database.ts'
import type { Role } from './support/course-list-server.ts'
import type { SizeOf } from './measurements.ts'
import { forkServer, stopForkedServers } from './support/forked-server.ts'
import { runMeasurement, type Bench } from './support/frame.ts'
import { generateCourses } from '../harness/generate-courses.ts'
import { record, type Statement } from '../harness/recorded-statements.ts'
import { compare, latencies, percentile, type Comparison, type Contender } from '../harness/measure.ts'

const targets = { ready: 0.4, fromDatabase: 0.6 }
/** With many courses, the 95th percentile may be this many times that with few courses. */
const mostGrowth = 1.5

type Size = SizeOf<'course-list'>

/**
 * A request with any credentials never gets a cached answer. These credentials belong to no session, so they cost no look-up of a
 * session.
 */
const uncached = 'Basic none'

const startServer = (role: Role): Promise<Contender> =>
  forkServer(join(import.meta.dirname, 'support/course-list-server.ts'), role)

/** Returns the prepared statements of one list. */
async function recordList(
  { database }: BenchDatabase,
  cursor: number,
): Promise<{ ids: Statement; cards: Statement }> {
  const { app } = await buildBenchApp(database)
  try {
    const ask = () =>
      app.inject({ url: `/api/courses?cursor=${cursor}`, headers: { authorization: uncached } })
    for (let time = 0; time < 5; time += 1) await ask()
    const recorded = await record(ask)
    const found = (mark: string) => {
      const statement = recorded.find(({ text }) => text.includes(mark))
      if (!statement) throw new Error(`the list sent no statement with ${mark}`)
      return statement
    }
    const [ids, cards] = [found('public_course_counts'), found('WITH ORDINALITY')]
    // The peer replaces the values at these positions by other cursors and course ids.
    if (!ids.values.includes(cursor) || !cards.values.some(Array.isArray))
      throw new Error('the statements of the list have other parameters than the peer replaces')
    return { ids, cards }
  } finally {
    await app.close()
  }
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

interface List {
  list: string
  path: (nth: number) => string
  signedIn?: true
  /** `share` is the number of requests of this list, as a share of the number for the first list. */
  share: number
}

const listsOf = ({ few }: Size): readonly List[] => {
  /** Each request gets another page, in both schools. */
  const cursor = (nth: number) => few - (nth % Math.ceil(few * 0.4))
  return [
    { list: 'first pages', path: (nth) => `/api/courses?cursor=${cursor(nth)}`, share: 1 },
    {
      list: 'one category',
      path: (nth) => `/api/courses?category=Design&cursor=${cursor(nth)}`,
      share: 1,
    },
    { list: 'free only', path: (nth) => `/api/courses?price=free&cursor=${cursor(nth)}`, share: 1 },
    { list: 'signed in', path: () => '/api/courses', signedIn: true, share: 1 },
    { list: 'last page by number', path: (nth) => `/api/courses?page=${nth + 1}&limit=1`, share: 1 / 3 },
    { list: 'search, few found', path: (nth) => `/api/courses?search=${cursor(nth)}`, share: 1 / 3 },
    {
      list: 'search, a ninth found',
      path: (nth) => `/api/courses?search=robots&cursor=${cursor(nth)}`,
      share: 2 / 15,
    },
  ]
}

async function timesOf(
  contenders: readonly { origin: string; token: string }[],
  { path, signedIn, share }: List,
  answers: number,
): Promise<number[][]> {
  return latencies(
    Math.ceil(answers * share),
    contenders.map(({ origin, token }) => async (nth) => {
      const headers = { authorization: signedIn ? `Bearer ${token}` : uncached }
      const answer = await fetch(`${origin}${path(nth)}`, { headers })
      if (!answer.ok) throw new Error(`${path(nth)} answered ${answer.status}`)
      return answer.arrayBuffer()
    }),
  )
}

async function compareThroughput(
  bench: Bench<Size>,
  large: BenchDatabase,
  product: Contender,
): Promise<void> {
  const { most, connections, seconds, requests, rounds } = bench.size
  const load = { connections, seconds, requests, rounds }
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
  const ready = await compare(product, bareHttp, { ...load, paths: ['/api/courses'] })
  const paths = Array.from({ length: most / 20 }, (_, n) => `/api/courses?cursor=${most - n * 10}`)
  const headers = { authorization: uncached }
  const fromDatabase = await compare(product, bareFastify, { ...load, paths, headers })
  const row = (list: string, peer: string, result: Comparison, target: number) => ({
    list,
    peer,
    'ours/s': Math.round(result.ours.perSecond),
    'peer/s': Math.round(result.peer.perSecond),
    ratio: result.ratio.toFixed(2),
    'ours, µs of processor': Math.round(result.ours.cpuPerAnswer),
    'peer, µs': Math.round(result.peer.cpuPerAnswer),
    'ratio by µs': result.cpuRatio.toFixed(2),
    target: `≥ ${target}`,
    met: bench.met(list, result.cpuRatio >= target),
  })
  bench.table(
    [
      row(
        `cached bytes, ${Math.round(body.length / 1000)} kB`,
        'bare `node:http` that sends the same bytes',
        ready,
        targets.ready,
      ),
      row('from the database', 'bare Fastify and `pg`, same statements', fromDatabase, targets.fromDatabase),
    ],
    `Answers a second, ${connections} connections, medians of ${rounds} rounds in turns`,
  )
}

async function compareDurations(
  bench: Bench<Size>,
  contenders: readonly { origin: string; token: string }[],
): Promise<void> {
  const { few, most, answers } = bench.size
  const rows = []
  for (const list of listsOf(bench.size)) {
    const [onFew = [], onMany = []] = await timesOf(contenders, list, answers)
    const figure = (times: readonly number[]) =>
      [0.5, 0.95].map((share) => percentile(times, share).toFixed(1)).join(', ')
    const isSearch = list.list.startsWith('search')
    const isMet = percentile(onMany, 0.95) <= mostGrowth * percentile(onFew, 0.95)
    rows.push({
      list: list.list,
      [`${few} courses: median, p95 (ms)`]: figure(onFew),
      [`${most} courses: median, p95 (ms)`]: figure(onMany),
      [`p95 at most ${mostGrowth} times`]: isSearch ? '' : bench.met(`p95 of ${list.list}`, isMet),
    })
  }
  bench.table(rows, 'One request at a time, answered from the database')
}

await runMeasurement('course-list', (bench) =>
  withDatabase('courses_few', (small) =>
    withDatabase('courses_many', async (large) => {
      try {
        console.log(`Generating ${bench.size.few} and ${bench.size.most} courses …`)
        await generateCourses(small, bench.size.few)
        await generateCourses(large, bench.size.most)
        const product = await startServer({ kind: 'product', connectionString: large.connectionString })
        await compareThroughput(bench, large, product)
        const onFew = await startServer({ kind: 'product', connectionString: small.connectionString })
        await compareDurations(bench, [
          { origin: onFew.origin, token: await signIn(small) },
          { origin: product.origin, token: await signIn(large) },
        ])
      } finally {
        await stopForkedServers()
      }
    }),
  ),
)
