/**
 * Provides a market for drills: PostgreSQL, the provider, sellers with courses and lessons, buyers and learners. Also compares all
 * books.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startEngine } from '@apogee/local-postgres/engine.ts'
import type pg from 'pg'
import pino from 'pino'
import { connect, type Database } from '../../../apps/server/src/platform/database/database.ts'
import { compareBooks as compareWithProvider } from '../../harness/compare-books.ts'
import { freePort, startProgram, startSimulator, type Running } from '../../harness/processes.ts'
import { createRandom } from '../../harness/random.ts'
import { openSchool, type Buyer, type School } from '../../harness/school.ts'
import { advanceDatabaseTime } from '../../harness/wait-until-idle.ts'
import type { Drill } from '../../harness/drill.ts'

const log = pino({ level: 'fatal' })
const platformSecret = 'drill-platform'
const buyers = 300
const learners = 40
const lessons = 60

export async function temporaryFolder(drill: Drill): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'apogee-drill-'))
  drill.atEnd(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }))
  return folder
}

export interface OwnDatabase {
  dataDir: string
  url: string
  stop(): Promise<void>
  start(): Promise<void>
}

/** Starts PostgreSQL in a separate folder, and restarts it when it ends by itself. */
export async function startDatabase(drill: Drill): Promise<OwnDatabase> {
  const dataDir = await temporaryFolder(drill)
  let engine = await startEngine({ dataDir, log })
  drill.atEnd(() => engine.stop())
  return {
    dataDir,
    url: engine.connectionString,
    stop: () => engine.stop(),
    async start() {
      engine = await startEngine({ dataDir, log })
    },
  }
}

/** Opens the drill's own connections, which bypass the parts that the drill breaks. */
export function connectTo(drill: Drill, url: string): Database {
  const database = connect({ connectionString: url, poolSize: 4, applicationName: 'drill', log })
  drill.atEnd(() => database.close())
  return database
}

export interface Provider {
  origin: string
  truthFile: string
}

export async function startProvider(drill: Drill): Promise<Provider> {
  const truthFile = join(await temporaryFolder(drill), 'truth.jsonl')
  const simulator = await startSimulator(truthFile)
  drill.atEnd(() => simulator.kill())
  return { origin: simulator.origin, truthFile }
}

export interface ServerOptions {
  dataDir: string
  provider: Provider
  /** '' makes the server run its own PostgreSQL in `dataDir`. */
  databaseUrl: string
  /** The provider sends its callbacks here; the default is the server itself. */
  callbackOrigin?: string
  environment?: Record<string, string>
}

export async function startServer(drill: Drill, options: ServerOptions): Promise<Running> {
  const port = await freePort()
  const server = await startProgram('server-process.ts', {
    environment: {
      PORT: String(port),
      DATA_DIR: options.dataDir,
      DATABASE_URL: options.databaseUrl,
      DEMO_DATA: 'false',
      RATE_LIMITS: 'off',
      LOG_LEVEL: 'silent',
      APP_SECRET: 'a secret of this drill, of no worth',
      CHIP_API_URL: options.provider.origin,
      CHIP_SECRET: platformSecret,
      CHIP_BRAND_ID: '5f0c2b6e-7d43-4c8e-9a51-3e2f8d6b1c04',
      CHIP_CALLBACK_URL: options.callbackOrigin ?? `http://127.0.0.1:${port}`,
      ...options.environment,
    },
  })
  drill.atEnd(() => server.stop())
  return server
}

export interface Market extends School {
  learners: Buyer[]
  /** Each learner is enrolled in the course to which these lessons belong. */
  lessons: number[]
}

/** @param origin a server that registers the sellers */
export async function openMarket(pool: pg.Pool, origin: string): Promise<Market> {
  const school = await openSchool(pool, origin, createRandom('drill').named('school'), {
    buyers: buyers + learners,
    platformSecret,
  })
  const enrolled = school.buyers.splice(0, learners)
  const [course] = school.courses.splice(0, 1)
  if (!course) throw new Error('the school has no course')
  await pool.query(
    `WITH enrolled AS (
       INSERT INTO enrolments (user_id, course_id, source) SELECT unnest($1::bigint[]), $2, 'granted' RETURNING user_id, course_id)
     INSERT INTO access_grants (user_id, course_id, kind, access_from) SELECT user_id, course_id, 'granted', now() FROM enrolled`,
    [enrolled.map(({ id }) => id), course.id],
  )
  const { rows } = await pool.query<{ id: number }>(
    `WITH module AS (
       INSERT INTO course_contents (course_id, title, sort_order, is_published) VALUES ($1, 'Module', 0, true) RETURNING id)
     INSERT INTO course_resources (content_id, title, file_type, sort_order)
     SELECT id, 'Lesson ' || n, 'reading', n FROM module, generate_series(1, $2) n RETURNING id`,
    [course.id, lessons],
  )
  return { ...school, learners: enrolled, lessons: rows.map(({ id }) => id) }
}

/**
 * Waits until the servers have no work left. Then it compares the provider's records with all books, and the answers to visitors
 * with the stored data.
 */
export async function compareBooks(
  drill: Drill,
  database: Database,
  { truthFile }: Provider,
  answered: { orders: ReadonlySet<string>; progress: readonly { userId: number; resourceId: number }[] },
): Promise<void> {
  await advanceDatabaseTime(database.pool)
  const { differences } = await compareWithProvider(database, truthFile)
  drill.none('differences between the books and the provider', differences)
  const { pool } = database
  drill.none('sold or paid twice', await texts(pool, soldTwice))
  drill.none('orders that were answered and are gone', await texts(pool, goneOrders, [[...answered.orders]]))
  drill.none(
    'saved progress that is gone',
    await texts(pool, goneProgress, [
      answered.progress.map(({ userId }) => userId),
      answered.progress.map(({ resourceId }) => resourceId),
    ]),
  )
}

const soldTwice = `
  SELECT format('user %s, course %s', o.buyer_id, l.course_id) AS text
    FROM orders o JOIN order_lines l ON l.order_id = o.id WHERE l.status = 'granted'
   GROUP BY o.buyer_id, l.course_id HAVING count(*) > 1
   UNION ALL SELECT format('payment %s', id) FROM payments WHERE outcome = 'surplus'`
const goneOrders = `
  SELECT id AS text FROM unnest($1::text[]) AS told (id) WHERE id NOT IN (SELECT public_id FROM orders)`
const goneProgress = `
  SELECT format('user %s, lesson %s', user_id, resource_id) AS text
    FROM unnest($1::bigint[], $2::bigint[]) AS told (user_id, resource_id)
   WHERE NOT EXISTS (SELECT FROM resource_progress p WHERE p.user_id = told.user_id AND p.resource_id = told.resource_id
                        AND p.completed_at IS NOT NULL)`

async function texts(pool: pg.Pool, query: string, values: unknown[] = []): Promise<string[]> {
  const { rows } = await pool.query<{ text: string }>(query, values)
  return rows.map(({ text }) => text)
}
