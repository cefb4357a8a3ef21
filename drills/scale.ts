/**
 * `npm run drill -- scale [--courses=N] [--places=N] [--data=DIR]`: every reading call of the contract, by each kind of person, one at a
 * time, on 1,000 courses with 10,000 places and on many. Prints the 95th percentile of each call on both, their ratio, and what
 * PostgreSQL read for it. `--data` keeps the generated databases in a folder and uses them again.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { startEngine } from '@apogee/local-postgres/engine.ts'
import pg from 'pg'
import pino from 'pino'
import { buildBenchApp } from '../bench/support/bench-app.ts'
import { percentile, printTable } from '../bench/support/measure.ts'
import { record, type Statement } from '../bench/support/recorded-statements.ts'
import { connect } from '../apps/server/src/platform/database/database.ts'
import { migrate } from '../apps/server/src/platform/database/migrate.ts'
import { migrateJobs } from '../apps/server/src/platform/jobs/jobs.ts'
import { newToken, tokenDigest } from '../apps/server/src/platform/tokens.ts'
import { attemptsOf, factsOf, people, type Attempt, type Person } from './scale-calls.ts'
import { generateScale, type ScaleSize } from './scale-data.ts'

const { values: options } = parseArgs({
  options: {
    courses: { type: 'string', default: '300000' },
    places: { type: 'string', default: '3000000' },
    data: { type: 'string' },
  },
})
const small: ScaleSize = { courses: 1_000, places: 10_000 }
const large: ScaleSize = { courses: Number(options.courses), places: Number(options.places) }

const mostMs = 300
/** Of what visitors read. */
const mostRatio = 1.5
/** A ratio of less than this many milliseconds says nothing. */
const leastMs = 20
const times = 20
/** An answer that takes longer is asked for three times only. */
const slowMs = 1_000

const log = pino({ level: 'warn' })
const began = performance.now()
const say = (text: string) =>
  console.log(`${((performance.now() - began) / 1000).toFixed(0).padStart(5)} s  ${text}`)

type Engine = Awaited<ReturnType<typeof startEngine>>

const urlOf = (connectionString: string, name: string) => {
  const url = new URL(connectionString)
  url.pathname = `/${name}`
  return url.href
}

async function prepare(engine: Engine, size: ScaleSize): Promise<string> {
  const name = `scale_${size.courses}_${size.places}`
  const connectionString = urlOf(engine.connectionString, name)
  const applicationName = 'drill'
  const admin = connect({ connectionString: engine.connectionString, poolSize: 1, applicationName, log })
  const { rowCount } = await admin.pool.query('SELECT FROM pg_database WHERE datname = $1', [name])
  if (!rowCount) {
    const unfinished = `${name}_unfinished`
    await admin.pool.query(`DROP DATABASE IF EXISTS ${unfinished}`)
    await admin.pool.query(`CREATE DATABASE ${unfinished}`)
    const database = connect({
      connectionString: urlOf(engine.connectionString, unfinished),
      poolSize: 1,
      applicationName,
      log,
    })
    await migrateJobs(database.pool, log)
    await migrate(database.pool, join(import.meta.dirname, '../apps/server/migrations'))
    await database.close()
    const superuser = new pg.Pool({
      connectionString: urlOf(engine.administratorConnectionString, unfinished),
      max: 1,
    })
    await generateScale(superuser, size, say)
    await superuser.end()
    await admin.pool.query(`ALTER DATABASE ${unfinished} RENAME TO ${name}`)
  }
  const database = connect({ connectionString, poolSize: 1, applicationName, log })
  await migrate(database.pool, join(import.meta.dirname, '../apps/server/migrations'))
  const { rows } = await database.pool.query<{ size: string }>(
    'SELECT pg_size_pretty(pg_database_size(current_database())) AS size',
  )
  say(`${size.courses} courses: ${rows[0]?.size}`)
  await database.close()
  await admin.close()
  return connectionString
}

interface Measured {
  status: number
  p95: number
  /** Of the slowest statement. */
  slowest: { ms: number; rows: number; buffers: number; text: string } | null
  statements: number
}

const keyOf = (person: Person, { call, label }: Attempt) => `${person} · ${call}${label ? ` · ${label}` : ''}`

async function measureAll(connectionString: string): Promise<Map<string, Measured>> {
  const database = connect({ connectionString, poolSize: 4, applicationName: 'drill', log })
  const { app, services } = await buildBenchApp(database)
  const measured = new Map<string, Measured>()
  // Without the product's time limits for idle sessions.
  const plain = new pg.Client({ connectionString })
  await plain.connect()
  try {
    await services.figures.fold()
    say('figures are up to date')
    const facts = await factsOf(database.pool)
    for (const person of people) {
      const headers = { authorization: 'Basic none' }
      const userId = facts.users[person]
      if (userId !== null) {
        const token = newToken()
        await database.pool.query(
          `INSERT INTO sessions (user_id, token_sha256, expires_at) VALUES ($1, $2, now() + interval '1 day')`,
          [userId, tokenDigest(token)],
        )
        headers.authorization = `Bearer ${token}`
      }
      for (const attempt of attemptsOf(facts, userId)) {
        measured.set(keyOf(person, attempt), await measure(app, plain, attempt.path, headers))
      }
    }
  } finally {
    await plain.end()
    await app.close()
    await database.close()
  }
  return measured
}

async function measure(
  app: Awaited<ReturnType<typeof buildBenchApp>>['app'],
  client: pg.Client,
  path: string,
  headers: Record<string, string>,
): Promise<Measured> {
  const ask = async () => {
    const start = performance.now()
    const { statusCode } = await app.inject({ url: `/api${path}`, headers })
    return { status: statusCode, ms: performance.now() - start }
  }
  const { status, ms } = await ask()
  if (status !== 200) return { status, p95: ms, slowest: null, statements: 0 }
  for (let time = 0; time < 3 && ms < slowMs; time += 1) await ask()
  const taken: number[] = []
  for (let time = 0; time < (ms < slowMs ? times : 3); time += 1) taken.push((await ask()).ms)
  const statements = await record(ask)
  return {
    status,
    p95: percentile(taken, 0.95),
    slowest: await slowestOf(client, statements),
    statements: statements.length,
  }
}

async function slowestOf(client: pg.Client, statements: readonly Statement[]): Promise<Measured['slowest']> {
  let slowest: Measured['slowest'] = null
  for (const { text, values } of statements) {
    if (!/^\s*(?:select|with)\b/i.test(text)) continue
    await client.query('BEGIN')
    const explained = await client.query<{ 'QUERY PLAN': [Explained] }>({
      text: `EXPLAIN (ANALYZE, BUFFERS, TIMING OFF, FORMAT JSON) ${text}`,
      values: values as unknown[],
    })
    await client.query('ROLLBACK')
    const [found] = explained.rows[0]?.['QUERY PLAN'] ?? []
    if (!found) continue
    const ms = found['Execution Time'] + found['Planning Time']
    if (slowest && slowest.ms >= ms) continue
    const { Plan: plan } = found
    slowest = {
      ms,
      rows: rowsRead(plan),
      buffers: plan['Shared Hit Blocks'] + plan['Shared Read Blocks'],
      text,
    }
  }
  return slowest
}

interface PlanNode {
  'Actual Rows': number
  'Actual Loops': number
  'Rows Removed by Filter'?: number
  'Shared Hit Blocks': number
  'Shared Read Blocks': number
  Plans?: PlanNode[]
}
interface Explained {
  Plan: PlanNode
  'Execution Time': number
  'Planning Time': number
}

/** Rows that came out of tables and indexes, the filtered ones included. */
const rowsRead = (node: PlanNode): number =>
  node.Plans
    ? node.Plans.reduce((sum, child) => sum + rowsRead(child), 0)
    : (node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0)) * node['Actual Loops']

const dataDir = options.data ?? (await mkdtemp(join(tmpdir(), 'apogee-scale-')))
const engine = await startEngine({
  dataDir,
  log,
  settings: { fsync: 'off', shared_buffers: '1GB', max_wal_size: '8GB', autovacuum: 'off' },
})
try {
  const few = await prepare(engine, small)
  const many = await prepare(engine, large)
  const onFew = await measureAll(few)
  const onMany = await measureAll(many)
  const rows = []
  let missed = 0
  for (const [key, found] of onMany) {
    const before = onFew.get(key)
    if (found.status !== 200 || before?.status !== 200) continue
    const ratio = found.p95 / before.p95
    const isMissed =
      found.p95 > mostMs || (key.startsWith('visitor') && found.p95 > leastMs && ratio > mostRatio)
    if (isMissed) missed += 1
    rows.push({
      call: key,
      'p95 few, ms': before.p95.toFixed(1),
      'p95 many, ms': found.p95.toFixed(1),
      ratio: ratio.toFixed(1),
      statements: found.statements,
      'slowest statement, ms': found.slowest?.ms.toFixed(1) ?? '',
      'rows read': found.slowest?.rows ?? '',
      buffers: found.slowest?.buffers ?? '',
      missed: isMissed ? 'missed' : '',
    })
  }
  printTable(rows.sort((a, b) => Number(b['p95 many, ms']) - Number(a['p95 many, ms'])))
  const unread = [...onMany].filter(([key, { status }]) => status !== 200 || onFew.get(key)?.status !== 200)
  const calls = new Set(rows.map(({ call }) => call.split(' · ')[1]))
  const never = new Set(unread.map(([key]) => key.split(' · ')[1]).filter((call) => !calls.has(call)))
  console.log(
    `\n${rows.length} measured, ${missed} missed; never answered with 200: ${[...never].join(', ') || 'none'}`,
  )
  for (const [key, { slowest, p95 }] of onMany) {
    if (p95 > mostMs && slowest) console.log(`\n${key}:\n${slowest.text.replace(/^\s*\n/gm, '')}`)
  }
  if (missed > 0) process.exitCode = 1
} finally {
  await engine.stop()
  if (options.data === undefined) await rm(dataDir, { recursive: true, force: true })
}
